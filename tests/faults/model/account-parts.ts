import type { AllowedRange, Emulator } from "../../../testing/emulator";
import { canaries } from "../../support/canary";
import { serviceOf } from "../../support/readings";
import { installedAddonId, type Part, partOf, workgroupId } from "./part";

/** The resources that belong to a workgroup or to the organisation. */

const configuration = partOf({
  kind: "AddonConfiguration",
  fixed: () => ({ installedAddonId, adopt: true }),
  values: {
    configName: ["main", "second"],
    configValue: [{ token: canaries["the configuration's secret"] }, { token: canaries["the second configuration's secret"] }],
    deletionPolicy: ["delete", "retain"],
  },
  required: ["configName", "configValue"],
  identity: "configName",
  secrets: ["configValue"],
  whenDropped: "retain",
  isBelieved: true,
  seed: (account) => {
    account.addInstalledAddon({ id: installedAddonId });
    account.addConfiguration(installedAddonId, { name: "theirs", value: '{"token":"of the console"}' });
  },
  live: (emulator) =>
    emulator.configurations(installedAddonId).map(({ id, name, value }) => {
      return { id, identity: name, values: { configValue: JSON.parse(value) as unknown } };
    }),
  add: (account, name) => void account.addConfiguration(installedAddonId, { name, value: '{"token":"of the console"}' }),
  take: (emulator) => void (serviceOf(emulator).store.addon(installedAddonId).configurations = []),
  importId: ({ identity }) => `${installedAddonId}/${identity}`,
  managed: ({ configId }) => configId || undefined,
});

/** The range as a program declares it. */
const declaredRange = (cidr: string) => cidr.replace(/\/32$/, "");

function changeRange(emulator: Emulator, id: string, change: Partial<AllowedRange>): void {
  const ranges = emulator.allowedRanges(workgroupId).map((range) => (range.id === id ? { ...range, ...change } : range));
  emulator.setAllowedRanges(workgroupId, ranges);
}

const entry = partOf({
  kind: "AllowListEntry",
  fixed: () => ({ workgroupId, timeoutSeconds: 20, adopt: true }),
  values: { cidr: ["203.0.113.0/24", "203.0.113.9"], note: ["office", "branch"], deletionPolicy: ["delete", "retain"] },
  required: ["cidr"],
  identity: "cidr",
  whenDropped: "delete",
  seed: (account) => void account.addAllowedRange(workgroupId, { id: "runner", cidr: "198.51.100.0/24", note: "" }),
  live: (emulator) =>
    emulator.allowedRanges(workgroupId).map(({ id, cidr, note }) => ({ id, identity: declaredRange(cidr), values: { note } })),
  console: { note: ["console"] },
  change: (emulator, id, _, value) => changeRange(emulator, id, { note: String(value) }),
  add: (account, cidr) => void account.addAllowedRange(workgroupId, { cidr, note: "console" }),
  managed: ({ entryId }) => entryId || undefined,
  take: (emulator) => emulator.setAllowedRanges(workgroupId, []),
  importId: ({ id }) => `${workgroupId}/${id}`,
});

const allowList = partOf({
  kind: "AllowList",
  fixed: () => ({ workgroupId, timeoutSeconds: 20 }),
  values: { enabled: [true, false] },
  required: ["enabled"],
  whenDropped: "retain",
  seed: () => undefined,
  live: (emulator) => [{ id: "it", identity: "", values: { enabled: emulator.workgroup(workgroupId).enable_allow_list ?? false } }],
  console: { enabled: [true, false] },
  change: (emulator, _, __, value) => emulator.changeWorkgroup(workgroupId, { enable_allow_list: value === true }),
});

export const accountParts: readonly Part[] = [configuration, entry, allowList];
