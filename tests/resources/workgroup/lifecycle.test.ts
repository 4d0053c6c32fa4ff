import type { EmulatorOptions } from "../../../testing/emulator";
import { Readings } from "../../support/readings";
import { startResource } from "../../support/resource-fixture";

const cloudProviderId = "0b000000-0000-4000-8000-000000000001";

/** A service without workgroups, and an engine that holds one `Workgroup`. */
function startWorkgroup(options: EmulatorOptions = {}) {
  return startResource("Workgroup", { workgroupName: "team", cloudProviderId }, () => undefined, options, { maxRetries: 0 });
}

describe.each(["specified", "observed"] as const)("profile %s", (profile) => {
  test("a change of the region requires a replacement, which is refused while the workgroup is protected", async () => {
    const { engine, program, written } = await startWorkgroup({ profile });
    await engine.up(program());
    written();
    // Declared as it is: no other workgroup is needed.
    expect((await engine.up(program({ region: "us-east-1" }))).op).toBe("same");
    const { op, failures, error } = await engine.up(program({ region: "eu-west-1" }));
    expect(op).toBe("failed");
    expect([...failures.map(({ reason }) => reason), error].join()).toContain("graphplane refused the replacement");
    expect(written()).toEqual([]);
  });
});

test("no workgroup is created if the service does not list workgroups, because the name may exist", async () => {
  const { engine, program, written } = await startWorkgroup({ extensions: false });
  const { failures } = await engine.preview(program());
  expect(failures).toEqual([{ property: "workgroupName", reason: expect.stringContaining("GET /workgroups") as string }]);
  expect(written()).toEqual([]);
});

test("an import declares no argument for an empty field of the record", async () => {
  const { engine, program, emulator } = await startWorkgroup();
  await engine.up(program());
  new Readings(emulator).rewrite(7, (result) => ({ ...(result as object), encryption_method: "" }));
  const { outputs } = await engine.get(String(emulator.workgroups()[0]?.workgroup_id));
  expect(outputs).toMatchObject({ workgroupName: "team" });
  expect(outputs).not.toHaveProperty("encryptionMethod");
});

test("a refresh keeps the name and the cloud provider if the record lacks them", async () => {
  const { engine, program, emulator } = await startWorkgroup();
  await engine.up(program());
  new Readings(emulator).rewrite(7, (result) => ({ ...(result as object), name: null, cloud_provider_id: null }));
  expect(await engine.refresh()).toMatchObject({ op: "read", lines: [] });
  expect(engine.declared).toEqual(program());
  expect((await engine.preview(program())).op).toBe("same");
});

describe("a deletion needs proof that the workgroup has no workspaces", () => {
  async function startDeletable() {
    const started = await startWorkgroup();
    await started.engine.up(started.program({ deletionPolicy: "delete" }));
    started.written();
    const rewrite = (change: object) => new Readings(started.emulator).rewrite(7, (result) => ({ ...(result as object), ...change }));
    return { ...started, id: String(started.engine.known["workgroupId"]), rewrite };
  }

  test("a workspace that was created since the last read refuses it", async () => {
    const { engine, emulator, id, written } = await startDeletable();
    await engine.refresh();
    emulator.account.addWorkspace(id, { name: "main" });
    expect((await engine.destroy()).error).toContain("(main). Delete them first");
    expect(written()).toEqual([]);
  });

  test("graphplane refuses the replacement by the preview, naming them", async () => {
    const { engine, program, emulator, id, written } = await startDeletable();
    const replaced = program({ deletionPolicy: "delete", region: "elsewhere" });
    emulator.account.addWorkspace(id, { name: "main" });
    for (const run of [() => engine.preview(replaced), () => engine.up(replaced)])
      expect((await run()).error).toMatch(
        /^Workgroup: update .*: the workgroup has workspaces, so graphplane did not delete it: .*\(main\).* a second/,
      );
    expect(written()).toEqual([]);
    emulator.fault({ kind: "status", status: 503, match: { method: "GET" }, times: "always" });
    const { error, lines } = await engine.preview(replaced);
    expect([error, lines.join("\n")]).toEqual(["", expect.stringContaining("graphplane: cannot plan ")]);
  });

  test.each([
    ["is not there", undefined],
    ["is null while a database has a workspace", null],
  ])("a record whose list %s refuses it", async (_text, workspaces) => {
    const { engine, emulator, id, written, rewrite } = await startDeletable();
    emulator.account.addWorkspace(id);
    rewrite({ workspaces });
    expect((await engine.destroy()).error).toContain("without a list of its workspaces, so graphplane sent no request");
    expect(written()).toEqual([]);
  });

  test("a list that is empty in only one read refuses it", async () => {
    const { engine, emulator, id, written } = await startDeletable();
    emulator.account.addWorkspace(id);
    let reads = 0;
    new Readings(emulator).rewrite(7, (result) => ({ ...(result as object), ...(++reads < 2 && { workspaces: [] }) }));
    expect((await engine.destroy()).error).toContain("Delete them first");
    expect(written()).toEqual([]);
  });

  test("null, and no database with a workspace, proves it", async () => {
    const { engine, id, written, rewrite } = await startDeletable();
    rewrite({ workspaces: null });
    expect((await engine.destroy()).error).toBe("");
    expect(written()).toEqual([`DELETE /workgroups/${id}`]);
  });
});

