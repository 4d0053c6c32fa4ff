import { partsOf } from "../../provider/values/urn";
import { withoutMarkers } from "../../provider/values/unknowns";
import type { ReviewedChange } from "../review/fingerprint";
import type { EngineEvent, ResourceEvent } from "../review/inputs";
import type { Review } from "../review/model";
import type { Failure } from "./reports";

/** Derives the progress of an update from the engine's events. */

const removals = ["delete", "delete-replaced", "discard", "discard-replaced"];
const harmless = ["same", "refresh", "read", "read-replacement", "replace", "remove-pending-replace"];

export function progressOf(events: readonly EngineEvent[], { changes }: Pick<Review, "changes">) {
  const steps = (all: readonly (ResourceEvent | undefined)[]) =>
    all.flatMap((one) => (one === undefined || one.planning === true ? [] : [one.metadata]));
  const done = steps(events.map(({ resOutputsEvent }) => resOutputsEvent)).filter(({ op }) => !harmless.includes(op));
  const failed = steps(events.map(({ resOpFailedEvent }) => resOpFailedEvent));
  const errors = events.flatMap(({ diagnosticEvent: one }) => (one?.severity === "error" ? [one] : []));
  const known = new Set(changes.map(({ urn }) => urn));
  const isReviewed = (urn: string) => known.has(urn) || /^pulumi:(providers:|pulumi:Stack$)/.test(partsOf(urn).type);
  const pending = new Set(changes.flatMap(({ key, urn }) => (key === urn ? [] : [key])));
  // Two objects can have the same URN. The id distinguishes them.
  const isStepOf =
    ({ change, isRemoval }: ReviewedChange) =>
    ({ urn, op, old }: ResourceEvent["metadata"]) => {
      const own = `${urn} ${old?.id}`;
      return removals.includes(op) === isRemoval && change?.key === (pending.has(own) ? own : urn);
    };
  const causeOf = (message: string) => withoutMarkers(message).trim();
  const failures: Failure[] = errors.flatMap(({ urn, message }) =>
    urn === undefined ? [] : [{ name: partsOf(urn).name, cause: causeOf(message) }],
  );
  return {
    /** False if the engine wrote no events, because the stack is locked or the backend cannot be reached. */
    hasStarted: events.length > 0,
    isDone: (one: ReviewedChange): boolean => done.some(isStepOf(one)) && !failed.some(isStepOf(one)),
    /** The failed steps with their errors. If no step failed, the errors that have no resource. */
    failures: failures.length > 0 ? failures : errors.map(({ message }): Failure => ({ name: "", cause: causeOf(message) })),
    /** The names of resources that changed although the preview did not include a change of them. */
    unreviewed: [...new Set(done.filter(({ urn }) => !isReviewed(urn)).map(({ urn }) => partsOf(urn).name))],
  };
}
