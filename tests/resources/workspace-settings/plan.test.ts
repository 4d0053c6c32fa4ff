import { withLines } from "../../support/plan-log";
import { planSettings } from "../../../provider/resources/workspace-settings/plan";
import type { Arguments, State } from "../../../provider/resources/workspace-settings/description";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const path = "/workgroups/wg/workspaces/ws";

type Declared = Omit<Arguments, keyof typeof ids>;

/** The declared arguments, the state and the record; and the part of the plan that the row is about. */
interface Row {
  readonly args: Declared;
  readonly last?: Omit<State, keyof typeof ids>;
  readonly live: Record<string, unknown>;
  readonly secret?: string;
  readonly plan: Record<string, unknown>;
}

function planOf({ args, last, live, secret }: Omit<Row, "plan">) {
  const plan = planSettings(
    { ...ids, ...args },
    last && { ...ids, ...last },
    { record: { workspace_id: "ws", ...live } },
    (name) => name === secret,
  );
  return withLines(plan);
}

const notice = (text: string) => `graphplane: ${path}: ${text}`;
const one = (enable_configuration: unknown) => ({ addons: [{ addons_id: "one", enable: true, enable_configuration }] });
const configured = (enableConfiguration: Record<string, unknown> | string) => ({ addons: { one: { enable: true, enableConfiguration } } });

