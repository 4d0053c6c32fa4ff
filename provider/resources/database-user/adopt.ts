import { holdsAddress } from "../../adopt/secrets";
import { inWorkspaces } from "../../adopt/workspaces";

const declareManually = "declare it manually, with adopt: true, and its name and password from the stack configuration";

/** Declares database users, which cannot be imported without their passwords. */
export const databaseUserAdoption = {
  secret: "password",
  heading: `Database users. The service returns no passwords, so users are not imported: set the password of a user, and the
next update adopts the user and sets that password. A user without a password here is not managed.
  pulumi config set --secret <name>-password`,
  ...inWorkspaces<string>({
    objects: { one: "database user", many: "database users", option: "no-users" },
    lacking: "this service does not list them; declare them manually, with adopt: true.",
    list: async (client, ids) => (await client.databaseUsers.list(ids))?.map(({ username }) => username ?? "") ?? [],

    declare(username, ids, workspace, _, leaveOut) {
      const what = `a database user of ${workspace}`;
      if (username === "") return void leaveOut(what, `the service returns no readable name: ${declareManually}.`);
      if (!username.isWellFormed()) return void leaveOut(what, "its name is not well-formed Unicode.");
      if (holdsAddress(username)) return void leaveOut(what, `its name contains an e-mail address: ${declareManually}.`);
      const name = { name: `${workspace} ${username}`, qualifier: ids.workspaceId, id: username, kind: "user" };
      return { name, id: `${ids.workgroupId}/${ids.workspaceId}/${username}`, args: { ...ids, username } };
    },
  }),
};
