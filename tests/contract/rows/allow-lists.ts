import type { Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { longInteger } from "../../support/readings";
import type { HiddenPart, Row } from "../row";
import { emptyLists } from "./empty-reads";

const { workgroupId } = ids;

const ranges = (emulator: Emulator) => emulator.allowedRanges(workgroupId);
const own = (emulator: Emulator) => ranges(emulator).filter(({ id }) => id !== "runner");
const note = (emulator: Emulator) => own(emulator)[0]?.note;

function changeRanges(emulator: Emulator, patch: object): void {
  emulator.setAllowedRanges(
    workgroupId,
    ranges(emulator).map((one) => ({ ...one, ...patch })),
  );
}

const entryParts: readonly HiddenPart[] = (
  [
    ["a value that is masked", { expires: "***" }],
    ["an integer of too many digits", { expires: longInteger }],
  ] as const
).map(([name, hidden]) => ({
  name,
  program: {},
  change: { note: "branch" },
  show: (result) => (result as object[]).map((one) => ({ ...one, ...hidden })),
  field: /expires/,
}));

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
  turns: { same: { cidr: "203.0.113.7/24" }, others: [{ workgroupId: "other" }, { cidr: "192.0.2.0/24" }] },
  removal: { deletionPolicy: "delete" },
  live: (emulator) => own(emulator).map(({ cidr, note }) => [cidr, note]),
  cells: {
    emptyRead: { ...emptyLists, undeclared: { none: "an entry has a range and a note alone" } },
    gone: {
      parents: [7],
      take: (emulator) =>
        emulator.setAllowedRanges(
          workgroupId,
          ranges(emulator).filter(({ id }) => id === "runner"),
        ),
      waits: {},
    },
    lostCreation: { makes: { other: { cidr: "192.0.2.0/24" }, otherLive: [["192.0.2.0/24", "office"]] } },
    madeTwice: {
      rewritten: {
        program: { cidr: "203.0.113.7/24", note: " office " },
        show: (one) => ({ ...one, note: String(one["note"]).trim() }),
      },
      foreign: {
        add: ({ account }) => account.addAllowedRange(workgroupId, { id: "theirs", cidr: "203.0.113.0/24", note: "theirs" }),
        isThere: (emulator) => ranges(emulator).some((one) => one.id === "theirs" && one.note === "theirs"),
      },
    },
    onItsWay: { dropped: "note", isFirst: (emulator) => note(emulator) === "office" },
    laggingReads: { first: { note: "office" }, second: { note: "branch" }, isFirst: (emulator) => note(emulator) === "office" },
    hiddenParts: entryParts,
    undeclaredSecrets: { plant: ({ emulator }, planted) => changeRanges(emulator, planted) },
    owner: {
      make: ({ emulator: { account } }) => account.addAllowedRange(workgroupId, { cidr: "203.0.113.0/24", note: "office" }),
      adoption: {},
      deletedByDefault: true,
      importId: (emulator) => `${workgroupId}/${own(emulator)[0]?.id}`,
      renamed: {},
    },
    otherService: { silentDeletion: false },
    secretArguments: { argument: "note", valueOf: (secret) => secret },
    unfulfilled: ["creation", "update", "deletion"],
    overwritten: { note: "third" },
    previews: { local: { timeoutSeconds: 50 }, replaced: { cidr: "192.0.2.0/24" }, makesAnother: false },
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
  turns: { same: {}, others: [{ workgroupId: "other" }] },
  removal: { deletionPolicy: "disable" },
  live: (emulator) => [isEnforced(emulator)],
  cells: {
    emptyRead: {
      nothing: {},
      otherShapes: { null: () => null, '""': () => "", "{}": () => ({}) },
      undeclared: { none: "its calls take no record" },
    },
    gone: { none: "no call deletes it" },
    lostCreation: { makes: { none: "it makes nothing: what a lost PUT sent is pending, as in an update" } },
    madeTwice: { none: "a workgroup has one" },
    onItsWay: { dropped: { none: "what it declares is required" }, isFirst: isEnforced },
    laggingReads: { first: { enabled: true }, second: { enabled: false }, isFirst: isEnforced },
    hiddenParts: { none: "its calls take no record" },
    undeclaredSecrets: {
      plant: ({ emulator }, planted) => emulator.changeWorkgroup(workgroupId, planted),
    },
    owner: {
      make: ({ emulator }) => emulator.changeWorkgroup(workgroupId, { enable_allow_list: true }),
      adoption: {},
      deletedByDefault: false,
      importId: workgroupId,
      renamed: {},
    },
    otherService: { silentDeletion: true },
    secretArguments: { none: "a boolean hides nothing" },
    unfulfilled: ["creation", "update"],
    overwritten: { none: "it is on or off, so that what differs from what was applied is what is declared" },
    previews: {
      local: { timeoutSeconds: 50 },
      replaced: { none: "its workgroup alone replaces it, and there is one" },
      makesAnother: false,
    },
  },
};
