import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { functions } from "../../../../provider/functions/registry";
import * as sdk from "../../../../sdk";
import { asProgramRun } from "../../../support/program-run";
import { profiles } from "../../../support/service-fixture";
import { startFixture, errorOf, settled } from "./fixture";

const { getBackups, getSchedulesOutput, getWorkgroup, getWorkgroupOutput, getWorkspace, getWorkspaceOutput } = sdk;

describe.each(profiles)("one program, profile $profile", ({ profile }) => {
  test("50 function calls for one workgroup send 1 request, in both forms", async () => {
    const { workgroupId, ids, requests } = await startFixture({ profile });
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 5 === 0
          ? getWorkgroup({ workgroupId })
          : index % 5 === 1
            ? settled(getWorkspaceOutput({ workgroupId: pulumi.output(workgroupId), name: "main" }))
            : index % 5 === 2
              ? settled(getWorkgroupOutput({ workgroupId }))
              : getWorkspace({ workgroupId, workspaceId: ids[index % 2] ?? "" }),
      ),
    );
    expect(requests()).toEqual([7]);
    await getWorkspace({ workgroupId, name: "main" });
    expect(requests()).toEqual([]);
  });

  test("reads expire after 10 s; different settings and objects share none", async () => {
    const { emulator, workgroupId, ids, requests } = await startFixture({ profile });
    const now = jest.spyOn(performance, "now");
    try {
      await getWorkgroup({ workgroupId });
      const at = performance.now();
      now.mockImplementation(() => at + 9_900);
      await getWorkgroup({ workgroupId });
      now.mockImplementation(() => at + 10_100);
      await getWorkgroup({ workgroupId });
      expect(requests()).toEqual([7, 7]);
      await getBackups({ workgroupId, workspaceId: ids[0] });
      await getBackups({ workgroupId, workspaceId: ids[1] });
      expect(requests()).toEqual([13, 13]);
      pulumi.runtime.setConfig("graphplane:apiKey", "another-key");
      emulator.rotateKey("another-key");
      await getWorkgroup({ workgroupId });
      expect(requests()).toEqual([7]);
    } finally {
      now.mockRestore();
    }
  });

  test("a failed read is not cached", async () => {
    const { emulator, workgroupId, requests } = await startFixture({ profile });
    emulator.fault({ kind: "status", status: 503, match: { endpoint: 7 } });
    const [first, second] = await Promise.all([
      errorOf(getWorkgroup({ workgroupId })),
      errorOf(getWorkspace({ workgroupId, name: "main" })),
    ]);
    // One request, told on each one's behalf.
    expect(first.message).toMatch(/^getWorkgroup: read of workgroup /);
    expect(second.message).toMatch(/^getWorkspace: read of workspace "main" of workgroup /);
    expect(await getWorkgroup({ workgroupId })).toMatchObject({ name: "production" });
    expect(requests().filter((endpoint) => endpoint === 7)).toHaveLength(2);
  });

  test("the User-Agent names the function that reads", async () => {
    const { emulator, workgroupId } = await startFixture({ profile });
    await getWorkspace({ workgroupId, name: "main" });
    expect(emulator.journal.entries[0]?.userAgent).toMatch(/^pulumi-graphplane\/\S+ \(getWorkspace; read\)$/);
  });
});

describe("outputs", () => {
  beforeEach(() => startRun({ id: "an-id" }));
  afterEach(() => startRun({ id: "" }));

  test("a secret input returns a secret output, and a plain one does not", async () => {
    const { workgroupId } = await startFixture();
    const args = { workgroupId: pulumi.secret(workgroupId), name: "main" };
    expect(await settled(getWorkspaceOutput(args))).toMatchObject({ known: true, secret: true, value: { name: "main" } });
    expect(await settled(getWorkspaceOutput({ workgroupId, name: "main" }))).toMatchObject({ known: true, secret: false });
  });

  test("an unknown input returns an unknown output without a request", async () => {
    const { requests, workgroupId } = await startFixture();
    await startRun({ preview: true });
    const made = new Thing("made", {});
    expect(await settled(getSchedulesOutput({ workgroupId, workspaceId: made.id }))).toMatchObject({ known: false });
    expect(requests()).toEqual([]);
  });

  test("functions whose arguments come from a resource read after it, and share one request", async () => {
    const { emulator, workgroupId, ids, requests } = await startFixture();
    expect(await getWorkspace({ workgroupId, workspaceId: ids[0] })).toMatchObject({ autoStopMinutes: 30 });
    emulator.changeWorkspace(workgroupId, ids[0], { auto_stop_minutes: 5 });
    const made = new Thing("made", { workgroupId });
    const outputs = Array.from({ length: 50 }, () => getWorkspaceOutput({ workgroupId: made.workgroupId, workspaceId: ids[0] }));
    for (const output of outputs) expect((await settled(output)).value).toMatchObject({ autoStopMinutes: 5 });
    expect(requests()).toEqual([7, 7]);
  });

  test("an error rejects the output with the same message", async () => {
    const { workgroupId } = await startFixture();
    const output = getWorkspaceOutput({ workgroupId, name: "x" });
    expect((await errorOf(settled(output))).message).toMatch(/^getWorkspace: read of .* no workspace is named "x"/);
  });
});

