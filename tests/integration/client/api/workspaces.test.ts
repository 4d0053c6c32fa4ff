import { workspaceUpdate, type WorkspaceUpdate } from "../../../../client/api/workspaces";
import { InputError } from "../../../../client/http/errors";
import { type Answerer, failureOf, makeClient, serve, success, text } from "../fixture";

const ws = { workgroupID: "wg", workspaceID: "ws" };
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
  expect(Object.keys(workspaceUpdate.shape)).toEqual([
    ...["addons", "agent_config", "auto_stop_minutes", "auto_upgrade_state", "desired_tg_version", "enable_auto_start", "enable_ha"],
    ...["day_of_week", "hour_of_day", "interval_weeks", "time_zone"].map((name) => `maintenance_window_${name}`),
    ...["pause", "update_strategy", "workspace_name", "workspace_type_name"],
  ]);
});

const addon = { addons_id: "a", enable: true };
test.each<[string, WorkspaceUpdate]>([
  ["a value of each type", { auto_stop_minutes: 0, maintenance_window_hour_of_day: 7, workspace_name: "", pause: false }],
  ["no add-on", { addons: [] }],
  ["add-ons with a configuration of any form", { addons: [addon, { ...addon, enable_configuration: { a: [1] } }] }],
  ["an agent's values of any type, as a service shows them", { agent_config: { heartbeat_interval_seconds: "7" } }],
  ["an agent's fields that only a newer service knows", { agent_config: { newer: { a: 1 } } }],
])("%s is sent unchanged", async (_, body) => {
  const service = await serve(success(null));
  await makeClient(service).client.workspaces.update(ws, body);
  expect(JSON.parse(service.requests[0]?.body ?? "")).toEqual(body);
});

test.each([
  ["an unknown field", { auto_stop_minute: 5 }, /auto_stop_minute"/],
  ["a negative number of minutes", { auto_stop_minutes: -1 }, /auto_stop_minutes: /],
  ["a fraction of a minute", { auto_stop_minutes: 0.5 }, /auto_stop_minutes: /],
  ["an add-on without addons_id", { addons: [{ addons_id: "a", enable: true }, { enable: true }] }, /addons\.1\.addons_id: /],
  ["an add-on without enable", { addons: [{ addons_id: "a" }] }, /addons\.0\.enable: /],
  ["an add-on with an unknown field", { addons: [{ addons_id: "a", enable: true, on: 1 }] }, /addons\.0: .*"on"/],
  ["add-ons that are no array", { addons: { a: true } }, /addons: /],
  ["values of another type", { auto_stop_minutes: "7" }, /auto_stop_minutes: /],
  ["null for a text", { workspace_name: null }, /workspace_name: /],
  ["two wrong fields at once", { pause: "yes", enable_ha: 1 }, /enable_ha: .*pause: |pause: .*enable_ha: /],
  ["a text as the whole", "{}", /the body: /],
  ["an array as the whole", [], /the body: /],
  ["a field that only looks inherited", JSON.parse('{"__proto__": {"pause": true}}') as unknown, /__proto__/],
  ["a field named like a prototype's member", { constructor: 1 }, /constructor/],
])("%s is refused with its path and without a request", async (_, body, place) => {
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

function circle(): object {
  const ring: Record<string, unknown> = {};
  ring["ring"] = ring;
  return ring;
}

function nested(levels: number): unknown {
  return JSON.parse("[".repeat(levels) + "]".repeat(levels));
}

test.each<[string, Answerer]>([
  ["HTTP 400 without a body", text(400, "")],
  ["HTTP 500 without a body", text(500, "")],
  ["HTTP 200 whose body was cut off", (_response, _request, socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")],
])("%s is not a success", async (_, answer) => {
  const { client } = makeClient(await serve(answer), { maxRetries: 0 });
  expect((await failureOf(client.workspaces.delete(ws))).failure.outcome).toBe("not-understood");
  expect((await failureOf(client.workspaces.refresh(ws))).failure.outcome).toBe("not-understood");
});

test.each<[string, Answerer]>([
  ["HTTP 204", text(204, "")],
  ["HTTP 200 with a length", (response) => response.writeHead(200, { "content-length": 2 }).end(" \n")],
  ["HTTP 200 in no chunk", (response) => response.writeHead(200, { "transfer-encoding": "chunked" }).end()],
])("%s without a body acknowledges a write, and is an error for a read", async (_, answer) => {
  const { client } = makeClient(await serve(answer));
  await expect(client.workspaces.delete(ws)).resolves.toBeUndefined();
  expect((await failureOf(client.workgroups.get(ws))).failure.outcome).toBe("not-understood");
});
