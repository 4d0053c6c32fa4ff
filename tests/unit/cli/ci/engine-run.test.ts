import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../../../../cli/ci/context";
import { engine } from "../../../../cli/ci/examine";
import { outputOf, runPreview, runUpdate } from "../../../../cli/ci/pulumi";
import type { PulumiOptions } from "../../../../cli/pulumi";
import { omit } from "../../../../provider/values/json";
import { recordingTerminal } from "../../../support/terminal";
import { sample } from "../review/samples";

/** How the engine is run, and what of its output is read. */

const base = mkdtempSync(join(tmpdir(), "graphplane-engine-"));
afterAll(() => rmSync(base, { recursive: true }));
beforeAll(() => writeFileSync(join(base, "Pulumi.yaml"), "name: movies\n"));

interface Printed {
  readonly code?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly events?: readonly object[];
  /** Lines of the file of plan records, to which the key of the run is added. */
  readonly records?: readonly object[];
}

interface Call {
  readonly args: readonly string[];
  readonly options: Partial<PulumiOptions>;
}

/** A run whose calls of pulumi print the given texts, the last one again and again. */
function runOn(printed: readonly Printed[], more: Partial<Context> = {}, environment: Readonly<Record<string, string>> = {}) {
  const calls: Call[] = [];
  const log: string[] = [];
  const context = {
    command: "ci preview",
    terminal: recordingTerminal({ environment }).terminal,
    temporary: mkdtempSync(join(base, "run-")),
    cwd: base,
    stack: undefined,
    pack: undefined,
    passed: [],
    runsProgram: true,
    destroys: false,
    redact: (text: string) => text.replaceAll("token", "***"),
    log: (text: string) => void log.push(text),
    onErr: () => {},
    onOut: () => {},
    pulumi: async (args: readonly string[], options: Partial<PulumiOptions> = {}) => {
      const { code = 0, stdout = "", stderr = "", events, records = [] } = printed[Math.min(calls.length, printed.length - 1)] ?? {};
      calls.push({ args, options });
      const { GRAPHPLANE_RECORDS: file, GRAPHPLANE_RUN_KEY: key } = options.env ?? {};
      const eventLog = args.includes("--event-log") ? args[args.indexOf("--event-log") + 1] : undefined;
      if (events !== undefined && eventLog !== undefined) writeFileSync(eventLog, events.map((one) => JSON.stringify(one)).join("\n"));
      for (const record of records) appendFileSync(file ?? "", `${key} ${JSON.stringify(record)}\n`);
      return { code, stdout, stderr };
    },
    ...more,
  };
  return { context: context as unknown as Context, calls, log };
}

const recorded = (name: string): Printed => {
  const { preview, exitCode, events, records } = sample(name);
  return { stdout: preview, code: exitCode, events, records };
};
const [resize, none] = [recorded("resize"), recorded("nothing-to-do")];
const crash: Printed = { code: 2, stderr: "panic" };

