import type { Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { canaries } from "../../support/canary";
import type { Row } from "../row";
import { emptyLists } from "./empty-reads";

const { workgroupId, workspaceId } = ids;
const place = { workgroupId, workspaceId };
const [password, secondPassword] = [canaries["the password"], canaries["the second password"]];

/** The users, each with its password. */
const live = (emulator: Emulator) => Object.entries(emulator.passwords(workgroupId, workspaceId));

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
  removal: { deletionPolicy: "delete" },
  live,
  cells: {
    emptyRead: { ...emptyLists, undeclared: { none: "a user has a name and a password alone" } },
    gone: { take: (emulator) => emulator.changeContents(workgroupId, workspaceId, { users: [] }) },
    makes: { other: { username: "bert" } },
    rewritten: { program: { username: "Anna" }, show: (record) => ({ ...record, username: String(record["username"]).toLowerCase() }) },
    foreign: { none: "no list shows a password: a user of that name is ours as far as can be known, and a line says so" },
    laggingReads: [{ password }, { password: secondPassword }],
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
    },
    secretArgument: "password",
    unfulfilled: { none: "no read shows a password, and the responses are believed" },
    overwritten: { none: "no response shows a password" },
    turns: { same: {}, others: [{ workgroupId: "other" }, { workspaceId: "other" }, { username: "bert" }] },
  },
};
