import { leavesOf } from "../../../../cli/review/values";
import { type AnnouncedRequest, parseLine, secretText } from "../../../../provider/announce/lines";
import { reviewFactsOf, registry } from "../../../../provider/registry";
import type { ReviewFacts, ShownValues } from "../../../../provider/announce/review-facts";
import type { Engine, Properties } from "../../../support/provider";
import { startSettings } from "../../../support/settings-fixture";
import { startConfiguration } from "../resources/addon-configuration/fixture";
import { startEntry } from "../resources/allow-list-entry/fixture";
import { startList, wg } from "../resources/allow-list/fixture";
import { startBackups } from "../resources/backup-schedule/fixture";
import { startUser } from "../resources/database-user/fixture";
import { startQuery } from "../resources/query-run/fixture";
import { startRefresh } from "../resources/workspace-refresh/fixture";
import { startSchedule } from "../resources/workspace-schedule/fixture";

/** The facts that `graphplane review` uses describe what the provider does: the same paths, bodies and deletions. */

/** Kinds whose writes include live values that are not declared, which no preview shows. */
const writesWhole: readonly string[] = ["WorkspaceSchedule", "BackupSchedule"];

interface Life {
  readonly engine: Engine;
  /** A program that creates the object, and one that changes it. */
  readonly made: Properties;
  readonly changed: Properties;
}

type Start = (more: Properties) => Promise<Life>;

/** A life that begins with `first` and changes to `second`, by the fixture of a kind. */
function lifeOf(
  start: () => Promise<{ readonly engine: Engine; readonly program: (values: Properties) => Properties }>,
  second: Properties,
  first: Properties = {},
): Start {
  return async (more) => {
    const { engine, program } = await start();
    return { engine, made: program({ ...first, ...more }), changed: program({ ...second, ...more }) };
  };
}

/** A list that is enforced at the end, so that its deletion has something to switch off. */
async function startListed() {
  const fixture = await startList();
  fixture.emulator.changeWorkgroup(wg, { enable_allow_list: true });
  return fixture;
}

const settings: Start = async (more) => {
  const { engine, ids } = await startSettings();
  const made = { ...ids, autoStopMinutes: 45, maintenanceWindow: { hourOfDay: 3 }, ...more };
  return { engine, made, changed: { ...made, autoStopMinutes: 60 } };
};
const configuration = lifeOf(
  () => startConfiguration({ extensions: true }),
  { configValue: { a: "y" } },
  { configValue: { b: [1], a: "x" } },
);
const user = lifeOf(startUser, { password: "second" });
const schedule = lifeOf(startSchedule, { time: "08:30", workspaceTypeName: "TG-0" });
const backups = lifeOf(startBackups, { maxReservedDays: 7 });
const entry = lifeOf(startEntry, { note: "branch" });
const list = lifeOf(startList, { enabled: false });
const listed = lifeOf(startListed, {}, { enabled: false });
const refresh: Start = async () => {
  const { refresh: engine, ids } = await startRefresh();
  return { engine, made: { ...ids, triggers: [1] }, changed: { ...ids, triggers: [2] } };
};
const query: Start = async () => {
  const { engine, program } = await startQuery();
  return { engine, made: program, changed: { ...program, parameters: { limit: 5 } } };
};

test.each<[kind: string, policy: string, start: Start]>([
  ["WorkspaceSettings", "retain", settings],
  ["WorkspaceSettings", "pause", settings],
  ["WorkspaceSettings", "delete", settings],
  ["AddonConfiguration", "retain", configuration],
  ["AddonConfiguration", "delete", configuration],
  ["DatabaseUser", "retain", user],
  ["DatabaseUser", "delete", user],
  ["WorkspaceSchedule", "retain", schedule],
  ["WorkspaceSchedule", "delete", schedule],
  ["BackupSchedule", "retain", backups],
  ["BackupSchedule", "pause", backups],
  ["AllowListEntry", "retain", entry],
  ["AllowListEntry", "delete", entry],
  ["AllowList", "retain", list],
  ["AllowList", "disable", listed],
  ["WorkspaceRefresh", "", refresh],
  ["QueryRun", "", query],
])("review expects what a %s sends when it is created, changed and, with the deletionPolicy %j, deleted", async (kind, policy, start) => {
  const facts = reviewFactsOf(kind) as ReviewFacts;
  const { engine, made, changed } = await start(policy === "" ? {} : { deletionPolicy: policy });

  const creation = requestIn((await engine.preview(made)).lines);
  expectSame(kind, creation, expected(facts, undefined, made, {}));
  expectOwn(facts, creation, made, {});
  expect((await engine.up(made)).error).toBe("");

  const update = requestIn((await engine.preview(changed)).lines);
  expectSame(kind, update, expected(facts, made, changed, engine.known));
  expectOwn(facts, update, changed, engine.known);
  expect((await engine.up(changed)).error).toBe("");

  const { known } = engine;
  const sent = (await engine.destroy()).lines.filter((line) => line.startsWith("graphplane: sent "));
  const deletion = facts.deletionRequest?.(changed, known);
  expect(sent).toHaveLength(deletion === undefined ? 0 : 1);
  if (deletion !== undefined) expectSame(kind, requestIn([(sent[0] ?? "").replace("sent ", "")]), deletion);
});

test("every resource of the provider has facts", () => {
  expect(Object.keys(registry).filter((kind) => reviewFactsOf(kind) === undefined)).toEqual([]);
});

/** The only request among the lines, without live values. */
function requestIn(lines: readonly string[]): AnnouncedRequest {
  const requests = lines.map(parseLine).filter((line) => line?.is === "request");
  expect(requests).toHaveLength(1);
  const { method = "", path = "", body } = requests[0] ?? {};
  return body === undefined ? { method, path } : { method, path, body };
}

/** The request that review expects if the values of a program change. */
function expected(facts: ReviewFacts, last: Properties | undefined, program: Properties, outputs: ShownValues) {
  const changed = Object.entries(program).filter(([name, value]) => last?.[name] !== value);
  const leaves = changed.flatMap(([name]) => leavesOf(shown(program)[name], [name]));
  return facts.requestFor(leaves, { inputs: shown(program), outputs, exists: last !== undefined });
}

function expectSame(kind: string, sent: AnnouncedRequest, expected: object | undefined): void {
  if (expected !== undefined && writesWhole.includes(kind)) expect(sent).toMatchObject(expected);
  else expect(sent).toEqual(expected);
}

function expectOwn(facts: ReviewFacts, request: AnnouncedRequest, program: Properties, outputs: ShownValues): void {
  expect(facts.isOwnRequest(request, shown(program), outputs)).toBe(true);
  expect(facts.isOwnRequest(request, { ...shown(program), [facts.addressedBy[0] ?? ""]: "other" }, outputs)).toBe(false);
}

/** The program as a preview shows it. */
function shown(program: Properties): ShownValues {
  return Object.fromEntries(Object.entries(program).map(([name, value]) => [name, /^(password|secret)$/.test(name) ? secretText : value]));
}
