import type { Client } from "../../../../client";
import { formatWarnings } from "../../../../provider/lifecycle/format-warnings";
import { definitionOf } from "../../../../provider/registry";
import type { Emulator } from "../../../../testing/emulator";
import { type Engine, type Properties, unknownText } from "../../../support/provider";
import { ids, open } from "../../../support/tried-service";

const { workgroupId, workspaceId } = ids;
const place = { workgroupId, workspaceId };
const meta = "/controller/v4/v2/workspaces/meta";

async function start(kind: string): Promise<{ engine: Engine; emulator: Emulator; reads: () => number }> {
  const { engine, emulator } = await open({ kind, service: { profile: "observed", extensions: true } });
  close.push(() => emulator.close());
  const reads = () => emulator.journal.entries.filter(({ path }) => path === meta).length;
  return { engine, emulator, reads };
}
const close: (() => Promise<void>)[] = [];
afterEach(async () => Promise.all(close.splice(0).map((end) => end())));

const odd = (lines: readonly string[]) =>
  lines.filter((line) => /sent unchanged/.test(line)).map((line) => line.replace(/^.*?: (?=\w+(\.\w+)? ")/, ""));

const programs: [string, Properties, string[]][] = [
  [
    "WorkspaceSchedule",
    {
      ...place,
      repeat: "hourly",
      repeatOn: "Funday",
      date: "2026-02-30",
      time: "25:00",
      timeZone: "Mars/Olympus",
      workspaceTypeName: "TG-999",
    },
    ["repeat", "repeatOn", "date", "time", "timeZone", "workspaceTypeName"],
  ],
  ["BackupSchedule", { ...place, schedule: "at night" }, ["schedule"]],
  [
    "WorkspaceSettings",
    { ...place, workspaceTypeName: "TG-999", desiredTgVersion: "0.0.1", maintenanceWindow: { timeZone: "Berlin" } },
    ["workspaceTypeName", "desiredTgVersion", "maintenanceWindow.timeZone"],
  ],
  [
    "Workspace",
    { workgroupId, workspaceName: "a", workspaceTypeName: "TG-999", initialTgVersion: "0.0.1" },
    ["workspaceTypeName", "initialTgVersion"],
  ],
  ["Workgroup", { workgroupName: "team", cloudProviderId: "cp", region: "nowhere" }, ["region"]],
];

test.each(programs)(
  "%s: a preview warns about texts of an unusual form and about values that the service does not offer",
  async (kind, program, paths) => {
    const { engine, reads, emulator } = await start(kind);
    const { lines, error } = await engine.preview(program);
    expect([error, odd(lines).map((line) => line.split(" ")[0])].flat().toSorted()).toEqual(["", ...paths].toSorted());
    expect(reads()).toBe(["BackupSchedule"].includes(kind) ? 0 : 1);
    expect([emulator.journal.writes().length, lines.join("\n")]).toEqual([0, expect.not.stringContaining("mean undefined")]);
  },
);

test("no warning for correct or secret values, and none again for an unchanged value", async () => {
  const { engine, reads } = await start("WorkspaceSettings");
  const [right, wrong] = [
    { ...place, workspaceTypeName: "TG-0", maintenanceWindow: { timeZone: "Europe/Berlin" }, timeoutSeconds: 5 },
    { ...place, workspaceTypeName: "TG-999", timeoutSeconds: 5 },
  ];
  expect((await engine.preview(right)).lines).toEqual([expect.stringContaining(" PUT ")]);
  expect(odd((await engine.preview(wrong, ["workspaceTypeName"])).lines)).toEqual([]);
  expect((await engine.up(right)).error).toBe("");
  const before = reads();
  const unjudged = { desiredTgVersion: "", workspaceTypeName: undefined, maintenanceWindow: { timeZone: unknownText } };
  expect(odd((await engine.preview({ ...right, ...unjudged })).lines)).toEqual([]);
  expect(reads()).toBe(before);
  expect(odd((await engine.preview(wrong)).lines)).toHaveLength(1);
});

test("a mistyped time zone causes one warning, with the nearest known zone", async () => {
  const { engine } = await start("WorkspaceSettings");
  const { lines } = await engine.preview({ ...place, maintenanceWindow: { timeZone: "Europe/Berln" } });
  expect(lines.filter((line) => line.includes("Berln") && !line.includes("PUT"))).toEqual([
    expect.stringMatching(
      /: maintenanceWindow\.timeZone "Europe\/Berln" does not look like .* \(did you mean Europe\/Berlin\?\); it is sent/,
    ),
  ]);
});

test.each<[unknown, string | undefined]>([
  [[{ name: "some" }, { name: "" }, { name: 7 }, "x"], "it offers some"],
  [[{ name: "nowhre" }], "did you mean nowhre? It offers nowhre"],
  [Array.from("abcdefghijk", (name) => ({ name })), "it offers a, b, c, d, e, f, g, h, i, j, …"],
  [Array.from("abcdefghij", (name) => ({ name })), "it offers a, b, c, d, e, f, g, h, i, j"],
  [[{ name: "" }], undefined],
  [[{ name: "nowhere" }], undefined],
])("with the offer %j the warning says: %s", async (regions, offer) => {
  const client = { shared: async () => ({ regions }) } as unknown as Client;
  const [context, args] = [{ client, isSecret: () => false }, { region: "nowhere" }];
  const [warnings, again] = [{}, args].map((olds) => formatWarnings(definitionOf("Workgroup"), olds, args, context));
  const text = `region "nowhere" is sent unchanged, but is not a region that the service offers; ${offer}`;
  expect([await warnings, await again]).toEqual([offer === undefined ? [] : [text], []]);
});

test.each([404, 500])("a service that returns %d for its offers causes no warning", async (status) => {
  const { engine, emulator } = await start("WorkspaceSettings");
  emulator.fault({ kind: "status", status, times: "always", match: { path: meta } });
  const { lines, error } = await engine.preview({ ...place, workspaceTypeName: "TG-999" });
  expect([odd(lines), error]).toEqual([[], ""]);
});