test.each<[string, (team: object) => readonly object[], RegExp]>([
  ["without its region", (team) => [{ ...team, region: undefined }], /^region of the workgroup "team" \(.+\) is "r" and cannot be changed/],
  ["without an identifier", (team) => [{ ...team, workgroup_id: "" }], /the service returns it without its identifier/],
  ["beside another of its name", (team) => [team, { ...team, workgroup_id: "other" }], /^several workgroups/],
])("a workgroup that the list shows %s is not adopted", async (_, shown, reason) => {
  const { engine, program, emulator, written } = await startWorkgroup();
  emulator.account.addWorkgroup({ name: "team", cloud_provider_id: cloudProviderId, region: "r" });
  new Readings(emulator).rewrite("listWorkgroups", (all) => (all as object[]).flatMap(shown));
  const { failures } = await engine.up(program({ adopt: true, region: "us-east-1" }));
  expect(failures.map((failure) => failure.reason)).toEqual([expect.stringMatching(reason)]);
  expect(written()).toEqual([]);
});

test.each([
  [true, /workgroup .* does not exist/],
  [false, /a workgroup "team" already exists/],
])("a workgroup that only the list contains is refused with adopt: %s", async (adopt, reason) => {
  const { engine, program, emulator, written } = await startWorkgroup();
  emulator.account.addWorkgroup({ name: "team", cloud_provider_id: cloudProviderId });
  emulator.fault({ kind: "status", status: 404, type: "Not-Found", match: { endpoint: 7 }, times: "always" });
  const { failures, error } = await engine.up(program({ adopt }));
  expect([error, ...failures.map((failure) => failure.reason)].join("")).toMatch(reason);
  expect(written()).toEqual([]);
});

test("a new workgroup that appears late is waited for, and each poll sends a read", async () => {
  const { engine, program, emulator, clock, asked } = await startWorkgroup();
  const isLate = () => clock.pauses.length < 4;
  emulator.fault({ kind: "status", status: 404, type: "Not-Found", match: { endpoint: 7, body: isLate }, times: "always" });
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(asked().filter((endpoint) => endpoint === 7)).toHaveLength(clock.pauses.length + 1);
});

test("null for the list of workgroups means none", async () => {
  const { engine, program, emulator } = await startWorkgroup();
  new Readings(emulator).rewrite("listWorkgroups", (all) => ((all as object[]).length === 0 ? null : all));
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
});

test.each([
  ["its platform in capitals", { platform: "aws" }, { platform: "AWS" }],
  ["its region by a description", { region: "us-east-1" }, { region: "US East" }],
  ["a storage that it did not take", { sharedStorage: true }, { shared_storage: false }],
])("a workgroup that is returned with %s is not replaced by a later change", async (_name, more, shown) => {
  const { engine, program, emulator, written } = await startWorkgroup();
  new Readings(emulator).rewrite(7, (result) => ({ ...(result as object), ...shown }));
  const declared = program({ ...more, deletionPolicy: "delete" });
  expect(await engine.up(declared)).toMatchObject({ op: "create", error: "" });
  await engine.refresh();
  written();
  for (const change of [{ timeoutSeconds: 700 }, { timeoutSeconds: 700, enableApplicationLog: true }])
    expect(await engine.up({ ...declared, ...change })).toMatchObject({ op: "update", error: "" });
  expect(written()).toEqual([expect.stringMatching(/^PUT .*\{"enable_application_log":true\}$/)]);
  expect(engine.known).toMatchObject(more);
});

describe("a POST whose response does not identify the created workgroup", () => {
  const post = { endpoint: "createWorkgroup" } as const;
  async function startBesideOther() {
    const made = await startWorkgroup();
    const other = made.emulator.account.addWorkgroup({ name: "theirs" }).workgroup_id;
    const readings = new Readings(made.emulator);
    const own = () => made.emulator.workgroups().find(({ workgroup_id: id }) => id !== other)?.workgroup_id;
    return { ...made, other, own, readings };
  }

  test("that lists all workgroups: it is found by its name, and the others are not touched", async () => {
    const { engine, program, emulator, other, own, readings, written } = await startBesideOther();
    readings.rewrite("createWorkgroup", () => emulator.workgroups());
    expect(await engine.up(program({ deletionPolicy: "delete" }))).toMatchObject({ op: "create", error: "" });
    expect(engine.known["workgroupId"]).toBe(own());
    written();
    await engine.destroy();
    expect(written()).toEqual([expect.stringMatching(/^DELETE /)]);
    expect(emulator.workgroups().map(({ workgroup_id: id }) => id)).toEqual([other]);
  });

  test("that is lost, with a list of null: no second one is created", async () => {
    const { engine, program, emulator, readings, written } = await startBesideOther();
    emulator.fault({ kind: "reset-after", match: post });
    readings.rewrite("listWorkgroups", (all) => (all as object[]).slice(0, 1));
    expect((await engine.up(program())).error).not.toBe("");
    written();
    readings.rewrite("listWorkgroups", () => null);
    expect((await engine.up(program())).error).toContain("the list of workgroups was null");
    expect(written()).toEqual([]);
  });
});

