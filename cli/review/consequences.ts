import type { Consequence } from "../../provider/messages/consequences";
import { count } from "../words";

/** Consequences that follow from several resources of a preview. Their texts contain no user-chosen names. */

const engine = "the engine";
const behavior = "docs/behaviour.md";

/** The descriptions of a refused deletion, keyed by what refuses it, because the fix depends on that. */
const refusals = {
  update: 'The update refuses this deletion, because `deletionPolicy` is "protect" in the state.',
  graphplane:
    'graphplane refuses this deletion because `deletionPolicy` is "protect" in the state. Set it to "delete", or to "retain" to leave the object in place, and run `pulumi up` before `pulumi destroy`.',
  pulumi:
    "Pulumi refuses this deletion because the option `protect` is set in the state. Remove the option from the program and run `pulumi up`, or run `pulumi state unprotect` with the URN of the resource.",
};

/** Returns the consequence of a deletion that an update refuses, or that graphplane or Pulumi refuses in a destroy. */
export function refusalBy(what: keyof typeof refusals): Consequence {
  const [summary, source] = what === "update" ? ["refused", behavior] : ["a deletion that is refused", "docs/leaving.md"];
  return { id: "deletion-refused", severity: "fails", summary, description: refusals[what], source };
}

export const resizeRefused: Consequence = {
  id: "resize-refused",
  severity: "fails",
  summary: "probably refused",
  headline: ["The service will probably refuse to resize %", "The service will probably refuse to resize % workspaces"],
  description: "The workspace is read-only, and the service resizes only read-write workspaces. If it refuses, the update stops here.",
  source: "docs/internals/api.md, section 10.14",
};

export const resizedAgain: Consequence = {
  id: "resized-again",
  severity: "risks",
  summary: "until a schedule resizes it",
  headline: ["A schedule will resize % again", "Schedules will resize % workspaces again"],
  description:
    "The new size is temporary: a schedule of the workspace sets another size later, which takes it offline again. See the details.",
  source: behavior,
};

export const released: Consequence = {
  id: "released",
  severity: "risks",
  summary: "no longer managed",
  headline: ["% is no longer managed", "% objects are no longer managed"],
  isObvious: true,
  description: "The old object is not deleted, and no resource of the program manages it from now on.",
  source: behavior,
};

export const keptWithHolder: Consequence = {
  id: "kept-with-holder",
  severity: "risks",
  summary: "stays, not deleted",
  headline: ["% stays, although the program no longer declares it", "% objects stay, although the program no longer declares them"],
  description:
    "Pulumi does not delete this object because `deletedWith` names a resource that is also removed. That resource keeps its object, so this one stays too: a user can still log in. To delete it, remove `deletedWith` first.",
  source: engine,
};

export const createdPaused: Consequence = {
  id: "workspace-made-paused",
  severity: "care",
  summary: "created paused",
  headline: ["New workspace % is paused", "% new workspaces are paused"],
  description: "A workspace is created, and paused immediately.",
  source: "docs/internals/api.md, section 11",
};

export const leftInside = "left-inside";

export function leftInsideOf(number: number): Consequence {
  return {
    id: leftInside,
    severity: "risks",
    summary: `${count(number, "resource")} left inside`,
    description: `The program still declares ${count(number, "resource")} inside the deleted object, by its literal identifier: every later preview fails. Remove ${number === 1 ? "it" : "them"} in the same change.`,
    source: behavior,
  };
}

export function ofAnotherPackage(action: "delete" | "replace"): Consequence {
  const done = action === "delete" ? "deleted" : "replaced";
  return {
    id: `other-${done}`,
    severity: "destroys",
    summary: "may lose data",
    headline: [`A resource of another package is ${done}: %`, `% resources of other packages are ${done}`],
    description: `The resource is ${done}. Its contents may be lost: graphplane does not know this package.`,
    source: engine,
  };
}

/** The properties that differ when an object that was deleted outside Pulumi is created again, keyed by the id of the creation's consequence. */
const recreations: Readonly<Record<string, Partial<Consequence>>> = {
  "user-made": {
    id: "user-recreated",
    summary: "can log in again",
    headline: ["User % can log in again", "% users can log in again"],
    isObvious: true,
    description: "The user can log in to the database again, with the declared password.",
  },
  "schedule-made": { id: "schedule-recreated", summary: "runs again", description: "The schedule runs again." },
  "workspace-made": {
    id: "workspace-recreated",
    severity: "risks",
    summary: "created again, empty",
    headline: ["% is created again, without its data", "% workspaces are created again, without their data"],
    isObvious: true,
    description:
      "The new workspace is empty: the data of the deleted workspace is lost. You are billed for it, based on its size, until it is paused or deleted.",
  },
};

export function ofRecreation(one: Consequence): Consequence {
  return Object.hasOwn(recreations, one.id) ? { ...one, ...recreations[one.id] } : one;
}
