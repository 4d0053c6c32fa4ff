import { reviewOf } from "../../../../cli/review/read";
import { comment, path, previewWith, workspace } from "./samples";

/** The heading of a comment about one changed setting. */
function headingOf(argument: string, before: unknown, after: unknown, body: object): string {
  const step = { name: "main", before: { ...workspace, [argument]: before }, after: { ...workspace, [argument]: after } };
  return (
    comment(reviewOf(previewWith([step], [`PUT ${path} ${JSON.stringify(body)} was {}`])))
      .split("\n")
      .find((line) => line.startsWith("## ")) ?? ""
  );
}

test.each<[string, unknown, unknown, object, string]>([
  ["enableHa", false, true, { enable_ha: true }, "## ℹ️ `ws-1`: high availability `false` → `true`, effect not documented"],
  ["workspaceName", "a", "b", { workspace_name: "b" }, "## ℹ️ `ws-1`: `workspaceName` `a` → `b`, effect not documented"],
  ["autoStopMinutes", 30, 60, { auto_stop_minutes: 60 }, "## ✅ `ws-1`: auto-stop `30` → `60` min"],
  ["workspaceTypeName", "TG-0", "TG-1", { workspace_type_name: "TG-1" }, "## ⏸️ `ws-1` goes offline ≈2 min"],
])("a change of %s has the effect of its description", (argument, before, after, body, heading) => {
  expect(headingOf(argument, before, after, body)).toBe(heading);
});
