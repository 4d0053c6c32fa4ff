import { unknownText } from "../../../../support/provider";
import { startSettings } from "../../../../support/settings-fixture";

describe("a time zone that this machine does not know", () => {
  const window = (timeZone: unknown) => ({ maintenanceWindow: { timeZone } });

  test("is warned of in the preview with the nearest known one, and sent all the same", async () => {
    const { engine, ids: real, path, live } = await startSettings();
    const program = { ...real, ...window("Europe/Berln") };
    const warning = `graphplane: ${path}: maintenanceWindow.timeZone "Europe/Berln" is not a time zone that this machine knows; did you mean Europe/Berlin? The service may refuse it`;
    const { failures, lines } = await engine.preview(program);
    expect([failures, lines.filter((line) => line === warning).length]).toEqual([[], 1]);
    expect((await engine.up(program)).error).toBe("");
    expect(live().maintenance_window_time_zone).toBe("Europe/Berln");
    expect((await engine.preview({ ...program, autoStopMinutes: 60 })).lines).not.toContain(warning);
  });

  test.each([
    ["one that it knows", "Europe/Berlin", []],
    ["an older name", "Asia/Calcutta", []],
    ["UTC", "UTC", []],
    ["one that is not known yet", unknownText, []],
    ["one that is secret", "Europe/Berln", ["maintenanceWindow"]],
  ])("is not %s", async (_, timeZone, secrets) => {
    const { engine, ids: real } = await startSettings();
    const { failures, lines } = await engine.preview({ ...real, ...window(timeZone) }, secrets);
    expect([failures, lines.filter((line) => line.includes("time zone") || line.includes("Berln"))]).toEqual([[], []]);
  });
});