test.each([
  ["destroy", 400, "Bad-Request"],
  ["refresh", 400, "Internal-Error"],
  ["destroy", 500, "Internal-Error"],
  ["refresh", 500, "Internal-Error"],
] as const)(
  "%s uses the list to find that a workgroup is gone if every call refuses an unknown id with %i",
  async (operation, status, type) => {
    const { engine, program, emulator } = await startWorkgroup();
    await engine.up(program({ deletionPolicy: "delete" }));
    const id = String(engine.known["workgroupId"]);
    for (const endpoint of [7, "deleteWorkgroup"]) emulator.fault({ kind: "status", status, type, match: { endpoint }, times: "always" });
    expect((await engine[operation]()).error).not.toBe("");
    emulator.deleteWorkgroup(id);
    // An empty list may be that of another organization.
    expect((await engine[operation]()).error).not.toBe("");
    emulator.account.addWorkgroup({ name: "theirs" });
    expect(await engine[operation]()).toMatchObject({ error: "" });
    expect(engine.state).toBeUndefined();
  },
);

test.each([403, 503])("a refresh that fails with %i does not count a workgroup as gone because the list lacks it", async (status) => {
  const { engine, program, emulator } = await startWorkgroup();
  await engine.up(program());
  emulator.deleteWorkgroup(String(engine.known["workgroupId"]));
  emulator.account.addWorkgroup({ name: "theirs" });
  emulator.fault({ kind: "status", status, match: { endpoint: 7 }, times: "always" });
  expect((await engine.refresh()).error).toContain(String(status));
  expect(engine.state).toBeDefined();
});

describe.each([
  [400, "Bad-Request"],
  [500, "Internal-Error"],
  [403, "Forbidden"],
] as const)("a service that refuses the read of a workgroup with %i after a deletion", (status, type) => {
  async function startDeletable() {
    const made = await startWorkgroup();
    await made.engine.up(made.program({ deletionPolicy: "delete" }));
    let wasSent = false;
    const noticed = () => (wasSent = true);
    const refused = { kind: "status", status, type } as const;
    made.emulator.fault({ ...refused, match: { endpoint: 7, body: () => wasSent }, times: "always" });
    return { ...made, refused, noticed };
  }

  test("has deleted it if the deletion was acknowledged", async () => {
    const { engine, emulator, clock, noticed } = await startDeletable();
    const before = clock.pauses.length;
    emulator.fault({ kind: "slow-body", pieces: 1, pauseMs: 0, match: { endpoint: "deleteWorkgroup", body: noticed } });
    expect(await engine.destroy()).toMatchObject({ error: "" });
    expect([emulator.workgroups(), clock.pauses.length - before]).toEqual([[], 1]);
  });

  test("may still have it if the deletion was refused too", async () => {
    const { engine, emulator, refused, noticed } = await startDeletable();
    emulator.account.addWorkgroup({ name: "theirs" });
    emulator.fault({ ...refused, message: "busy", match: { endpoint: "deleteWorkgroup", body: noticed } });
    expect((await engine.destroy()).error).toContain("The service responded: busy");
    expect(engine.state).toBeDefined();
  });
});

test("the run that resumes a creation sends the settings that the POST does not accept, even if no record shows them", async () => {
  const { engine, program, emulator, written } = await startWorkgroup();
  const declared = program({ encryptionMethod: "TMK" });
  new Readings(emulator).rewrite(7, (result) => ({ ...(result as object), encryption_method: undefined }));
  let isShown = false;
  emulator.fault({ kind: "status", status: 503, match: { endpoint: 7, body: () => !isShown }, times: "always" });
  const { error, lines } = await engine.up(declared);
  expect([error, lines.join()]).toEqual([
    expect.stringContaining("no read returns it yet"),
    expect.stringContaining('the workgroup "team": waiting for the service to return it, '),
  ]);
  isShown = true;
  expect(await engine.up(declared)).toMatchObject({ error: "" });
  expect(written()).toEqual([expect.stringMatching(/^POST /), expect.stringMatching(/^PUT .*"encryption_method":"TMK"/)]);
});
