import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ExportedDeployment, type OperationResult, render } from "../../../testing/engine";
import { errors, Scene } from "../../support/engine-scene";

const TOKEN = "tok-very-secret";
/** The scene program's stack as the CLI (3.257) exported it. */
const cliState = JSON.parse(readFileSync(join(__dirname, "../../golden/states/cli.json"), "utf8")) as ExportedDeployment;

describe("secrets and configuration", () => {
  const scene = new Scene({ config: { greeting: "hello", token: { secret: TOKEN }, "other:key": "value" } });
  let result: OperationResult;
  const file = async () => readFileSync((await scene.open()).file, "utf8");
  beforeAll(async () => {
    scene.declare(
      [
        {
          name: "a",
          inputs: { value: "$config:token", nested: { deep: 1 } },
          secretInputs: ["nested"],
          options: { additionalSecretOutputs: ["echo"] },
        },
        { name: "b", inputs: { value: "open", print: "create" }, options: { additionalSecretOutputs: ["generation"] } },
        { name: "c", inputs: { value: "$b.generation" } },
      ],
      { open: "$b.out", hidden: "$b.generation", marked: "shown-nowhere" },
      ["marked"],
    );
    result = await (await scene.act("log").open()).up({ skipPreview: true });
  });
  afterAll(() => scene.dispose());

  test("the update works, and the provider gets the configuration and plain values", async () => {
    // An error that the program merely logs does not make the update fail; with the CLI neither.
    expect(errors(result)).toEqual(["an error that is only logged"]);
    expect(result).toMatchObject({ ok: true, exitCode: 0 });
    const calls = scene.calls();
    expect(calls.find(({ call }) => call === "configure")).toMatchObject({ greeting: "hello", token: TOKEN });
    expect(calls.find(({ call, label }) => call === "check" && label === "a")?.news).toMatchObject({ value: TOKEN, nested: { deep: 1 } });
  });

  test("no secret stands in the file: neither of the configuration, nor of inputs, outputs or the stack", async () => {
    const text = await file();
    for (const secret of [TOKEN, "shown-nowhere", '"generation":"b-1"']) expect(text).not.toContain(secret);
    expect(text).toContain('"out":"out of b"');
  });

  test("no secret stands in the result or its drawing", () => {
    const drawn = render(result, { color: true, inputs: true });
    for (const secret of [TOKEN, "shown-nowhere"]) expect(JSON.stringify(result) + drawn).not.toContain(secret);
    expect(result.outputs).toEqual({ open: "out of b", hidden: "[secret]", marked: "[secret]" });
    expect(drawn).toContain("hidden: [secret]");
  });

  test("a secret output is secret where it is used", async () => {
    const { deployment } = await (await scene.open()).export({ showSecrets: true });
    const user = deployment.resources?.find(({ id }) => id === "c-1");
    expect(user?.inputs).toMatchObject({ value: { plaintext: '"b-1"' } });
  });

  test("messages of program and provider are delivered, secrets of the configuration masked", () => {
    const messages = result.diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
    for (const expected of [
      "warning: a warning",
      "info: a remark, and the token is [secret]",
      "info: printed by the program",
      "info: printed by b",
      "info#err: complained by b",
    ]) {
      expect(messages).toContain(expected);
    }
  });

  test("outputs are shown on demand, also from an export with secrets shown", async () => {
    const stack = await scene.open();
    expect(await stack.outputs()).toEqual({ open: "out of b", hidden: "[secret]", marked: "[secret]" });
    expect(await stack.outputs({ showSecrets: true })).toEqual({ open: "out of b", hidden: "b-1", marked: "shown-nowhere" });
  });

  test("an update without changes leaves the file's resources as they are, to the letter", async () => {
    const resources = async () =>
      (JSON.parse(await file()) as { checkpoint: { latest: { resources: unknown } } }).checkpoint.latest.resources;
    const before = await resources();
    const again = await (await scene.open()).up({ skipPreview: true });
    expect(again.changes).toEqual({ same: 4 });
    expect(await resources()).toEqual(before);
  });

  test("another passphrase is refused before anything happens, none at all too", async () => {
    await expect(scene.open({ passphrase: "wrong" })).rejects.toMatchObject({ code: "wrong-passphrase" });
    const { PULUMI_CONFIG_PASSPHRASE: kept } = process.env;
    delete process.env.PULUMI_CONFIG_PASSPHRASE;
    await expect(scene.open({ passphrase: undefined as unknown as string })).rejects.toMatchObject({ code: "passphrase-missing" });
    if (kept !== undefined) process.env.PULUMI_CONFIG_PASSPHRASE = kept;
  });

  test("refresh and destroy use the configuration that stands in the state, as the CLI does", async () => {
    scene.calls();
    const stack = await scene.open({ config: { greeting: "changed" } });
    const refreshed = await stack.refresh({ skipPreview: true });
    expect(refreshed.changes).toEqual({ same: 4 });
    expect(scene.calls("configure")).toMatchObject([{ greeting: "hello", token: TOKEN }]);
  });
});

describe("a state that the CLI wrote", () => {
  test("is read with its secrets, and an update finds nothing to do", async () => {
    const scene = new Scene();
    const stack = await scene.open();
    await stack.import(cliState);
    expect(await stack.outputs({ showSecrets: true })).toEqual({ b: "out of a" });
    const result = await scene
      .declare(
        [
          { name: "a", inputs: { value: 1, s: "top" }, secretInputs: ["s"] },
          { name: "b", inputs: { value: "$a.out" } },
        ],
        { b: "$b.echo" },
      )
      .open()
      .then((opened) => opened.up({ skipPreview: true }));
    expect(errors(result)).toEqual([]);
    expect(result.changes).toEqual({ same: 3 });
    expect((await stack.export()).deployment.secrets_providers).toEqual(cliState.deployment.secrets_providers);
    scene.dispose();
  });
});