/** Starts a program run whose resources get the given id; in a preview it is not known yet. */
async function startRun({ id, preview = false }: { readonly id?: string; readonly preview?: boolean }): Promise<void> {
  const newResource = ({ inputs }: pulumi.runtime.MockResourceArgs) => ({ id, state: inputs as object });
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) });
  asProgramRun(preview);
}

class Thing extends pulumi.CustomResource {
  declare readonly workgroupId: pulumi.Output<string>;
  constructor(name: string, inputs: pulumi.Inputs) {
    super("test:index:Thing", name, { workgroupId: undefined, ...inputs });
  }
}

describe("settings", () => {
  const { env } = process;
  afterEach(() => (process.env = env));

  test("come from the stack's configuration, or else from the environment", async () => {
    const { emulator, workgroupId } = await startFixture();
    pulumi.runtime.setAllConfig({});
    process.env = { ...env, GRAPHPLANE_BASE_URL: emulator.url, GRAPHPLANE_API_KEY: emulator.apiKey };
    expect(await getWorkgroup({ workgroupId })).toMatchObject({ name: "production" });
    process.env = { ...env, GRAPHPLANE_BASE_URL: "https://nowhere.example", GRAPHPLANE_API_KEY: "wrong" };
    pulumi.runtime.setAllConfig({ "graphplane:baseUrl": emulator.url, "graphplane:apiKey": emulator.apiKey });
    expect(await getWorkgroup({ workgroupId })).toMatchObject({ name: "production" });
  });

  test("that are missing or malformed are named with the command that sets them", async () => {
    pulumi.runtime.setAllConfig({ "graphplane:maxRetries": "many" });
    process.env = { ...env, GRAPHPLANE_BASE_URL: "", GRAPHPLANE_API_KEY: "" };
    const { message } = await errorOf(getWorkgroup({ workgroupId: "wg" }));
    expect(message).toMatch(/^getWorkgroup: graphplane:baseUrl is missing. Run "pulumi config set graphplane:baseUrl <value>"/);
    expect(message).toMatch(/pulumi config set --secret graphplane:apiKey/);
    expect(message).toMatch(/graphplane:maxRetries \("many"\) must be an integer/);
  });
});

test.each([
  ["an empty id", () => getWorkgroup({ workgroupId: "" }), /workgroupId must be a non-empty string/],
  [
    "an id of another type",
    () => getBackups({ workgroupId: 7 as unknown as string, workspaceId: "x" }),
    /workgroupId must be a non-empty string/,
  ],
  ["neither id nor name", () => getWorkgroup({}), /pass exactly one of workgroupId and name/],
  ["both", () => getWorkspace({ workgroupId: "w", workspaceId: "x", name: "y" }), /pass exactly one of workspaceId and name/],
  ["a step in the path", () => getBackups({ workgroupId: "..", workspaceId: "x" }), /workgroupID is "\.\."/],
])("a call with %s is refused without a request", async (_, call, told) => {
  const { requests } = await startFixture();
  expect((await errorOf(call())).message).toMatch(told);
  expect(requests()).toEqual([]);
});

test.each(profiles)("no error contains the key, even if the service repeats it ($profile)", async ({ profile }) => {
  const { emulator, workgroupId } = await startFixture({ profile });
  for (const status of [400, 401, 500]) {
    emulator.fault({ kind: "echo-secret", status, match: { endpoint: 7 } });
    const error = await errorOf(getWorkgroup({ workgroupId }));
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    const told = inspect([error, error.stack, error.cause], { depth: 9, showHidden: true, maxStringLength: Infinity });
    expect(told).toContain("[redacted]");
    const { apiKey } = emulator;
    for (const form of [apiKey, encodeURIComponent(apiKey), Buffer.from(apiKey).toString("base64"), JSON.stringify(apiKey)])
      expect(told).not.toContain(form);
  }
});

test("no error contains a key that was passed as an id", async () => {
  const { emulator, workgroupId } = await startFixture();
  const { apiKey } = emulator;
  const calls = [
    () => getWorkgroup({ workgroupId: apiKey }),
    () => getWorkspace({ workgroupId: apiKey, name: "x" }),
    () => getWorkgroup({ name: apiKey }),
    () => getWorkspace({ workgroupId, name: apiKey }),
  ];
  for (const call of calls) expect(inspect(await errorOf(call()), { depth: 9, showHidden: true })).not.toContain(apiKey);
});

test("every function is exported, with a twin over inputs", () => {
  const names = Object.keys(sdk).filter((name) => name.startsWith("get"));
  const plain = names.filter((name) => !name.endsWith("Output"));
  expect(plain.sort()).toEqual(Object.keys(functions).sort());
  expect(names.filter((name) => name.endsWith("Output")).sort()).toEqual(plain.map((name) => `${name}Output`).sort());
});
