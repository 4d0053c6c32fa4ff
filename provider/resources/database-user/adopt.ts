import type { AdoptFacts, Declared, ProgramNames } from "../../adopt/facts";
import { type Entry, print } from "../../adopt/source";
import type { UserId } from "./schema";

/** How existing users are declared: none can be imported without its password. */
export const databaseUserAdoption: AdoptFacts<UserId> = {
  objects: { one: "database user", many: "database users", option: "no-users" },
  secret: "password",

  read: (reader, { workgroups }) =>
    reader.lists(
      {
        objects: "database users",
        places: workgroups.flatMap(({ workgroup_id, workspaces }) => workspaces.map((record) => ({ workgroup_id, record }))),
        describe: ({ record }) => `workspace ${JSON.stringify(record.name || record.workspace_id)}`,
        lacking: "this service does not list them; declare them by hand, with adopt: true.",
      },
      async ({ workgroup_id: workgroupId, record: { workspace_id: workspaceId } }, client) => {
        const users = await client.databaseUsers.list({ workgroupID: workgroupId, workspaceID: workspaceId });
        return (users ?? []).flatMap(({ username }) => (username ? [{ workgroupId, workspaceId, username }] : []));
      },
    ),

  declare: (users, { workgroups }, leaveOut) =>
    users.flatMap(({ workgroupId, workspaceId, username }) => {
      const workspace = workgroups.find(({ id }) => id === workgroupId)?.workspaces.find(({ id }) => id === workspaceId);
      if (workspace === undefined) return [];
      if (!username.isWellFormed()) {
        leaveOut(`a database user of ${workspace.name}`, "its name is not well-formed text.");
        return [];
      }
      const name = { name: `${workspace.name} ${username}`, qualifier: workspaceId, id: username, kind: "user" };
      return [{ name, id: `${workgroupId}/${workspaceId}/${username}`, args: { workgroupId, workspaceId, username } }];
    }),

  render(declared: readonly Declared[], program: ProgramNames): string {
    const entries = declared.map(({ name, args }): Entry => [name, { entries: program.entries(args), spread: true }]);
    return `// Database users. The service shows no passwords, so users are not imported: set the password of one, and the next
// update adopts the user and sets that password. A user without a password here is not managed.
//   pulumi config set --secret <name>-password
const config = new pulumi.Config();
for (const [name, user] of Object.entries(${print({ entries, spread: true }, "", "", "")})) {
  const password = config.getSecret(\`\${name}-password\`);
  if (password !== undefined) {
    new DatabaseUser(name, {
      ...user,
      password,
      adopt: true,
    });
  }
}`;
  },
};
