import type { Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { longInteger } from "../../support/readings";
import type { Row } from "../row";
import { emptyLists } from "./empty-reads";

const { workgroupId } = ids;

const ranges = (emulator: Emulator) => emulator.allowedRanges(workgroupId);
const own = (emulator: Emulator) => ranges(emulator).filter(({ id }) => id !== "runner");

function changeRanges(emulator: Emulator, patch: object): void {
  emulator.setAllowedRanges(
    workgroupId,
    ranges(emulator).map((one) => ({ ...one, ...patch })),
  );
}

/** One address range of a workgroup's allow list. */
export const allowListEntry: Row = {
  kind: "AllowListEntry",
  service: { profile: "observed" },
  program: () => ({ workgroupId, cidr: "203.0.113.0/24", note: "office", timeoutSeconds: 20 }),
  change: { note: "branch" },
  createdBy: "createAllowedRange",
  changedBy: "updateAllowedRange",
  shownBy: "listAllowedRanges",
  removedBy: "deleteAllowedRange",
  removal: { deletionPolicy: "delete" },
  live: (emulator) => own(emulator).map(({ cidr, note }) => [cidr, note]),
  cells: {
    emptyRead: { ...emptyLists, undeclared: { none: "an entry has a range and a note alone" } },
    gone: {
      take: (emulator) =>
        emulator.setAllowedRanges(
          workgroupId,
          ranges(emulator).filter(({ id }) => id === "runner"),
        ),
      isWaitedFor: true,
    },
    makes: { other: { cidr: "192.0.2.0/24" } },
    rewritten: {
      program: { cidr: "203.0.113.7/24", note: " office " },
      show: (record) => ({ ...record, note: String(record["note"]).trim() }),
    },
    foreign: {
      add: ({ account }) => account.addAllowedRange(workgroupId, { id: "theirs", cidr: "203.0.113.0/24", note: "theirs" }),
      isThere: (emulator) => ranges(emulator).some((one) => one.id === "theirs" && one.note === "theirs"),
    },
    laggingReads: [{ note: "office" }, { note: "branch" }],
    hiddenParts: [
      { name: "a value that is masked", show: (record) => ({ ...record, expires: "***" }), field: /expires/ },
      { name: "an integer of too many digits", show: (record) => ({ ...record, expires: longInteger }), field: /expires/ },
    ],
    undeclaredSecrets: { plant: ({ emulator }, planted) => changeRanges(emulator, planted) },
    owner: {
      make: ({ emulator: { account } }) => account.addAllowedRange(workgroupId, { cidr: "203.0.113.0/24", note: "office" }),
      adoption: {},
      deletedByDefault: true,
      importId: (emulator) => `${workgroupId}/${own(emulator)[0]?.id}`,
    },
    secretArgument: "note",
    unfulfilled: ["creation", "update", "deletion"],
    overwritten: { note: "third" },
    turns: { same: { cidr: "203.0.113.7/24" }, others: [{ workgroupId: "other" }, { cidr: "192.0.2.0/24" }] },
  },
};

const isEnforced = (emulator: Emulator) => emulator.workgroup(workgroupId).enable_allow_list === true;

/** Whether a workgroup's allow list is enforced. */
export const allowList: Row = {
  kind: "AllowList",
  service: { profile: "observed" },
  program: () => ({ workgroupId, enabled: true, timeoutSeconds: 20 }),
  change: { enabled: false },
  createdBy: "enforceRanges",
  changedBy: "liftRanges",
  shownBy: 7,
  removedBy: "liftRanges",
  removal: { deletionPolicy: "disable" },
  live: (emulator) => [isEnforced(emulator)],
  cells: {
    emptyRead: {
      nothing: {},
      otherShapes: { null: () => null, '""': () => "", "{}": () => ({}) },
      undeclared: { none: "its calls take no record" },
    },
    gone: { none: "no call deletes it" },
    makes: { none: "it makes nothing: what a lost PUT sent is pending, as in an update" },
    rewritten: { none: "a boolean has one form" },
    foreign: { none: "a workgroup has one" },
    laggingReads: [{ enabled: true }, { enabled: false }],
    hiddenParts: { none: "its calls take no record" },
    undeclaredSecrets: { plant: ({ emulator }, planted) => emulator.changeWorkgroup(workgroupId, planted) },
    owner: {
      make: ({ emulator }) => emulator.changeWorkgroup(workgroupId, { enable_allow_list: true }),
      adoption: {},
      deletedByDefault: false,
      importId: workgroupId,
    },
    secretArgument: { none: "a boolean hides nothing" },
    unfulfilled: ["creation", "update"],
    overwritten: { none: "it is on or off, so that what differs from what was applied is what is declared" },
    turns: { same: {}, others: [{ workgroupId: "other" }] },
  },
};
