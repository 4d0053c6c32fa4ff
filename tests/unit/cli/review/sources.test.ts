import { approvalOf } from "../../../../cli/approval";
import { declaredAt } from "../../../../cli/review/changes";
import { fingerprintOf } from "../../../../cli/review/fingerprint";
import { formats } from "../../../../cli/review/formats";
import type { EngineEvent, Preview } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { resourcesOf } from "../../../../cli/review/resources";
import { withSecrets } from "../../../../cli/review/records";
import type { LoggedPlan, PlanEntry } from "../../../../provider/messages/plan-entry";
import { omit } from "../../../../provider/values/json";
import { unknownText } from "../../../support/provider";
import { changed, comment, path, previewOf, previewWith, type Step, urnOf, workspace } from "./samples";

/** Each fact of a review from the source that states it. */

describe("which stack outputs change comes from the engine's last event of the stack:", () => {
  const urn = "urn:pulumi:dev::movies::pulumi:pulumi:Stack::movies-dev";
  const ended = (before: object | undefined, after: object | undefined, op = "same"): EngineEvent => ({
    resOutputsEvent: { metadata: { op, urn, old: { outputs: before && { ...before } }, new: { outputs: after && { ...after } } } },
  });
  const outputs = (...events: readonly EngineEvent[]) =>
    reviewOf({ ...previewWith([]), events: [...events, { summaryEvent: {} }] }).outputs;
  const host = { host: "a" };
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

  test.each<[string, readonly EngineEvent[], string[]]>([
    ["an equal one does not", [ended(host, host)], []],
    ["another value", [ended(host, { host: "b" })], ["host"]],
    ["new and removed ones", [ended({ b: 1, a: 1 }, { c: 1, a: 1 })], ["b", "c"]],
    ["the outputs of a new stack", [ended(undefined, host, "create")], ["host"]],
    ["a value that is known only during the update", [ended(host, { host: unknownText })], ["host"]],
    ["a part of it that is known only then", [ended({ all: { x: "a" } }, { all: { x: unknownText } })], ["all"]],
    [
      "an exported resource is not, although the SDK marks it",
      [ended({ r: { id: "1" } }, { r: { id: "1", "@isPulumiResource": true } })],
      [],
    ],
    ["an exported resource that changes", [ended({ r: { id: "1" } }, { r: { id: "2", "@isPulumiResource": true } })], ["r"]],
    ["a secret is not known to", [ended({ s: "[secret]" }, { s: "[secret]" })], []],
    ["a value that becomes secret", [ended({ s: "a" }, { s: secret })], ["s"]],
    ["the last event counts", [ended(host, {}), ended(host, host)], []],
    ["not that of a refresh", [ended(host, { host: "b" }, "refresh")], []],
    ["a program that has not ended shows none", [], []],
    [
      "another resource's are none",
      [{ resOutputsEvent: { metadata: { op: "same", urn: urnOf({ name: "a" }), new: { outputs: host } } } }],
      [],
    ],
  ])("%s", (_, events, expected) => expect(outputs(...events)).toEqual(expected));
});

test.each([
  [[["apiKey"]], ["apiKey"]],
  [
    [["apiKey", "baseUrl"], ["apiKey"]],
    ["apiKey", "baseUrl"],
  ],
  [[], []],
])("the settings that are missing come from the records: %j", (recorded, settings) => {
  const review = reviewOf(
    previewWith(
      [],
      [],
      recorded.map((one) => ({ settings: one })),
    ),
  );
  expect(review.settings).toEqual(settings);
  expect(JSON.parse(formats.json(review, { directory: "" }))).toMatchObject({ settings });
});

