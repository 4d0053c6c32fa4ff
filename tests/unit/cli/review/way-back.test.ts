import type { Loss } from "../../../../cli/review/model";
import { path, reviewWith, type Step, workspace } from "./samples";

/** What a revert does not restore, of a new resource. */
function lossesOf(kind: string, after: object, line: string): readonly Loss[] {
  const step: Step = { kind, name: "new", after: { ...after } };
  return reviewWith([step], [line]).changes.flatMap(({ losses }) => losses);
}

const [whole, post] = [{ workgroupId: "wg-1", workspaceName: "new" }, 'POST /workgroups/wg-1/workspaces {"name":"new"}'];
const put = `PUT ${path} {"auto_stop_minutes":5} was {"auto_stop_minutes":30}`;
const setting = { is: "lost", path: ["autoStopMinutes"], live: { is: "value", value: 30 }, why: "not declared before" };

test.each<[string, string, object, string, readonly object[]]>([
  [
    "that it deletes is restored but for its database",
    "Workspace",
    { deletionPolicy: "delete" },
    post,
    [{ is: "possible", part: "database" }],
  ],
  ["whose database is declared is restored", "Workspace", { deletionPolicy: "delete", databaseId: "db-1" }, post, []],
  ["stays if that is declared", "Workspace", { deletionPolicy: "retain" }, post, [{ is: "lost", why: "stays" }]],
  ["is protected by default", "Workspace", {}, post, [{ is: "refused", why: "protected" }]],
  ["that existed is deleted if that is declared", "WorkspaceSettings", { deletionPolicy: "delete" }, put, [setting, { is: "deleted" }]],
  ["that existed keeps what was set", "WorkspaceSettings", {}, put, [setting]],
])("a revert of a new declaration: an object %s", (_, kind, more, line, losses) => {
  const declared = kind === "Workspace" ? whole : { ...workspace, autoStopMinutes: 5 };
  expect(lossesOf(kind, { ...declared, ...more }, line)).toEqual(losses);
});