const rows: Record<string, Row> = {
  "what the record shows is not sent": {
    args: { autoStopMinutes: 30 },
    live: { auto_stop_minutes: 30 },
    plan: { action: "none", body: {}, awaited: [], notices: [] },
  },
  "what differs is sent alone, and waited for": {
    args: { autoStopMinutes: 60, enableHa: true },
    live: { auto_stop_minutes: 30, enable_ha: true },
    plan: {
      action: "put",
      request: { method: "PUT", path, body: { auto_stop_minutes: 60 }, was: { auto_stop_minutes: 30 } },
      body: { auto_stop_minutes: 60 },
      awaited: ["auto_stop_minutes"],
      notices: [],
    },
  },
  "what someone else changed is overwritten, and a notice says so": {
    args: { autoStopMinutes: 60 },
    last: { autoStopMinutes: 30 },
    live: { auto_stop_minutes: 5 },
    plan: {
      body: { auto_stop_minutes: 60 },
      notices: [notice("overwrites an outside change: autoStopMinutes: last applied 30, live 5, declared 60")],
    },
  },
  "a key of a configuration that someone else changed is named by its path": {
    args: configured({ theme: "blue" }),
    last: configured({ theme: "light" }),
    live: one({ theme: "dark", other: 1 }),
    plan: {
      body: one({ theme: "blue", other: 1 }),
      notices: [
        notice('overwrites an outside change: addons.one.enableConfiguration.theme: last applied "light", live "dark", declared "blue"'),
      ],
    },
  },
  "declaring the live value is no conflict": {
    args: { autoStopMinutes: 5, onConflict: "fail" },
    last: { autoStopMinutes: 30 },
    live: { auto_stop_minutes: 5 },
    plan: { action: "none", notices: [] },
  },
  "what was never applied cannot conflict": {
    args: { autoStopMinutes: 60, onConflict: "fail" },
    last: { enableHa: false },
    live: { auto_stop_minutes: 5, enable_ha: false },
    plan: { action: "put", body: { auto_stop_minutes: 60 } },
  },
  "under onConflict fail it is refused, with a table of what is last applied, live and declared": {
    args: { autoStopMinutes: 60, ...configured({ theme: "blue" }), onConflict: "fail" },
    last: { autoStopMinutes: 30, ...configured({ theme: "light" }) },
    live: { auto_stop_minutes: 5, ...one({ theme: "dark" }) },
    plan: {
      action: "refuse",
      property: "onConflict",
      reason: [
        'declared values were changed outside, and onConflict is "fail", so graphplane sent no request:',
        "  autoStopMinutes: last applied 30, live 5, declared 60",
        '  addons.one.enableConfiguration.theme: last applied "light", live "dark", declared "blue"',
        'Declare the live value, or run "pulumi refresh" and then "pulumi up" to overwrite it.',
      ].join("\n"),
    },
  },
  "what is on its way is nobody else's change, and is sent again while it does not return": {
    args: { autoStopMinutes: 60, onConflict: "fail" },
    last: { autoStopMinutes: 30, __pending: { sent: { autoStopMinutes: 60 } } },
    live: { auto_stop_minutes: 45 },
    plan: { action: "put", body: { auto_stop_minutes: 60 }, awaited: ["auto_stop_minutes"], notices: [] },
  },
  "what is on its way and shows is waited for, with nothing sent": {
    args: { workspaceTypeName: "TG-8" },
    last: { workspaceTypeName: "TG-1", __pending: { sent: { workspaceTypeName: "TG-8" } } },
    live: { workspace_type: { typeName: "TG-8" } },
    plan: { action: "none", body: {}, awaited: ["workspace_type_name"], dropped: [], notices: [] },
  },
  "a value of which several may arrive is sent whatever the record shows": {
    args: { autoStopMinutes: 30 },
    last: { autoStopMinutes: 30, __pending: { uncertain: ["autoStopMinutes"] } },
    live: { auto_stop_minutes: 30 },
    plan: {
      body: { auto_stop_minutes: 30 },
      notices: [notice("autoStopMinutes: the last change might still take effect, so it is sent again")],
    },
  },
  "what is declared no longer is left as it is": {
    args: {},
    last: { autoStopMinutes: 30 },
    live: { auto_stop_minutes: 45 },
    plan: { action: "none", dropped: [], notices: [notice("no longer declared: autoStopMinutes keeps its current value 45")] },
  },
  "what is declared no longer and the record never shows is told, and not remembered: it is sent when it is declared again": {
    args: {},
    last: { __pending: { sent: { pause: true } } },
    live: {},
    plan: { dropped: [], notices: [notice("no longer declared: pause; true was sent and might still take effect")] },
  },
  "live add-ons are sent along whole, and no line shows what is not declared of them": {
    args: configured({ theme: "dark" }),
    live: one({ theme: "light", token: "unseen" }),
    plan: {
      request: { method: "PUT", path, body: one({ theme: "dark", token: "[hidden]" }), was: one({ theme: "light", token: "[hidden]" }) },
      body: one({ theme: "dark", token: "unseen" }),
      hidden: ["unseen"],
    },
  },
  "live add-ons that cannot be sent along are refused, with what to declare": {
    args: { addons: { two: { enable: true } } },
    live: one({ key: "***" }),
    plan: {
      action: "refuse",
      property: "addons",
      reason: expect.stringMatching(
        /^the add-ons cannot be sent without overwriting undeclared values: graphplane sends every live add-on, .* has a masked configuration\. Declare addons\["one"\]\.enableConfiguration$/,
      ),
    },
  },
  "of a live configuration that is JSON text in JSON text, the keys that are not declared are kept": {
    args: configured({ theme: "dark" }),
    live: one(JSON.stringify(JSON.stringify({ theme: "light", token: "unseen" }))),
    plan: { action: "put", body: one({ theme: "dark", token: "unseen" }) },
  },
  ...Object.fromEntries(
    ["theme: light", "[1]"].map((text): [string, Row] => [
      `the keys of an object are not sent over the live text ${text}, of which nothing would remain`,
      {
        args: configured({ theme: "dark" }),
        live: one(text),
        plan: {
          action: "refuse",
          property: "addons",
          reason: expect.stringMatching(
            /has a configuration that is not a JSON object\. Declare addons\["one"\]\.enableConfiguration as a JSON string, which replaces it$/,
          ),
        },
      },
    ]),
  ),
  "a declared text replaces a live one": {
    args: configured('{"theme":"dark"}'),
    live: one("theme: light"),
    plan: { action: "put", body: one({ theme: "dark" }) },
  },
  "a text that was applied is not sent because of other keys next to it": {
    args: configured('{"a":1}'),
    last: configured('{ "a": 1 }'),
    live: one({ a: 1, b: 2 }),
    plan: { action: "none" },
  },
  "a text that is declared anew takes the place of more than it says": {
    args: configured('{"a":1}'),
    last: configured('{"a":2}'),
    live: one({ a: 1, b: 2 }),
    plan: { action: "put", body: one({ a: 1 }) },
  },
  "a text of an add-on that is not there is sent": {
    args: configured('{"a":1}'),
    last: configured('{"a":1}'),
    live: { addons: [] },
    plan: {
      action: "put",
      body: one({ a: 1 }),
      notices: [expect.stringMatching(/enable: last applied true, live false/), expect.stringMatching(/live nothing, declared/)],
    },
  },
  "a field named pause is not taken for a pause": {
    args: { pause: true },
    last: { pause: true },
    live: { pause: false },
    plan: { action: "none" },
  },
  "no line contains secret values": {
    args: { workspaceName: "new" },
    last: { workspaceName: "old" },
    live: { name: "other" },
    secret: "workspaceName",
    plan: {
      request: { method: "PUT", path, body: { workspace_name: "[secret]" }, was: { workspace_name: "[secret]" } },
      body: { workspace_name: "new" },
      hidden: ["other"],
      notices: [notice("overwrites an outside change: workspaceName: last applied [secret], live [secret], declared [secret]")],
    },
  },
};

test.each(Object.entries(rows))("%s", (_name, { plan, ...given }) => {
  const result = planOf(given);
  expect(result).toMatchObject(plan);
  if (plan.action === "none") expect(result).not.toHaveProperty("request");
});

test.each<[string, Declared, unknown, boolean]>([
  ["a workspace that takes no writes is told", { workspaceTypeName: "TG-8", autoStopMinutes: 5 }, false, true],
  ["nothing, where it takes no writes, is not spoken of", { autoStopMinutes: 5 }, false, false],
])("a resize of %s", (_name, args, is_rw, isTold) => {
  const text = 'workspace "main" is read-only (is_rw: false), so the service will probably refuse the resize';
  const plan = planOf({ args, live: { name: "main", workspace_type: { typeName: "TG-1" }, auto_stop_minutes: 30, is_rw } });
  expect(plan).toMatchObject({ action: "put", notices: isTold ? [notice(text)] : [] });
});