describe("what only the engine knows to be secret", () => {
  const urn = urnOf({ kind: "AddonConfiguration", name: "c" });
  const secret = "very-secret-canary";
  const request = { method: "PUT", path: "/add-ons/ad-1/configs/cf-1", later: [] };
  const body = { config_name: "theme", config_value: secret };
  const fieldOf = (...path: string[]) => ({ path, live: `${secret}1`, after: secret }) as const;
  const plan: LoggedPlan = {
    operation: "update",
    seen: true,
    requests: [{ ...request, body, was: { config_value: `${secret}1` } }],
    instead: [{ ...request, body }],
    fields: [fieldOf("configValue", "token"), { ...fieldOf("configName"), live: "b", after: "theme" }],
    names: [],
  };
  const record: PlanEntry = { version: 1, urn, kind: "AddonConfiguration", notices: [], plan };

  test("is blanked in the fields and the requests of a record, and nothing else is", () => {
    const hidden = withSecrets(record, (name) => name === "configValue");
    expect(JSON.stringify(hidden)).not.toContain(secret);
    expect(hidden.plan).toMatchObject({
      requests: [{ body: { config_name: "theme", config_value: "[secret]" }, was: { config_value: "[secret]" } }],
      instead: [{ body: { config_name: "theme", config_value: "[secret]" } }],
      fields: [
        { path: ["configValue"], live: "[secret]", after: "[secret]" },
        { path: ["configName"], live: "b", after: "theme" },
      ],
    });
    expect(withSecrets(record, () => false)).toEqual(record);
  });

  test("a request without a body, a field without a value, and a record without a plan stay as they are", () => {
    const refreshed = omit(record, ["plan"]) as PlanEntry;
    const field = { path: ["configValue"], after: 1 };
    const bare = { ...record, plan: { ...plan, requests: [request], instead: undefined, fields: [field] } };
    expect(withSecrets(refreshed, () => true)).toEqual(refreshed);
    expect(withSecrets(bare, () => true).plan).toMatchObject({ requests: [request], fields: [{ after: "[secret]" }] });
    expect(withSecrets(bare, () => true).plan?.fields[0]).not.toMatchObject({ live: "[secret]" });
  });

  test.each<[string, Partial<Step>]>([
    ["the new value", { after: { installedAddonId: "ad-1", configName: "theme", configValue: "[secret]" } }],
    ["the old value", { before: { installedAddonId: "ad-1", configName: "theme", configValue: "[secret]" } }],
  ])("is in no format of a review whose steps mark %s", (_, more) => {
    const plain = { installedAddonId: "ad-1", configName: "theme", configValue: "public" };
    const step: Step = { kind: "AddonConfiguration", name: "c", before: plain, after: plain, outputs: { configId: "cf-1" }, ...more };
    const preview = { ...previewWith([step]), records: [record] };
    const review = reviewOf(preview);
    expect(review.complete).toBe(true);
    for (const format of Object.values(formats)) expect(format(review, { directory: "" })).not.toContain(secret);
    const [approved] = approvalOf(review, preview, "key").requests;
    expect([JSON.stringify(approved).includes(secret), approved?.wildcards]).toEqual([false, [["config_value"]]]);
  });

  test("does not hide a request whose text happens to be a secret of the configuration", () => {
    const preview = previewWith(
      [changed("main", { workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" })],
      [`PUT ${path} {"workspace_type_name":"TG-1"} was {"workspace_type_name":"TG-0"}`],
    );
    // The engine masks the text of every secret in what a program prints.
    const diagnostics = [{ severity: "info", message: "record [secret]" }];
    expect(reviewOf({ ...preview, diagnostics }).changes).toMatchObject([{ requests: [{ body: { workspace_type_name: "TG-1" } }] }]);
  });
});

test("a preview of one run is read from its facts: without its records nothing of it can be approved", () => {
  const resize = previewOf("resize");
  expect(fingerprintOf(reviewOf(resize))).toBeDefined();
  expect(fingerprintOf(reviewOf({ ...resize, records: [] }))).toBeUndefined();
  expect(comment(reviewOf({ ...previewWith([]), unreadable: 1 }))).toContain("use one version for the command and the project");
});

test.each<[string, object | undefined, string[]]>([
  ["another value than the applied one, that the code now declares", { autoStopMinutes: 45 }, ["keep live values"]],
  ["the applied value", { autoStopMinutes: 30 }, []],
  ["nothing", undefined, []],
  ["no value of the argument", {}, []],
])("with the program, the event of a refresh shows what it found: %s", (_, found, actions) => {
  const urn = urnOf({ name: "main" });
  const state = (minutes: number) => ({ custom: true, inputs: { ...workspace, autoStopMinutes: minutes } });
  const refresh = { op: "refresh", urn, oldState: state(30), newState: state(45) };
  const event = { resOutputsEvent: { metadata: { op: "refresh", urn, new: { inputs: found && { ...workspace, ...found } } } } };
  const { steps = [], events, ...rest } = previewWith([]);
  const review = reviewOf({ ...rest, steps: [...steps, refresh], events: [event, ...events] });
  expect(review.changes.map(({ action }) => action)).toEqual(actions);
});

test("a refresh that finds more values than the code declares records only the declared ones", () => {
  const urn = urnOf({ name: "main" });
  const oldState = { custom: true, inputs: { ...workspace, autoStopMinutes: 30 } };
  const found = { ...workspace, autoStopMinutes: 45, enableHa: true };
  const event = { resOutputsEvent: { metadata: { op: "refresh", urn, new: { inputs: found } } } };
  const { steps = [], events, ...rest } = previewWith([]);
  const review = reviewOf({ ...rest, steps: [...steps, { op: "refresh", urn, oldState }], events: [event, ...events] });
  expect(review.changes.flatMap(({ fields }) => fields.map((field) => field.path.join(".")))).toEqual(["autoStopMinutes"]);
});

test.each<[readonly string[], string | undefined]>([
  [["same"], undefined],
  [["replace"], "replace"],
  [["create-replacement"], "replace"],
  [["import-replacement"], "replace"],
  [["read-replacement"], "replace"],
  [["delete", "create"], "replace"],
  [["delete"], "delete"],
  [["create"], "create"],
  [["import"], "import"],
  [["import", "update"], "update"],
])("the engine's steps %j are one operation: %s", (ops, expected) => {
  const state = { id: "id-1", custom: true, inputs: workspace };
  const steps = ops.map((op) => ({ op, urn: urnOf({ name: "main" }), oldState: state, newState: state }));
  expect(resourcesOf({ steps, records: [], events: [] }).map(({ op }) => op)).toEqual([expected]);
});

describe("a host is new if no state belongs to it:", () => {
  const update = (service: string | undefined, outputs: Record<string, unknown>) => {
    const step = { ...changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45 }), outputs };
    const put = `PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`;
    return previewWith([step], [put], service === undefined ? [] : [{ urn: urnOf(step), controlPlane: service }]);
  };
  const run = (host: string, before?: string) => {
    const of = (name: string) => ({ host: name, graph: "g", query: "q" });
    return previewWith(
      [{ kind: "QueryRun", name: "q", ...(before !== undefined && { before: of(before) }), after: of(host) }],
      [`POST https://${host}/restpp/query/g/q`],
    );
  };
  const [a, b] = ["https://a.example.com", "https://b.example.com"] as const;

  test.each<[string, Preview, string[]]>([
    ["that of a first adoption", update(a, {}), [a]],
    ["the state's own, with another path, is not", update(`${a}/v4`, { __service: a }), []],
    ["another one than the state's", update(b, { __service: a }), [b]],
    ["an unknown one is not named", update(undefined, {}), []],
    ["an unknown one is not named, also beside the state's own", update(undefined, { __service: a }), []],
    ["that of a run", run("b.example.com"), [b]],
    ["that of an earlier run is not", run("b.example.com", "b.example.com"), []],
  ])("%s", (_, preview, hosts) => {
    const review = reviewOf(preview);
    expect(review.newHosts).toEqual(hosts);
    const [host] = hosts;
    expect(comment(review).includes("**New host**")).toBe(host !== undefined);
    if (host !== undefined) expect(comment(review).split("\n")[0]).toContain(`a credential goes to \`${host}\``);
  });
});

test.each([
  ["project:///index.ts#9,22", { file: "index.ts", line: 9 }],
  ["project:///src/my%20program.py#12", { file: "src/my program.py", line: 12 }],
  ["project:///my_node_modules/index.ts#9,22", { file: "my_node_modules/index.ts", line: 9 }],
  ["project:///node_modules/library/index.js#9,22", undefined],
  ["project:///app/node_modules/library/index.js#9,22", undefined],
  ["project:///../library/index.ts#9,22", undefined],
  ["project:////srv/program/index.ts#9,22", undefined],
  ["project:///file:///srv/program/index.ts#9,22", undefined],
  ["project:///index.ts", undefined],
  [undefined, undefined],
])("the line that declares a resource at %s is in the repository, or not shown", (sourcePosition, expected) => {
  expect(declaredAt({ sourcePosition })).toEqual(expected);
});

test("notices about a resource are listed once, in a fixed order", () => {
  const step = { ...changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45 }), notices: ["b", "a", "b"] };
  expect(reviewOf(previewWith([step], ["nothing"])).changes.map(({ remarks }) => remarks)).toEqual([["a", "b"]]);
});

