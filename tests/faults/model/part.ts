import type { Account, Emulator } from "../../../testing/emulator";
import { applies, type Endpoint } from "../../contract/row";
import { allRows } from "../../contract/rows";
import type { Properties } from "../../support/provider";
import { ids } from "../../support/tried-service";

/** The facts that the random model needs about one resource: a row of its table. */

export { ids };
export const { workgroupId, workspaceId, installedAddonId } = ids;
export const otherWorkspaceId = "a3000000-0000-4000-8000-0000000000f9";
/** The workgroup in which workspaces are made. */
export const wholeLifeId = "a1000000-0000-4000-8000-0000000000f8";
export const place = { workgroupId, workspaceId };

/** An object as the service holds it, in the words of the arguments. */
export interface LiveObject {
  /** A key that distinguishes it from every other object of its kind, for as long as it exists. */
  readonly id: string;
  /** The value of the argument that says which object is meant; empty where there is no such argument. */
  readonly identity: string;
  /** True if it is paused. */
  readonly isPaused?: boolean;
  /** Its values by argument, and under names of no argument what no program declares. */
  readonly values: Properties;
}

/** One resource as random commands play it. */
export interface Part {
  readonly kind: string;
  /** Arguments that every declaration has. */
  readonly fixed: (emulator: Emulator) => Properties;
  /** The values that an argument takes. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Arguments that are never dropped; a declaration begins with their first values. */
  readonly required: readonly string[];
  /** The argument that says which object is meant; its change means another object, or renames the one that state holds. */
  readonly identity?: string;
  /** True if its change renames the object, which may then have the name of one that was left. */
  readonly renames?: boolean;
  readonly secrets?: readonly string[];
  /** The default effect of a deletion on an object that it created. */
  readonly whenDropped: "delete" | "retain";
  /** Whether an existing object is adopted; never if only an identifier distinguishes one from another. */
  readonly existing: "adopted" | "another";
  /** The call that makes an object, by its row. */
  readonly creation: Endpoint | undefined;
  /** The call that shows an object, by its row. */
  readonly sight: Endpoint;
  /** True if a successful answer is the only proof. */
  readonly isBelieved?: boolean;
  /** Adds what others have before the first command. */
  readonly seed: (account: Account) => void;
  readonly live: (emulator: Emulator) => readonly LiveObject[];
  /** The values that someone may set in the console, by name. */
  readonly console?: Readonly<Record<string, readonly unknown[]>>;
  readonly change?: (emulator: Emulator, id: string, name: string, value: unknown) => void;
  /** Someone makes an object of the identity in the console. */
  readonly add?: (account: Account, identity: string) => void;
  /** Takes away every object of its kind. */
  readonly take?: (emulator: Emulator) => void;
  /** The id by which an object is imported. */
  readonly importId?: (object: LiveObject) => string;
  /** The identifier of the object that a state means. */
  readonly managed?: (outputs: Properties) => unknown;
  /** The call that must have been acted on at most once a run. */
  readonly run: Endpoint | undefined;
}

/** A part with the facts that the contract suite's row of its kind has. */
export function partOf(own: Omit<Part, "existing" | "creation" | "sight" | "run">): Part {
  const row = allRows.find(({ kind }) => kind === own.kind);
  if (row === undefined) throw new Error(`the contract suite has no ${own.kind}`);
  const { createdBy, shownBy } = row;
  const { makes, owner } = row.cells;
  return {
    ...own,
    existing: applies(owner) && !applies(owner.adoption) ? "another" : "adopted",
    creation: applies(makes) ? createdBy : undefined,
    sight: applies(shownBy) ? shownBy : createdBy,
    run: applies(owner) ? undefined : createdBy,
  };
}
