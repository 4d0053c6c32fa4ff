import { consequences, consequencesOf, worstOf } from "../../../provider/consequences";

const workspace = "/workgroups/wg/workspaces/ws";
const configurations = "/add-ons/a/configs";

test.each([
  ["DELETE", workspace, undefined, ["workspace-deleted"]],
  ["DELETE", `${workspace}/dbuser`, { username: "u" }, ["user-deleted"]],
  ["DELETE", `${configurations}/c`, undefined, ["configuration-deleted"]],
  ["PUT", workspace, { workspace_type_name: "TG-1" }, ["resized"]],
  ["PUT", workspace, { pause: true }, ["paused"]],
  ["PUT", workspace, { pause: false }, ["resumed"]],
  ["PUT", workspace, { desired_tg_version: "4" }, ["version"]],
  ["PUT", workspace, { enable_auto_start: false }, ["no-auto-start"]],
  ["PUT", workspace, { enable_auto_start: true }, []],
  ["PUT", workspace, { auto_stop_minutes: 1 }, []],
  ["PUT", workspace, { desired_tg_version: "4", workspace_type_name: "TG-1" }, ["resized", "version"]],
  ["PUT", workspace, null, []],
  ["PUT", workspace, "pause", []],
  ["GET", workspace, undefined, []],
  ["POST", `${workspace}/refresh`, undefined, ["refreshed"]],
  ["POST", `${workspace}/dbuser`, { username: "u" }, []],
  ["PUT", `${workspace}/dbuser`, { username: "u" }, ["password"]],
  ["PUT", `${configurations}/c`, { config_value: 1 }, ["configuration-shared"]],
  ["POST", configurations, { config_name: "c" }, ["configuration-made"]],
  ["POST", "https://host.example/restpp/query/g/q", {}, ["query"]],
  ["POST", "https://host.example/restpp/query/g", {}, []],
  ["DELETE", "/workgroups/wg", undefined, []],
])("%s %s %j means %j", (method, path, body, ids) => {
  const found = consequencesOf({ method, path, body });
  expect(found.map(({ id }) => id)).toEqual(ids);
  for (const { says, source, inShort } of found) expect([says, source, inShort].every((text) => text.length > 0)).toBe(true);
});

test("the gravest is told first, and of equally grave ones the first of the table", () => {
  const all = ["query", "version", "resized", "paused", "user-deleted"].map((id) => consequences.find((row) => row.id === id)!);
  expect(worstOf(all)?.id).toBe("user-deleted");
  expect(worstOf(all.slice(0, 4))?.id).toBe("resized");
  expect(worstOf(all.slice(0, 2))?.id).toBe("version");
  expect(worstOf([])).toBeUndefined();
});
