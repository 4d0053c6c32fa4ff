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

/** What `graphplane review` knows of a resource is what its provider does: the same paths, bodies and deletions. */

/** Kinds whose writes carry along what is live and not declared, which no preview shows. */
const writesWhole: readonly string[] = ["WorkspaceSchedule", "BackupSchedule"];

interface Life {
  readonly engine: Engine;
  /** A program that makes it, and one that changes it. */
  readonly made: Properties;
  readonly changed: Properties;
}

const lives: readonly (readonly [kind: string, policy: string, start: (more: Properties) => Promise<Life>])[] = [
  ["WorkspaceSettings", "retain", settingsLife],
  ["WorkspaceSettings", "pause", settingsLife],
  ["WorkspaceSettings", "delete", settingsLife],
  ["AddonConfiguration", "retain", configurationLife],
  ["AddonConfiguration", "delete", configurationLife],
  ["DatabaseUser", "retain", userLife],
  ["DatabaseUser", "delete", userLife],
  ["WorkspaceSchedule", "retain", scheduleLife],
  ["WorkspaceSchedule", "delete", scheduleLife],
  ["BackupSchedule", "retain", backupsLife],
  ["BackupSchedule", "pause", backupsLife],
  ["AllowListEntry", "retain", entryLife],
  ["AllowListEntry", "delete", entryLife],
  ["AllowList", "retain", listLife],
  ["AllowList", "disable", listedLife],
  ["WorkspaceRefresh", "", refreshLife],
  ["QueryRun", "", queryLife],
];

async function settingsLife(more: Properties): Promise<Life> {
  const { engine, ids } = await startSettings();
  const made = { ...ids, autoStopMinutes: 45, maintenanceWindow: { hourOfDay: 3 }, ...more };
  return { engine, made, changed: { ...made, autoStopMinutes: 60 } };
}

async function configurationLife(more: Properties): Promise<Life> {
  const { engine, program } = await startConfiguration({ extensions: true });
  return { engine, made: program({ configValue: { b: [1], a: "x" }, ...more }), changed: program({ configValue: { a: "y" }, ...more }) };
}

async function userLife(more: Properties): Promise<Life> {
  const { engine, program } = await startUser();
  return { engine, made: program(more), changed: program({ password: "second", ...more }) };
}

async function scheduleLife(more: Properties): Promise<Life> {
  const { engine, program } = await startSchedule();
  return { engine, made: program(more), changed: program({ time: "08:30", workspaceTypeName: "TG-0", ...more }) };
}

async function backupsLife(more: Properties): Promise<Life> {
  const { engine, program } = await startBackups();
  return { engine, made: program(more), changed: program({ maxReservedDays: 7, ...more }) };
}

async function entryLife(more: Properties): Promise<Life> {
  const { engine, program } = await startEntry();
  return { engine, made: program(more), changed: program({ note: "branch", ...more }) };
}

async function listLife(more: Properties): Promise<Life> {
  const { engine, program } = await startList();
  return { engine, made: program(more), changed: program({ enabled: false, ...more }) };
}

/** A list that is enforced at the end, so that its deletion has something to switch off. */
async function listedLife(more: Properties): Promise<Life> {
  const { engine, program, emulator } = await startList();
  emulator.changeWorkgroup(wg, { enable_allow_list: true });
  return { engine, made: program({ enabled: false, ...more }), changed: program(more) };
}

async function refreshLife(): Promise<Life> {
  const { refresh: engine, ids } = await startRefresh();
  return { engine, made: { ...ids, triggers: [1] }, changed: { ...ids, triggers: [2] } };
}

async function queryLife(): Promise<Life> {
  const { engine, program } = await startQuery();
  return { engine, made: program, changed: { ...program, parameters: { limit: 5 } } };
}

test.each(lives)(
  "review expects what a %s sends when it is made, changed and, with the deletionPolicy %j, deleted",
  async (kind, policy, start) => {
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
  },
);

test("every resource that the provider knows has its facts", () => {
  expect(Object.keys(registry).filter((kind) => reviewFactsOf(kind) === undefined)).toEqual([]);
});

/** The one request among the lines, without what is live. */
function requestIn(lines: readonly string[]): AnnouncedRequest {
  const requests = lines.map(parseLine).filter((line) => line?.is === "request");
  expect(requests).toHaveLength(1);
  const { method = "", path = "", body } = requests[0] ?? {};
  return body === undefined ? { method, path } : { method, path, body };
}

/** What review expects where the values of a program change. */
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
