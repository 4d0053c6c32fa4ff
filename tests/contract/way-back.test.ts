import { falseStatements } from "../support/way-back";
import { rows } from "./rows";
import { casesOf, play } from "./way-back";

/** A few of the cases; `npm run test:full` plays all. */
const cases = rows.flatMap((row) => casesOf(row)).filter((_, index) => index % 16 === 0);

test.each(cases.map((one) => [`${one.row.kind} ${one.name}`, one] as const))(
  "a review says what its revert restores: %s",
  async (_, one) => {
    expect((await play(one))?.wrong ?? []).toEqual([]);
  },
);

const [kind, address] = ["WorkspaceSettings", "/workgroups/wg/workspaces/ws"];
const place = "workgroups/1/workspaces/1/record/";
const account = (minutes: number) =>
  new Map<string, unknown>([
    [`${place}workspace_id`, "ws"],
    [`${place}auto_stop_minutes`, minutes],
    ["workgroups/1/workspaces/2/record/workspace_id", "other"],
  ]);
const loss = { is: "lost", path: ["autoStopMinutes"], kind, address } as const;
test.each([
  ["nothing differs, and nothing is stated", [], 30, "", []],
  ["what differs is stated", [loss], 45, "", []],
  ["what differs is not stated", [], 45, "", [`is not restored: ${place}auto_stop_minutes`]],
  ["something else is stated", [{ ...loss, path: ["enableHa"] }], 45, "", 2],
  ["another object is stated", [{ ...loss, address: "/workgroups/wg/workspaces/other" }], 45, "", 2],
  ["nothing differs, and a loss is stated", [loss], 30, "", ["is restored: WorkspaceSettings autoStopMinutes"]],
  ["nothing differs, and a possible loss is stated", [{ ...loss, is: "possible" as const }], 30, "", []],
  ["it fails, and nothing is stated", [], 30, "no", ["fails: no"]],
  ["it fails as stated", [{ ...loss, is: "refused" as const }], 45, "no", []],
  ["it does not fail as stated", [{ ...loss, is: "refused" as const }], 30, "", ["does not fail: WorkspaceSettings autoStopMinutes"]],
])("the statements are compared with the account: %s", (_, stated, minutes, failure, expected) => {
  const found = falseStatements(stated, { before: account(30), after: account(minutes), failure });
  expect(typeof expected === "number" ? found.length : found).toEqual(expected);
});
