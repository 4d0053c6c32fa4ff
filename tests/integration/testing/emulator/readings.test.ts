import { type EmulatorFixture, startFixture } from "./fixture";

const sent = {
  schedule: { workspace_id: "", repeat: "daily", time: "07:00", timezone: "UTC" },
  range: (cidr: string) => ({ cidr, note: "office" }),
};

const listed = async (s: EmulatorFixture, path: string): Promise<unknown> => (await s.call("GET", path)).result;

test.each([
  ["a time gets seconds", "schedules", sent.schedule, [{ time: "07:00:00" }]],
  ["UTC gets its long name", "schedules", sent.schedule, [{ timezone: "Etc/UTC" }]],
  ["another time zone stays", "schedules", { ...sent.schedule, timezone: "Asia/Tokyo" }, [{ timezone: "Asia/Tokyo" }]],
  ["an address becomes a range", "allow_list", sent.range("203.0.113.9"), [{ cidr: "203.0.113.9/32", note: "office" }]],
  ["a range stays", "allow_list", sent.range("203.0.113.0/24"), [{ cidr: "203.0.113.0/24" }]],
  ["an IPv6 range is spelled out", "allow_list", sent.range("2001:db8::/32"), [{ cidr: "2001:0db8:0000:0000:0000:0000:0000:0000/32" }]],
  [
    "a cron text gets a question mark",
    "backups/schedule",
    { schedule: "0 2 * * *", max_retry: 1 },
    { schedule: "0 2 * * ?", max_retry: 1 },
  ],
])("a service with texts of its own: %s", async (_, path, body, shown) => {
  const s = await startFixture({ profile: "observed", texts: "rewritten" });
  const whole = `${path === "allow_list" ? s.workgroupPath : s.workspacePath}/${path}`;
  await s.call("POST", whole, body);
  expect(await listed(s, whole)).toMatchObject(shown);
});

test("a service that rewrites texts also rewrites the time zone of the maintenance window", async () => {
  const s = await startFixture({ texts: "rewritten" });
  await s.put({ maintenance_window_time_zone: "UTC", workspace_name: "07:00" });
  expect(s.emulator.workspace(s.wg, s.ws)).toMatchObject({ maintenance_window_time_zone: "Etc/UTC", name: "07:00" });
});

test("masked fields are shown as *** in records, schedules and backup schedules, and keep their values", async () => {
  const s = await startFixture({ profile: "observed", maskedFields: ["repeat_on", "max_retry", "token"] });
  const { account } = s.emulator;
  account.addSchedule(s.wg, s.ws, { repeat_on: "Monday" });
  account.setBackupSchedule(s.wg, s.ws, { schedule: "0 2 * * *", max_retry: 3 });
  s.emulator.changeWorkspace(s.wg, s.ws, {
    addons: [{ addons_id: "a", enable: true, enable_configuration: { token: "t", theme: "dark" } }],
  });
  expect(await listed(s, `${s.workspacePath}/schedules`)).toMatchObject([{ repeat_on: "***", time: "07:00" }]);
  expect(await listed(s, `${s.workspacePath}/backups/schedule`)).toEqual({ schedule: "0 2 * * *", max_retry: "***" });
  expect(await listed(s, s.workspacePath)).toMatchObject({ addons: [{ enable_configuration: '{"token":"***","theme":"dark"}' }] });
  expect(s.emulator.contents(s.wg, s.ws)).toMatchObject({ backupSchedule: { max_retry: 3 }, schedules: [{ repeat_on: "Monday" }] });
});

test("lagging reads show the past state, while the response to the write shows the change", async () => {
  let now = 1_000_000;
  const s = await startFixture({ readsLag: 6_000, now: () => now });
  const put = async (name: string) => (await s.put({ workspace_name: name })).result;
  expect(await put("blue")).toMatchObject({ name: "blue" });
  now += 3_000;
  expect(await put("green")).toMatchObject({ name: "green" });
  expect(await s.read()).toMatchObject({ name: "main" });
  now += 3_000;
  expect(await s.read()).toMatchObject({ name: "blue" });
  now += 3_000;
  expect(await s.read()).toMatchObject({ name: "green" });
});

test("a lagging read makes no waiting change due", async () => {
  let now = 1_000_000;
  const s = await startFixture({ readsLag: 6_000, settleAfter: 1, now: () => now });
  await s.put({ workspace_name: "blue" });
  await s.reads(3);
  expect(s.emulator.workspace(s.wg, s.ws).name).toBe("main");
  now += 6_000;
  await s.reads(2);
  expect(s.emulator.workspace(s.wg, s.ws).name).toBe("blue");
});

test("an option changes from the call on, and a checkpoint restores it", async () => {
  const s = await startFixture({ profile: "observed" });
  const restore = s.emulator.checkpoint();
  const { standing } = s.emulator;
  s.emulator.behave({ extensions: false });
  expect((await s.call("GET", `${s.workspacePath}/dbuser`)).status).toBe(404);
  expect(s.emulator.standing).not.toBe(standing);
  restore();
  expect(s.emulator.standing).toBe(standing);
});
