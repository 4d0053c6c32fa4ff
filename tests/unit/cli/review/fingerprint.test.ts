import {
  digestsIn,
  fingerprintOf,
  isFingerprint,
  packDigests,
  reviewedChanges,
  shortFingerprint,
} from "../../../../cli/review/fingerprint";
import type { Preview } from "../../../../cli/review/inputs";
import type { Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { groupBy } from "../../../../cli/review/values";
import { fc } from "../../../support/random";
import { unknownText } from "../../../support/provider";
import { changed, comment, path, previewOf, previewWith, sampleNames, sampleReview, type Step, urnOf, workspace } from "./samples";

const fingerprint = (preview: Preview): string => fingerprintOf({ ...reviewOf(preview), refreshed: true }) ?? "none";

const resize = previewOf("resize");

test.each<[string, Preview]>([
  ["the order of the steps", { ...resize, steps: resize.steps?.toReversed() }],
  ["the order of the records", { ...resize, records: resize.records.toReversed() }],
  ["another value of the configuration", { ...resize, config: { "movies:color": "blue" } }],
  ["a warning", { ...resize, diagnostics: [...(resize.diagnostics ?? []), { severity: "warning", message: "old" }] }],
  ["one more unchanged resource", { ...resize, changeSummary: { same: 99 } }],
])("%s does not change the fingerprint", (_, preview) => expect(fingerprint(preview)).toBe(fingerprint(resize)));

test.each([
  ["resize", [false, false]],
  ["no-longer-declared", [false]],
  ["workspace-deleted", [true, true, true, false]],
])("the changes of %s that remove an object are known: %j", (name, expected) => {
  expect(reviewedChanges(sampleReview(name)).map(({ isRemoval }) => isRemoval)).toEqual(expected);
});

test("a stack in which no update has created anything needs no refresh to be approved", () => {
  const { steps = [], ...adoption } = previewOf("first-adoption");
  const left = steps.map((step) =>
    step.urn.includes("pulumi:pulumi:Stack::") ? { ...step, op: "same", oldState: { custom: false } } : step,
  );
  expect(reviewOf({ ...adoption, steps: left })).toMatchObject({ refreshed: true });
});

test("what the program no longer declares needs no refresh to be approved: with the program, a refresh does not read it", () => {
  expect(reviewOf(previewWith([{ name: "main", before: workspace }]))).toMatchObject({ refreshed: true });
  expect(reviewOf(settings({ autoStopMinutes: 45 }))).toMatchObject({ refreshed: false });
});

test("unchanged resources, which a preview does not list, are read by a refresh alone", () => {
  const { steps = [], ...rest } = previewOf("nothing-to-do");
  const review = reviewOf({ ...rest, steps: steps.filter(({ op }) => op !== "refresh") });
  expect([review.complete, review.refreshed, fingerprintOf(review)]).toEqual([true, false, undefined]);
  expect(comment(review)).toContain("previewed without refresh");
});

/** Facts beside the settings: of another account, of another service, or of an earlier update. */
interface More extends Partial<Step> {
  readonly service?: string;
  readonly account?: string;
}

function settings(after: Record<string, unknown>, live: unknown = 30, { service, account, ...more }: More = {}): Preview {
  const step: Step = { ...changed("main", { autoStopMinutes: 30 }, {}), after: { ...workspace, ...after }, ...more };
  const line = `PUT ${path} ${JSON.stringify({ auto_stop_minutes: after["autoStopMinutes"] })} was ${JSON.stringify({ auto_stop_minutes: live })}`;
  const { steps = [], ...rest } = previewWith([step], [line], service === undefined ? [] : [{ urn: urnOf(step), controlPlane: service }]);
  const provider = (name: string) => `urn:pulumi:dev::movies::pulumi:providers:graphplane::${name}::id-1`;
  const other = urnOf({ name: "other" });
  const second = { op: "same", urn: other, oldState: { inputs: workspace, provider: provider("second") } };
  if (account === undefined) return { ...rest, steps };
  const ours = steps.map((one) =>
    one.newState === undefined ? one : { ...one, newState: { ...one.newState, provider: provider(account) } },
  );
  return { ...rest, steps: [...ours, second] };
}

const inAccount = (account: string, isBesideAnother: boolean) => {
  const { steps = [], ...rest } = settings({ autoStopMinutes: 45 }, 30, { account });
  return { ...rest, steps: isBesideAnother ? steps : steps.slice(0, -1) };
};

const digestsOf = (preview: Preview) => digestsIn(fingerprint(preview)) ?? [];
/** The changes of a preview that a review of others does not return, in words. */
function unreviewed(now: Preview, ...shown: readonly Preview[]): string[] {
  const known = new Set(shown.flatMap(digestsOf));
  return reviewedChanges(reviewOf(now)).flatMap(({ digests, text }) => (digests.some((one) => known.has(one)) ? [] : [text]));
}

const id = { databaseUser: { ...workspace, username: "u", deletionPolicy: "delete" } };
const user = (after: object, body: object = { username: "u", password: "[secret]" }, method = "POST") =>
  previewWith(
    [{ kind: "DatabaseUser", name: "u", after: { ...id.databaseUser, password: "[secret]", ...after } }],
    [`${method} ${path}/dbuser ${JSON.stringify(body)}`],
  );
const deletion = (more: object = {}, name = "main"): Preview =>
  previewWith([{ name, before: { ...workspace, deletionPolicy: "delete", ...more } }]);
const reviewed = settings({ autoStopMinutes: 45 });
const both = (minutes: number, enableHa: boolean) =>
  previewWith(
    [changed("main", { autoStopMinutes: 30, enableHa: false }, { autoStopMinutes: minutes, enableHa })],
    [`PUT ${path} {"auto_stop_minutes":${minutes},"enable_ha":${enableHa}} was {"auto_stop_minutes":30,"enable_ha":false}`],
  );
const dropped = (live: number) =>
  previewWith(
    [changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: undefined })],
    [`PUT ${path} {} was {"auto_stop_minutes":${live}}`],
  );
