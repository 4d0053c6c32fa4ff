import { exchangeMoved, findMove } from "../../../../provider/reconcile/moved";

const told = { autoUpgradeState: undefined, timetable: undefined };

test.each<[declared: string | undefined, live: string | undefined, desired: string | undefined, isOn: boolean]>([
  [undefined, undefined, undefined, false],
  [undefined, "none", "4.2.1", false],
  ["None", "disabled", "", false],
  ["off", undefined, "auto", true],
  [undefined, undefined, "Auto", true],
  ["minor", "none", "4.2.1", true],
  [undefined, "in progress", "4.2.0", true],
  ["none", "patch", undefined, true],
])(
  "automatic upgrades with the declared state %j, the live state %j and the desired version %j move a version: %j",
  (autoUpgradeState, live, desired, isOn) => {
    const record = { workspace_id: "ws", tg_version: "4.2.1", auto_upgrade_state: live, desired_tg_version: desired };
    const move = findMove("upgrades", "4.2.0", { ...told, record, autoUpgradeState });
    expect(move).toEqual(isOn ? { live: "4.2.1", by: "automatic upgrades" } : undefined);
    expect(findMove("upgrades", "4.3.0", { ...told, record, autoUpgradeState })).toBeUndefined();
    expect(findMove("upgrades", undefined, { ...told, record, autoUpgradeState })).toBeUndefined();
  },
);

test("a pending upgrade counts as an applied one", () => {
  const record = { workspace_id: "ws", tg_version: "4.2.0", auto_upgrade_state: "minor", desired_tg_version: "4.2.1" };
  expect(findMove("upgrades", "4.2.0", { ...told, record })).toMatchObject({ live: "4.2.1" });
});

test.each([
  ["TG-2", { workspace_type_name: "TG-2" }, true],
  ["TG-2", { workspace_type_name: "tg2" }, true],
  ["TG-2", { workspace_type_name: "TG-4" }, false],
  ["TG-2", {}, false],
  ["", { workspace_type_name: "" }, false],
])("the live size %j with the timetable entry %j counts as moved: %j", (typeName, entry, isMoved) => {
  const timetable = {
    entries: [
      { id: "other", record: {} },
      { id: "s-1", record: { ...entry, repeat: "daily", time: "07:00" } },
    ],
  };
  const record = { workspace_id: "ws", workspace_type: { typeName } };
  const move = findMove("timetable", "TG-1", { ...told, record, timetable });
  expect(move).toEqual(isMoved ? { live: typeName, by: 'the schedule "s-1" (daily, 07:00)' } : undefined);
});

test("moved values are exchanged between outputs and the state; a malformed or undeclared one is dropped", () => {
  const kept = { name: "prod", size: "TG-2", __moved: { size: "TG-1" } };
  const used = { name: "prod", size: "TG-1", __moved: { size: "TG-2" } };
  expect([exchangeMoved(kept), exchangeMoved(used)]).toEqual([used, kept]);
  expect(exchangeMoved({ name: "prod", __moved: { size: "TG-1", name: 7 } })).toEqual({ name: "prod" });
  expect(exchangeMoved({ name: "prod", __moved: "odd" })).toEqual({ name: "prod", __moved: "odd" });
});
