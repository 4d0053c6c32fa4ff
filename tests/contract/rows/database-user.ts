import type { Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { canaries } from "../../support/canary";
import type { Row } from "../row";
import { emptyLists } from "./empty-reads";

const { workgroupId, workspaceId } = ids;
const place = { workgroupId, workspaceId };
const users = (emulator: Emulator) => emulator.usernames(workgroupId, workspaceId);
const [password, secondPassword] = [canaries["the password"], canaries["the second password"]];
const opens = (emulator: Emulator, one: string) => emulator.passwordIs(workgroupId, workspaceId, "anna", one);

/** An in-database user of a workspace. */
export const databaseUser: Row = {
  kind: "DatabaseUser",
  service: { profile: "observed" },
  program: () => ({ ...place, username: "anna", password }),
  change: { password: secondPassword },
  createdBy: "createUser",
  changedBy: "setPassword",
  shownBy: "listUsers",
  removedBy: 12,
  updatesUnread: true,
  turns: { same: {}, others: [{ workgroupId: "other" }, { workspaceId: "other" }, { username: "bert" }] },
  removal: { deletionPolicy: "delete" },
  live: (emulator) => users(emulator),
  cells: {
    emptyRead: { ...emptyLists, undeclared: { none: "a user has a name and a password alone" } },
    gone: {
      parents: [7],
      take: (emulator) => emulator.changeContents(workgroupId, workspaceId, { users: [] }),
      waits: { none: "the call is documented, and the list of users is not: its answer is the proof" },
    },
    lostCreation: { makes: { other: { username: "bert" }, otherLive: ["bert"] } },
    madeTwice: {
      rewritten: { program: { username: "Anna" }, show: (one) => ({ ...one, username: String(one["username"]).toLowerCase() }) },
      foreign: { none: "no list shows a password: a user of that name is ours as far as can be known, and a line says so" },
    },
    onItsWay: { dropped: { none: "its password is required" }, isFirst: (emulator) => opens(emulator, password) },
    laggingReads: { first: { password }, second: { password: secondPassword }, isFirst: (emulator) => opens(emulator, password) },
    hiddenParts: { none: "its calls take no record" },
    undeclaredSecrets: {
      plant: ({ emulator }, planted) =>
        emulator.changeContents(workgroupId, workspaceId, {
          users: emulator.contents(workgroupId, workspaceId).users.map((user) => ({ ...user, ...planted })),
        }),
    },
    owner: {
      make: ({ emulator: { account } }) => account.addUser(workgroupId, workspaceId, { username: "anna", password }),
      adoption: { adopt: true },
      deletedByDefault: true,
      importId: `${workgroupId}/${workspaceId}/anna`,
      renamed: { adopt: true },
    },
    otherService: { silentDeletion: false },
    secretArguments: { argument: "password", valueOf: (secret) => secret },
    unfulfilled: { none: "no read shows a password, and the responses are believed" },
    overwritten: { none: "no response shows a password" },
    previews: { local: { adopt: true }, replaced: { username: "bert" }, makesAnother: false },
  },
};