const run = (limit: number) =>
  previewWith(
    [{ kind: "QueryRun", name: "q", after: { host: "h", graph: "g", query: "q", parameters: { limit } } }],
    [`POST https://h/restpp/query/g/q {"limit":${limit}}`],
  );

test.each<[string, Preview, readonly Preview[], string[]]>([
  ["itself", reviewed, [reviewed], []],
  ["a part of it", reviewed, [both(45, true)], []],
  ["parts of two reviews", both(45, true), [reviewed, both(30, true)], []],
  ["nothing", previewWith([]), [reviewed], []],
  ["what is live already", previewWith([changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45 })], ["nothing"]), [], []],
  ["what is no longer declared, whatever is live", dropped(60), [dropped(30)], []],
  ["another value", settings({ autoStopMinutes: 50 }), [reviewed], ["WorkspaceSettings main: autoStopMinutes 30 → 50"]],
  ["another live value", settings({ autoStopMinutes: 45 }, 60), [reviewed], ["WorkspaceSettings main: autoStopMinutes 60 → 45"]],
  ["one more value", both(45, true), [reviewed], ["WorkspaceSettings main: enableHa false → true"]],
  [
    "another object",
    settings({ autoStopMinutes: 45, workspaceId: "ws-2" }),
    [reviewed],
    ["WorkspaceSettings main: autoStopMinutes 30 → 45"],
  ],
  [
    "another service",
    settings({ autoStopMinutes: 45 }, 30, { service: "https://b" }),
    [settings({ autoStopMinutes: 45 }, 30, { service: "https://a" })],
    ["WorkspaceSettings main: autoStopMinutes 30 → 45"],
  ],
  [
    "another account",
    settings({ autoStopMinutes: 45 }, 30, { account: "b" }),
    [settings({ autoStopMinutes: 45 }, 30, { account: "a" })],
    ["WorkspaceSettings main: autoStopMinutes 30 → 45"],
  ],
  ["the same account beside a resource of another one", inAccount("a", true), [inAccount("a", false)], []],
  ["the default account beside a resource of another one", inAccount("default_1_2_3", true), [reviewed], []],
  ["a deletion", deletion(), [reviewed], ["WorkspaceSettings main: delete"]],
  ["the deletion of another object", deletion({ workspaceId: "ws-2" }), [deletion()], ["WorkspaceSettings main: delete"]],
  ["the deletion under another name", deletion({}, "renamed"), [deletion()], []],
  ["a creation with another body", user({}, { username: "u", password: "[secret]", role: "x" }), [user({})], ["DatabaseUser u: create"]],
  [
    "an adoption in place of a creation",
    user({}, undefined, "PUT"),
    [user({})],
    ["DatabaseUser u: adopt", 'DatabaseUser u: deletionPolicy absent → "delete"', "DatabaseUser u: password secret → secret"],
  ],
  ["a creation in place of an adoption", user({}), [user({}, undefined, "PUT")], ["DatabaseUser u: create"]],
  ["a run with another body", run(9), [run(5)], ["QueryRun q: create"]],
])("a review shows of another preview: %s", (_, now, shown, left) => expect(unreviewed(now, ...shown)).toEqual(left));

