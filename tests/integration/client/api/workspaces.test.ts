import { workspaceUpdate, type WorkspaceUpdate } from "../../../../client/api/workspaces";
import * as shapes from "../../../../client/wire/shapes";
import { InputError } from "../../../../client/http/errors";
import { failureOf, makeClient, serve, success, text } from "../fixture";

const ws = { workgroupID: "wg", workspaceID: "ws" };
const types = {
  integer: { good: [0, 7, 2_000_000], bad: ["7", 1.5, true, null, NaN, Infinity, [7]] },
  "integer, minimum 0": { good: [0, 30], bad: [-1, -0.5, "0", null] },
  text: { good: ["", "x", "über"], bad: [1, true, null, ["x"], {}] },
  boolean: { good: [true, false], bad: ["true", 1, null] },
} as const;

/** The body of API endpoint 9; every field is optional at top level. */
const scalars: Readonly<Record<keyof typeof types, readonly string[]>> = {
  "integer, minimum 0": ["auto_stop_minutes"],
  integer: ["maintenance_window_day_of_week", "maintenance_window_hour_of_day", "maintenance_window_interval_weeks"],
  text: [
    ...["auto_upgrade_state", "desired_tg_version", "maintenance_window_time_zone", "update_strategy"],
    ...["workspace_name", "workspace_type_name"],
  ],
  boolean: ["enable_auto_start", "enable_ha", "pause"],
};
const agentConfig = Object.keys(shapes.agentConfig.fields);

/** The InputError's message for a body; undefined when the body is sent. */
async function refusalOf(body: unknown): Promise<string | undefined> {
  const service = await serve(success({ workspace_id: "ws" }));
  const outcome = await makeClient(service)
    .client.workspaces.update(ws, body as WorkspaceUpdate)
    .catch((error: unknown) => error);
  expect(service.requests).toHaveLength(outcome instanceof InputError ? 0 : 1);
  return outcome instanceof InputError ? outcome.message : undefined;
}

test("the body has exactly the documented fields", () => {
  expect(Object.keys(workspaceUpdate.shape).sort()).toEqual(["addons", "agent_config", ...Object.values(scalars).flat()].sort());
  expect(Object.keys(workspaceUpdate.shape.agent_config.unwrap().shape)).toEqual(agentConfig);
});

test.each(Object.entries(scalars).flatMap(([type, names]) => names.map((name) => [name, type as keyof typeof types] as const)))(
  "%s is optional and a value of type %s",
  (name, type) => {
    for (const good of types[type].good) expect(workspaceUpdate.parse({ [name]: good })).toEqual({ [name]: good });
    for (const bad of types[type].bad) expect(workspaceUpdate.safeParse({ [name]: bad }).error?.issues[0]?.path).toEqual([name]);
  },
);

test.each(agentConfig)("agent_config.%s is sent back as a service shows it, of whatever type", (name) => {
  for (const value of [7, true, "7", null, [7], { seconds: 7 }])
    expect(workspaceUpdate.parse({ agent_config: { [name]: value } }).agent_config).toEqual({ [name]: value });
});

test("an add-on's item requires addons_id and enable; its configuration is an object, a text or absent", () => {
  const entry = { addons_id: "a", enable: true };
  for (const good of [entry, { ...entry, enable_configuration: { a: [1] } }, { ...entry, enable_configuration: "{}" }]) {
    expect(workspaceUpdate.parse({ addons: [good] })).toEqual({ addons: [good] });
  }
  expect(workspaceUpdate.parse({ addons: [] })).toEqual({ addons: [] });
});

test.each([
  ["an unknown field", { auto_stop_minute: 5 }, /auto_stop_minute"/],
  ["a negative number of minutes", { auto_stop_minutes: -1 }, /auto_stop_minutes: /],
  ["a fraction of a minute", { auto_stop_minutes: 0.5 }, /auto_stop_minutes: /],
  ["an add-on without addons_id", { addons: [{ addons_id: "a", enable: true }, { enable: true }] }, /addons\.1\.addons_id: /],
  ["an add-on without enable", { addons: [{ addons_id: "a" }] }, /addons\.0\.enable: /],
  ["an add-on with an unknown field", { addons: [{ addons_id: "a", enable: true, on: 1 }] }, /addons\.0: .*"on"/],
  ["add-ons that are no array", { addons: { a: true } }, /addons: /],
  ["two wrong fields at once", { pause: "yes", enable_ha: 1 }, /enable_ha: .*pause: |pause: .*enable_ha: /],
  ["a text as the whole", "{}", /the body: /],
  ["an array as the whole", [], /the body: /],
  ["a field that only looks inherited", JSON.parse('{"__proto__": {"pause": true}}') as unknown, /__proto__/],
  ["a field named like a prototype's member", { constructor: 1 }, /constructor/],
])("%s is refused with its place, and nothing is sent", async (_, body, place) => {
  const message = await refusalOf(body);
  expect(message).toMatch(place);
  expect(message).toMatch(/^the body of PUT .* does not have the documented shape: /);
});

test.each([
  ["a number without JSON", { agent_config: { later: 1n } }],
  ["a circle", { agent_config: circle() }],
  ["100 000 levels", { addons: [{ addons_id: "a", enable: true, enable_configuration: nested(100_000) }] }],
])("a body with %s is an InputError, not a lost connection", async (_, body) => {
  expect(await refusalOf(body)).toMatch(/cannot be written as JSON/);
});

test("fields of the agent that only a newer service knows are sent", async () => {
  const service = await serve(success(null));
  await makeClient(service).client.workspaces.update(ws, { agent_config: { heartbeat_interval_seconds: 5, newer: { a: 1 } } });
  expect(JSON.parse(service.requests[0]?.body ?? "")).toEqual({ agent_config: { heartbeat_interval_seconds: 5, newer: { a: 1 } } });
});

function circle(): object {
  const ring: Record<string, unknown> = {};
  ring["ring"] = ring;
  return ring;
}

function nested(levels: number): unknown {
  return JSON.parse("[".repeat(levels) + "]".repeat(levels));
}

test.each([200, 201, 400, 500])("no body with HTTP %i is no success", async (status) => {
  const { client } = makeClient(await serve(text(status, "")), { maxRetries: 0 });
  expect((await failureOf(client.workspaces.delete(ws))).failure.outcome).toBe("not-understood");
  expect((await failureOf(client.workspaces.refresh(ws))).failure.outcome).toBe("not-understood");
});
