import { segment, workgroupPath } from "../../announce/lines";
import { lockoutAllowed } from "../../announce/consequences";
import { argumentsIn } from "../../values/names";
import { agrees, type ReviewFacts } from "../../announce/review-facts";

/** The field of the workgroup's record by its argument. */
export const fields = { enabled: "enable_allow_list" } as const;

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
  localArguments: ["deletionPolicy", "allowLockout", "timeoutSeconds"],
  addressedBy: ["workgroupId", "enabled"],
  replaceOnChanges: ["workgroupId"],
  consequences: [
    {
      id: "not-enforced",
      method: "PUT",
      pathEnd: "/disable",
      gravity: "opens",
      inShort: "access: the allow list is no longer enforced",
      says: "Access is opened: every address reaches the workgroup, whatever is on the allow list.",
      source: "docs/internals/api.md, section 11",
    },
    {
      id: "enforced",
      method: "PUT",
      pathEnd: "/enable",
      gravity: "risks",
      inShort: "the allow list is enforced, a possible lock-out",
      says: "Only addresses on the allow list reach the workgroup: clients at other addresses are locked out.",
      source: "docs/internals/api.md, section 11",
    },
    lockoutAllowed,
  ],
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