test.each<[string, object]>([
  ["a size", { workspaceTypeName: "TG-1" }],
  ["a value that is known only during the update", { workspaceTypeName: unknownText }],
  ["a secret that the engine marks as changed", { note: "[secret]" }],
])("every change that sends something has a digest: %s", (_, after) => {
  const preview = previewWith(
    [changed("main", { workspaceTypeName: "TG-0", note: "[secret]" }, after, { detailedDiff: { note: {} } })],
    [`PUT ${path} {"x":1}`],
  );
  expect(reviewedChanges(reviewOf(preview)).length).toBeGreaterThan(0);
});

test("an update that failed sends its value again although it is live: its review has shown that, and a review of nothing has not", () => {
  const pending = { outputs: { __pending: { sent: { autoStopMinutes: 45 } } } };
  const resumed = settings({ autoStopMinutes: 45 }, 45, pending);
  expect(reviewOf(resumed).changes.flatMap(({ requests }) => requests)).toHaveLength(1);
  expect(unreviewed(resumed, reviewed)).toEqual([]);
  expect(unreviewed(resumed, previewWith([]))).toEqual(["WorkspaceSettings main: autoStopMinutes 45 → 45"]);
});

test("a creation that failed half-way leaves fields that its review has shown, and no others", () => {
  const after = { workgroupId: "wg-1", workspaceName: "new", autoStopMinutes: 45 };
  const made = previewWith(
    [{ kind: "Workspace", name: "new", after }],
    ['POST /workgroups/wg-1/workspaces {"name":"new","auto_stop_minutes":45}'],
  );
  const rest = (minutes: number, failed = true) => {
    const inputs = { ...after, autoStopMinutes: minutes };
    const oldState = {
      custom: true,
      inputs: after,
      outputs: { ...after, workspaceId: "ws-9" },
      ...(failed && { initErrors: ["it failed"] }),
    };
    const line = `PUT /workgroups/wg-1/workspaces/ws-9 {"auto_stop_minutes":${minutes}} was {"auto_stop_minutes":30}`;
    return previewWith([{ kind: "Workspace", name: "new", op: "update", after: inputs, more: { oldState } }], [line]);
  };
  expect(unreviewed(rest(45), made)).toEqual([]);
  expect(unreviewed(rest(50), made)).toEqual(["Workspace new: autoStopMinutes 30 → 50"]);
  expect(unreviewed(rest(45, false), made)).toEqual(["Workspace new: autoStopMinutes 30 → 45"]);
});

test("a replacement whose deletion failed leaves a deletion that its review has shown", () => {
  const [before, after] = ["10.0.0.0/8", "10.1.0.0/16"].map((cidr) => ({ workgroupId: "wg-1", cidr, deletionPolicy: "delete" }));
  const state = { custom: true, id: "wg-1/e-1", inputs: { ...before }, outputs: { ...before, entryId: "e-1" } };
  const entry: Step = { kind: "AllowListEntry", name: "office", op: "replace", after: { ...after }, more: { oldState: state } };
  const replaced = previewWith([entry], ['POST /workgroups/wg-1/allow_list {"cidr":"10.1.0.0/16"}']);
  const left = previewWith([{ ...entry, more: { op: "delete-replaced", oldState: { ...state, delete: true } } }]);
  expect(reviewedChanges(reviewOf(replaced)).map(({ isRemoval }) => isRemoval)).toEqual([false, true]);
  expect(unreviewed(left, replaced)).toEqual([]);
});

test("secrets: a changed one is known by its place alone, and its value is in no digest", () => {
  const secret = (detailedDiff: object) => {
    const step = changed("main", { note: "[secret]" }, {}, { detailedDiff: { ...detailedDiff } });
    return previewWith([step], [`PUT ${path} {"note":"[secret]"}`]);
  };
  const [now, none] = [secret({ note: { kind: "update", inputDiff: true } }), secret({})];
  expect(unreviewed(now, now)).toEqual([]);
  expect(unreviewed(now, none)).toEqual(["WorkspaceSettings main: note secret → secret"]);
});

