import { Engine, type Properties, VirtualClock } from "../../support/provider";
import { startService } from "../../support/service-fixture";

/** A removal that deletes from now on is announced where it is declared, in the words of a review. */

const wg = "production";
const ws = "main";
const settings = { workgroupId: wg, workspaceId: ws, autoStopMinutes: 45 };
const configuration = { installedAddonId: "assistant", configName: "main", configValue: "one" };
const notice = /^graphplane: \S+: `deletionPolicy: "delete"` is declared: from now on, removing .* deletes the /;

async function open(kind: string): Promise<Engine> {
  const { emulator } = await startService({ extensions: true });
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  emulator.account.addInstalledAddon({ id: "assistant" });
  return new Engine(kind, { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey }, clock: new VirtualClock() });
}

describe.each<[string, Properties]>([
  ["WorkspaceSettings", settings],
  ["AddonConfiguration", configuration],
])("%s", (kind, program) => {
  const deleting = { ...program, deletionPolicy: "delete" };
  const announced = async (engine: Engine, declared: Properties) =>
    (await engine.preview(declared)).lines.filter((line) => notice.test(line)).length;

  test("that is new prints it once", async () => {
    const engine = await open(kind);
    expect([await announced(engine, deleting), await announced(engine, program)]).toEqual([1, 0]);
  });

  test("that is there prints it once, where it is newly declared alone", async () => {
    const engine = await open(kind);
    await engine.up(program);
    expect([await announced(engine, deleting), await announced(engine, { ...program, deletionPolicy: "retain" })]).toEqual([1, 0]);
    await engine.up(deleting);
    expect(await announced(engine, deleting)).toBe(0);
  });
});
