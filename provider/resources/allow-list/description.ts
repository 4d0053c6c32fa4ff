import { segment, type ShownIds, workgroupPath } from "../../messages/message";
import { deletionPolicy, flag, parentId, optInFlag, timeout } from "../../describe/fields";
import { lockoutAllowed } from "../../describe/effects";
import { type ArgumentsOf, describe, type StateOf, wireNames } from "../../describe/resource";
import type { PendingState } from "../../reconcile/pending";

export const allowListDescription = describe({
  kind: "AllowList",
  description: [
    'Turns enforcement of a workgroup\'s allow list on or off; {@link AllowListEntry} manages its entries. A list that is already enforced is adopted without a request. Deleting the resource leaves the list unchanged, unless `deletionPolicy` is `"disable"`.',
    'List the entries in `dependsOn`, so that they exist before enforcement starts. A preview includes the entries that the program is about to add, and fails if enforcement would lock out the machine that runs it. With `deletionPolicy: "disable"`, `pulumi destroy` ends enforcement first and then deletes the entries. Without it, the list stays enforced, and graphplane does not delete its last entry.',
    "Not every service supports these calls; if a call is not supported, the error states what still works.",
  ],
  example: `
const office = new AllowListEntry("office", { workgroupId, cidr: "203.0.113.0/24" });
new AllowList("production", { workgroupId, enabled: true, deletionPolicy: "disable" }, { dependsOn: [office] });
`,
  api: "section 11",
  idFormat: "<workgroupId>",
  displayTemplate: "allow list of workgroup <workgroupId>",
  identity: ["workgroupId"],
  arguments: {
    workgroupId: parentId("The workgroup."),
    enabled: flag("Enforces the list: only addresses on it can reach the workgroup.", {
      wire: "enable_allow_list",
      decidesRequests: true,
      output: { description: "True if the list is enforced." },
      effect: [
        {
          is: "access",
          when: false,
          id: "not-enforced",
          severity: "opens",
          summary: "open to any address",
          headline: ["Any address can reach %", "Any address can reach % workgroups"],
          description: "Any IP address can reach the workgroup; the allow list is not enforced.",
          source: "docs/internals/api.md, section 11",
        },
        {
          is: "access",
          when: true,
          id: "enforced",
          severity: "risks",
          summary: "lockout risk",
          headline: ["Only listed addresses can reach %", "Only listed addresses can reach % workgroups"],
          description: "Only addresses on the allow list can reach the workgroup. Clients at other addresses are locked out.",
          source: "docs/internals/api.md, section 11",
        },
      ],
    }),
    deletionPolicy: deletionPolicy(
      ["retain", "disable"],
      "The effect on the list when the resource is deleted: `retain` leaves it unchanged, and `disable` turns enforcement off. The value in the state applies, so run `pulumi up` after changing it.",
    ),
    allowLockout: optInFlag(
      "Allows enforcement even if the list is empty or does not contain the address that the update comes from, or if the service does not return enough data to decide. Otherwise, graphplane refuses the update and sends no request.",
      { effect: lockoutAllowed },
    ),
    timeoutSeconds: timeout("Seconds to wait until the service returns the new values.", { default: "120" }),
  },
  outputs: {},
  review: {
    addressedBy: ["workgroupId", "enabled"],
    isUnique: true,
    adopts: true,
    sentBy: (_, enabled) => [{ method: "PUT", pathEnd: enabled === true ? "/enable" : "/disable" }],
    address: addressOf,
    subject: { "allow list of workgroup": "workgroupId" },
    deletionSets: { disable: { enabled: false } },
    deletions: { disable: (last) => ({ method: "PUT", path: switchPath(last, false) }) },
  },
});

export type Arguments = ArgumentsOf<typeof allowListDescription>;
export type State = StateOf<typeof allowListDescription> & PendingState;

/** The field of the workgroup's record, keyed by argument. */
export const fields = wireNames(allowListDescription.arguments);

/** Returns the path, which identifies the list in messages. */
export function addressOf(args: ShownIds): string {
  return `${workgroupPath(args)}/allow_list`;
}

/** Returns the path of the call that turns enforcement on or off. If `enabled` is unknown, the path contains a placeholder. */
export function switchPath(args: ShownIds, enabled: unknown): string {
  const call = typeof enabled === "boolean" ? (enabled ? "enable" : "disable") : segment(enabled);
  return `${addressOf(args)}/${call}`;
}