describe("the arguments of pulumi", () => {
  const begin = ["preview", "--json", "--show-replacement-steps", "--event-log", "<log>"];
  test.each<[string, Partial<Context>, readonly string[]]>([
    ["of a preview", {}, [...begin, "--non-interactive", "--refresh", "--run-program"]],
    ["of a preview without the program", { runsProgram: false }, [...begin, "--non-interactive", "--refresh"]],
    [
      "with all options",
      { stack: "dev", pack: "/policies", passed: ["--parallel", "2"] },
      [...begin, "--stack", "dev", "--non-interactive", "--refresh", "--run-program", "--policy-pack", "/policies", "--parallel", "2"],
    ],
    [
      "of a destroy",
      { destroys: true },
      ["destroy", "--preview-only", "--json", "--show-replacement-steps", "--ignore-protect", "--event-log", "<log>", "--non-interactive"],
    ],
  ])("%s", async (_, more, args) => {
    const { context, calls } = runOn([resize], more);
    await runPreview(context, "key");
    const log = join(context.temporary, "events.json");
    expect(calls.map((call) => call.args.map((arg) => (arg === log ? "<log>" : arg)))).toEqual([args]);
    expect(calls[0]?.options.env).toMatchObject({ PULUMI_DEBUG_COMMANDS: "true", GRAPHPLANE_RUN_KEY: "key" });
    expect(existsSync(log)).toBe(false);
  });

  test("of an update, which can send only what its approval contains", async () => {
    const { context, calls } = runOn([{ events: [{ preludeEvent: {} }] }]);
    expect((await runUpdate(context, "/approval.json")).events).toHaveLength(1);
    expect(calls[0]?.args.filter((arg) => !arg.endsWith("events.json"))).toEqual([
      "up",
      "--yes",
      "--skip-preview",
      "--event-log",
      "--non-interactive",
      "--refresh",
      "--run-program",
    ]);
    expect(calls[0]?.options).toMatchObject({ env: { GRAPHPLANE_APPROVAL: "/approval.json", PULUMI_DEBUG_COMMANDS: "true" } });
    expect(calls[0]?.options.env).not.toHaveProperty("GRAPHPLANE_RECORDS");
    expect([calls[0]?.options.onOut, calls[0]?.options.onErr]).toEqual([context.onOut, context.onErr]);
  });
});

describe("a preview", () => {
  test("has the steps, the events and the records of its run", async () => {
    const { preview } = await runPreview(runOn([resize]).context, "key");
    expect(preview).toMatchObject({ records: resize.records, unreadable: 0 });
    expect([preview.events.length, preview.failure, preview.destroy]).toEqual([resize.events?.length, undefined, undefined]);
    expect((await runPreview(runOn([{ stdout: resize.stdout ?? "" }]).context, "key")).preview).toMatchObject({
      records: [],
      events: [],
    });
  });

  test("of a destroy knows whether protected resources are refused", async () => {
    const destroyOf = async (...passed: string[]) =>
      (await runPreview(runOn([resize], { destroys: true, passed }).context, "key")).preview.destroy;
    expect([await destroyOf(), await destroyOf("--ignore-protect")]).toEqual([{ refusesProtected: true }, { refusesProtected: false }]);
  });

  test("that crashes with the program runs once more without it, with the records of that run only", async () => {
    const record = { version: 1, kind: "Workspace", notices: [] };
    const { context, calls, log } = runOn([{ ...crash, events: [{ diagnosticEvent: { message: "panic" } }], records: [record] }, resize]);
    const { preview } = await runPreview(context, "key");
    expect([calls.length, context.runsProgram, preview.records, preview.failure]).toEqual([2, false, resize.records, undefined]);
    expect(log).toEqual(["Pulumi crashed with --run-program (a known bug with renamed components); previewing again without it."]);
  });

  test.each<[string, Printed, Partial<Context>]>([
    ["without the program", crash, { runsProgram: false }],
    ["as a destroy", crash, { destroys: true }],
    ["with a different exit code", { ...crash, code: 255 }, {}],
    ["after its summary", { ...crash, events: [{ summaryEvent: {} }] }, {}],
    ["after its JSON", { ...crash, stdout: resize.stdout ?? "" }, {}],
  ])("that fails %s does not run again", async (_, printed, more) => {
    const { context, calls } = runOn([printed], more);
    await runPreview(context, "key");
    expect([calls.length, context.runsProgram]).toEqual([1, more.runsProgram ?? true]);
  });

  test.each<[string, Printed, string | undefined]>([
    ["what was printed, if that is no JSON", { code: 255, stdout: "out", stderr: "error: token" }, "out\nerror: ***"],
    [
      "its exit code, if nothing was printed",
      { code: 255, stdout: "\n", stderr: " \n" },
      "pulumi printed nothing, and ended with exit code 255.",
    ],
    [
      "what the program printed",
      { code: 255, stdout: JSON.stringify({ diagnostics: [{ severity: "info#err", message: "no module\n" }] }) },
      "no module",
    ],
    [
      "nothing more, if its diagnostics have an error",
      { code: 255, stdout: JSON.stringify({ diagnostics: [{ severity: "error", message: "no" }] }) },
      undefined,
    ],
    ["nothing, if it succeeded", { stdout: JSON.stringify({ diagnostics: [{ severity: "info#err", message: "a warning" }] }) }, undefined],
    ["nothing, if it has no diagnostics", { code: 255, stdout: JSON.stringify({ steps: [] }) }, undefined],
  ])("that fails has as its cause %s", async (_, printed, failure) =>
    expect((await runPreview(runOn([printed]).context, "key")).preview.failure).toBe(failure),
  );

  test("leaves no event log behind, even if pulumi cannot be started", async () => {
    const { context } = runOn([]);
    const log = join(context.temporary, "events.json");
    context.pulumi = () => {
      writeFileSync(log, "secret");
      return Promise.reject(new Error("not on PATH"));
    };
    await expect(runPreview(context, "key")).rejects.toThrow("not on PATH");
    expect(existsSync(log)).toBe(false);
  });
});