const settable = ["autoStopMinutes", "enableHa", "workspaceTypeName", "updateStrategy"] as const;
const several = fc.array(fc.record({ name: fc.constantFrom("a", "b", "c"), setting: fc.constantFrom(...settable), value: fc.nat(9) }), {
  minLength: 1,
  maxLength: 8,
});
const planned = (all: readonly { readonly name: string; readonly setting: string; readonly value: number }[]) => {
  const steps = groupBy(all, ({ name }) => name).map((own) => {
    const [{ name }] = own;
    const values = Object.fromEntries(own.map(({ setting, value }) => [setting, value]));
    const live = Object.fromEntries(own.map(({ setting }) => [setting, 10]));
    return {
      step: changed(name, { ...live, workspaceId: name }, values),
      line: `PUT ${path} ${JSON.stringify(values)} was ${JSON.stringify(live)}`,
    };
  });
  return previewWith(
    steps.map(({ step }) => step),
    steps.map(({ line }) => line),
  );
};

test("any part of what a review shows has only digests of the review; any other value has none of them", () => {
  fc.assert(
    fc.property(several, fc.func(fc.boolean()), (all, isKept) => {
      const once = [...new Map(all.map((one) => [`${one.name} ${one.setting}`, one])).values()];
      const part = once.filter((one) => isKept(one));
      expect(unreviewed(planned(part), planned(once))).toEqual([]);
      expect(unreviewed(planned(once.map((one) => ({ ...one, value: one.value + 20 }))), planned(once))).toHaveLength(once.length);
    }),
    { numRuns: 50 },
  );
});

test.each(sampleNames)("a preview has the digests of its own fingerprint, each of 128 bits: %s", (name) => {
  const review = sampleReview(name);
  const own = fingerprintOf(review);
  expect(own === undefined).toBe(!review.complete || !review.refreshed);
  if (own === undefined) return;
  expect(isFingerprint(own)).toBe(true);
  const digests = digestsIn(own) ?? [];
  for (const one of digests) expect(one).toMatch(/^[0-9a-f]{32}$/);
  for (const one of reviewedChanges(review)) expect(digests).toEqual(expect.arrayContaining([...one.digests]));
  expect(shortFingerprint(own)).toMatch(/^2\.[0-9a-f]{32}$/);
});

test.each([
  ["", false, undefined],
  ["2.abc", false, undefined],
  [`1.${"0".repeat(32)}`, false, undefined],
  [`1.${"0".repeat(32)}.AAAA`, false, undefined],
  [`2.${"0".repeat(32)}`, true, undefined],
  [`2.${"0".repeat(32)}.`, true, []],
  [`2.${"0".repeat(32)}.${packDigests(["0f".repeat(16)])}`, true, ["0f".repeat(16)]],
  [`2.${"0".repeat(32)}.${packDigests(["0f".repeat(16)])}\n`, true, ["0f".repeat(16)]],
  [`2.${"0".repeat(32)}.${packDigests(["0f".repeat(16)]).slice(0, -4)}`, true, []],
])("the text %j is a fingerprint: %s, with the digests %j", (text, is, digests) => {
  expect([isFingerprint(text), digestsIn(text)]).toEqual([is, digests]);
});

const services = (count: number): Review["services"] =>
  Array.from({ length: count }, (_, index) => ({ from: `${index}`, to: "", found: false }));
test.each([
  [898, 900],
  [899, undefined],
])("a review of too many changes has a fingerprint without digests: %s more", (count, digests) => {
  const own = fingerprintOf({ ...reviewOf(resize), services: services(count) }) ?? "";
  expect([isFingerprint(own), digestsIn(own)?.length]).toEqual([true, digests]);
});

test("the fingerprint covers whether a refresh found the resources at another address", () => {
  const own = [true, false].map((found) => fingerprintOf({ ...reviewOf(resize), services: [{ from: "a", to: "b", found }] }));
  expect(new Set(own).size).toBe(2);
});

test("an incomplete preview has no fingerprint", () => expect(fingerprintOf(reviewOf(previewOf("failing-check")))).toBeUndefined());