test("resources of one name and effect are listed by their URN, in whatever order the engine returns them", () => {
  const kinds = ["Bucket", "Object"].map((type) => `urn:pulumi:dev::movies::aws:s3:${type}::main`);
  const steps = kinds.map((urn) => ({ op: "create", urn, newState: { custom: true } }));
  for (const all of [steps, steps.toReversed()])
    expect(reviewOf({ ...previewWith([]), steps: all }).changes.map(({ urn }) => urn)).toEqual(kinds);
});

test("options that narrow a preview are in the second line, as code", () => {
  const narrowed = ["--target urn:a|b", "--exclude=x"];
  const review = reviewOf(previewOf("resize"));
  expect(comment(review, { narrowed }).split("\n")[2]).toContain(
    " · ⚠️ limited by <code>&#45;&#45;target urn&#58;a&#124;b</code>, `--exclude=x`",
  );
  expect(formats.text(review, { directory: "", narrowed })).toContain(" · limited by --target urn:a|b · limited by --exclude=x\n");
  expect(comment(review)).not.toContain("limited by");
});

test("a second object of the same name is a warning, although nothing changes", () => {
  const text = 'another workspace has the workspaceName "main" too';
  const state = { custom: true, inputs: { ...workspace, autoStopMinutes: 30 } };
  const urn = urnOf({ name: "main" });
  const preview = previewWith([], [], [{ urn, notices: [{ code: "double", text }] }]);
  const refresh = { op: "refresh", urn, oldState: state, newState: state };
  const review = reviewOf({ ...preview, steps: [...(preview.steps ?? []), refresh] });
  expect([review.complete, review.changes, review.messages]).toMatchObject([true, [], [{ severity: "warning", resource: "main", text }]]);
});
