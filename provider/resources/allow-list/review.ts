import { segment, workgroupPath } from "../../announce/lines";
import { consequencesOfFields } from "../../describe/effects";
import { reviewFactsFrom, wireNames } from "../../describe/resource";
import { argumentsIn } from "../../values/names";
import { allowListDescription } from "./description";
import { agrees, type ReviewFacts } from "../../announce/review-facts";

/** The field of the workgroup's record by its argument. */
export const fields = wireNames(allowListDescription.arguments);

type Ids = Partial<Record<"workgroupId", unknown>>;

/** The path of the list, by which lines name it. */
export function addressOf(args: Ids): string {
  return `${workgroupPath(args)}/allow_list`;
}

/** The path of the call that enforces the list, or no longer does; if it is not known which, the path says so. */
export function switchPath(args: Ids, enabled: unknown): string {
  const call = typeof enabled === "boolean" ? (enabled ? "enable" : "disable") : segment(enabled);
  return `${addressOf(args)}/${call}`;
}

export const allowListFacts: ReviewFacts = {
  isUnique: true,
  adopts: true,
  compares: true,
  ...reviewFactsFrom(allowListDescription),
  consequences: consequencesOfFields(allowListDescription.arguments, (_, enabled) => [
    { method: "PUT", pathEnd: enabled === true ? "/enable" : "/disable" },
  ]),
  address: addressOf,
  subject: ({ workgroupId }) => [["allow list of workgroup", workgroupId]],
  isOwnRequest: ({ method, path }, inputs) =>
    method === "PUT" && [true, false].some((enabled) => agrees(inputs.enabled, enabled) && path === switchPath(inputs, enabled)),
  argumentsOf: (body) => argumentsIn(fields, body),
  requestFor: (changed, { inputs, exists }) =>
    !exists || changed.some(({ path: [name] }) => name === "enabled")
      ? { method: "PUT", path: switchPath(inputs, inputs.enabled) }
      : undefined,
  deletionRequest: (last) => (last.deletionPolicy === "disable" ? { method: "PUT", path: switchPath(last, false) } : undefined),
};