test("the output of a run has its last twelve lines, without colors, empty lines and credentials", () => {
  const lines = Array.from({ length: 14 }, (_, index) => `line ${index}`);
  const { context } = runOn([]);
  expect(outputOf(context, { code: 1, stdout: `\u001b[31m${lines.join("\n\n")}\u001b[0m`, stderr: " \n" })).toBe(lines.slice(2).join("\n"));
  expect(outputOf(context, { code: 1, stdout: "out", stderr: "a token" })).toBe("out\na ***");
});

describe("the examination of a preview", () => {
  const examine = async (printed: readonly Printed[], more: Partial<Context> = {}, environment = {}) => {
    const { context, calls } = runOn(printed, more, environment);
    return { ...(await engine.examine(context)), calls };
  };
  type Step = { oldState?: object; newState?: object };
  /** Edits the last step of a preview. */
  const edited = (printed: Printed, edit: (step: Step) => object): Printed => {
    const { steps, ...rest } = JSON.parse(printed.stdout ?? "") as { steps: Step[] };
    return { ...printed, stdout: JSON.stringify({ ...rest, steps: [...steps.slice(0, -1), ...steps.slice(-1).map(edit)] }) };
  };
  const withState = (options: object, then: object = {}) =>
    edited(none, (step) => ({ ...step, oldState: { ...step.oldState, ...then }, newState: { ...step.newState, ...options } }));

  test("approves what a complete preview contains, under a key of its own", async () => {
    const [first, second] = [await examine([resize]), await examine([resize])];
    expect(first).toMatchObject({
      isEmpty: false,
      notes: [],
      missingSecret: undefined,
      review: { complete: true, project: "movies", stack: "dev" },
    });
    expect(first.approval?.requests.length).toBeGreaterThan(0);
    expect(first.approval?.key).not.toBe(second.approval?.key);
    expect(first.calls).toHaveLength(1);
  });

  test("approves nothing of a preview that exits with an error, whatever it printed", async () => {
    const { approval, review, isEmpty } = await examine([{ ...resize, code: 1 }]);
    expect([approval, review.complete, review.failed, isEmpty]).toEqual([undefined, false, true, false]);
    expect((await examine([{ ...none, code: 1 }])).isEmpty).toBe(false);
    const failing = recorded("failing-check");
    expect((await examine([failing])).review.failed).toBe((await examine([{ ...failing, code: 0 }])).review.failed);
  });

  test.each<[string, Printed, boolean, number]>([
    ["nothing to do", none, true, 0],
    ["changes", resize, false, 0],
    ["a new option", withState({ protect: true }), false, 1],
    ["a different provider", withState({ provider: "urn::other" }), false, 1],
    ["an option that is removed", withState({}, { protect: true }), false, 1],
    ["a new dependency", withState({ dependencies: ["a"] }), false, 1],
    ["a new time-out", withState({ customTimeouts: { create: 60 } }, { customTimeouts: { create: 90 } }), false, 1],
    ["dependencies in a different order", withState({ dependencies: ["a", "b"] }, { dependencies: ["b", "a"] }), true, 0],
    [
      "a state that only one side has",
      edited(none, ({ newState, ...step }) => ({
        ...step,
        ...(newState && { newState: { ...newState, protect: true } }),
        oldState: undefined,
      })),
      true,
      0,
    ],
    [
      "a removed option of a resource without a new state",
      edited(none, (step) => ({ ...omit(step, ["newState"]), oldState: { ...step.oldState, protect: true } })),
      true,
      0,
    ],
  ])("knows %s", async (_, printed, isEmpty, notes) => {
    const examined = await examine([printed]);
    expect([examined.isEmpty, examined.notes.length]).toEqual([isEmpty, notes]);
  });

  test.each<[string, unknown, unknown, boolean]>([
    ["a secret output", "[secret]", "[secret]", false],
    ["a plain output", 443, 443, true],
    ["a changed output", 443, 444, false],
  ])("of a stack with %s", async (_, before, after, isEmpty) => {
    const metadata = { op: "same", urn: "urn:pulumi:dev::movies::pulumi:pulumi:Stack::movies-dev" };
    const [then, now] = [before, after].map((port) => ({ outputs: { port, host: "a" } }));
    const events = [...(none.events ?? []), { resOutputsEvent: { metadata: { ...metadata, old: then, new: now } } }];
    expect((await examine([{ ...none, events }])).isEmpty).toBe(isEmpty);
  });

  test("notes that it ran without the program", async () => {
    expect((await examine([crash, resize])).notes).toEqual([expect.stringMatching(/^Pulumi crashed with `--run-program`/)]);
  });

  const noKey = { ...recorded("failing-check"), records: [{ version: 1, kind: "WorkspaceSettings", notices: [], settings: ["apiKey"] }] };
  test.each<[string, Printed, Readonly<Record<string, string>>, string | undefined]>([
    ["a complete preview", resize, { PULUMI_ACCESS_TOKEN: "" }, undefined],
    ["the API key that the provider misses", noKey, { PULUMI_ACCESS_TOKEN: "" }, "graphplane:apiKey (GRAPHPLANE_API_KEY)"],
    [
      "an empty secret of a run that did not start",
      crash,
      { PULUMI_ACCESS_TOKEN: "", PULUMI_CONFIG_PASSPHRASE: "x" },
      "PULUMI_ACCESS_TOKEN",
    ],
    ["all empty secrets", crash, { PULUMI_CONFIG_PASSPHRASE: "", GRAPHPLANE_API_KEY: "" }, "PULUMI_CONFIG_PASSPHRASE, GRAPHPLANE_API_KEY"],
    ["no secret that is set or not used", crash, { PULUMI_ACCESS_TOKEN: "x" }, undefined],
    ["no secret of a run that started", { ...crash, events: [{ preludeEvent: {} }] }, { PULUMI_ACCESS_TOKEN: "" }, undefined],
  ])("of %s names the missing secret", async (_, printed, environment, missing) =>
    expect((await examine([printed], { runsProgram: false }, environment)).missingSecret).toBe(missing),
  );

  test.each<[string, Printed, Partial<Context>, object]>([
    ["the preview", resize, { stack: "prod" }, { project: "movies", stack: "dev" }],
    ["the option", crash, { stack: "team/movies/prod" }, { project: "movies", stack: "prod" }],
    ["the selected one", { ...crash, stdout: " dev \n", code: 0 }, {}, { project: "movies", stack: "dev" }],
    ["nothing, if none is selected", { ...crash, stdout: "\n", code: 0 }, {}, { project: "", stack: "" }],
    ["nothing, if the selection is unknown", { ...crash, stdout: "dev", code: 1 }, {}, { project: "", stack: "" }],
    ["nothing outside of a project", crash, { stack: "prod", cwd: tmpdir() }, { project: "", stack: "" }],
  ])("takes the stack from %s", async (_, printed, more, expected) => {
    const { review, calls } = await examine([printed], { runsProgram: false, ...more });
    expect(review).toMatchObject(expected);
    const asks = printed !== resize && more.stack === undefined;
    expect(calls.slice(1).map(({ args }) => args)).toEqual(asks ? [["stack", "--show-name", "--non-interactive"]] : []);
  });
});
