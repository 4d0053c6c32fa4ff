import { describeError } from "../../../cli/errors";
import { version } from "../../../client/http/version";
import { runCommand } from "../../support/terminal";

/** Runs a command line that is stopped from the start. */
const run = (args: string[], columns?: number) => runCommand(args, { columns, stopped: AbortSignal.abort() });

test.each([
  ["a mistyped command", ["emulatr"], /^graphplane: unknown command "emulatr"; did you mean emulator\? See graphplane --help\.$/],
  ["an unknown command", ["destroy"], /^graphplane: unknown command "destroy"; the commands are adopt, .*emulator/],
  ["a name that every object has", ["toString"], /^graphplane: unknown command "toString"/],
  ["a mistyped option before any command", ["--verison"], /^graphplane: unknown option "--verison"; did you mean --version\?/],
  [
    "a mistyped subcommand",
    ["ci", "previw"],
    /^graphplane ci: unknown subcommand "previw"; did you mean preview\? See graphplane ci --help\.$/,
  ],
  [
    "a missing subcommand",
    ["ci"],
    /^graphplane ci: missing subcommand; the subcommands are preview, apply, drift\. See graphplane ci --help\.$/,
  ],
  ["help for an unknown subcommand", ["help", "ci", "foo"], /^graphplane ci: unknown subcommand "foo"; the subcommands are/],
  [
    "an option of a subcommand",
    ["ci", "apply", "--fingreprint", "x"],
    /^graphplane ci apply: unknown option .* See graphplane ci apply --help\.$/,
  ],
  ["a mistyped option", ["emulator", "--prot", "1"], /^graphplane emulator: unknown option "--prot"; did you mean --port\? See graphplane/],
  ["an unknown option", ["emulator", "--key", "1"], /^graphplane emulator: unknown option "--key"\. See graphplane emulator --help\.$/],
  [
    "an option whose value comes from elsewhere",
    ["adopt", "--base-url=x"],
    /^graphplane adopt: unknown option "--base-url": the address comes from GRAPHPLANE_BASE_URL\. See graphplane adopt --help\.$/,
  ],
  ["an option without its value", ["emulator", "--port"], /^graphplane emulator: --port needs a value: --port <number>\. See/],
  ["an option in place of a value", ["emulator", "--port", "--json"], /^graphplane emulator: --port needs a value: --port <number>\. See/],
  [
    "a switch with a value",
    ["emulator", "--json=no"],
    /^graphplane emulator: --json does not accept a value\. See graphplane emulator --help\.$/,
  ],
  ["a mistyped choice", ["emulator", "--profile", "observe"], / specified or observed, not "observe"; did you mean observed\?$/],
  ["an argument too many", ["emulator", "now"], /^graphplane emulator: unexpected argument "now"\. See graphplane emulator --help\.$/],
  ["a port that is no number", ["emulator", "--port", "http"], /--port must be a number from 0 to 65535, not "http"\.$/],
  ["a port out of range", ["emulator", "--port", "65536"], /^graphplane emulator: --port must be a number/],
])("%s is invalid usage: one sentence on the standard error, exit code 2", async (_, args, sentence) => {
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(sentence);
  expect(err).not.toContain("\n");
});

test.each([
  [["--help"], "graphplane emulator --port 8080"],
  [["-h"], "Commands:"],
  [["help"], "Commands:"],
  [["help", "review"], "Usage: graphplane review [options]"],
  [["adopt", "--help"], "Usage: graphplane adopt --out <directory> [options]"],
  [["emulator", "--help"], "[default: observed]"],
  [["emulator", "--help"], "graphplane emulator --port 8080"],
  [["emulator", "--port", "x", "-h"], "--nested"],
])("%j prints help with an example and succeeds", async (args, part) => {
  const { code, out, err } = await run(args);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(part);
});

test.each([["--version"], ["-v"], ["version"]])("%s prints only the version", async (option) => {
  expect(await run([option])).toEqual({ code: 0, out: version, err: "" });
});

test("without a command it prints the usage and fails", async () => {
  const { code, out, err } = await run([]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("Usage: graphplane <command> [options]");
});

test.each([
  [undefined, 80],
  [200, 80],
  [80, 80],
])("every help names the exit codes, and on a terminal of %s columns no line but an example is longer than %s", async (columns, most) => {
  const { out } = await run(["help"]);
  const names = [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = ""]) => name);
  expect(names).toContain("adopt");
  for (const words of [[], ...names.map((name) => [name]), ["ci", "preview"], ["ci", "apply"], ["ci", "drift"]]) {
    const text = (await run(["help", ...words], columns)).out;
    expect(text).toMatch(/^Exit codes: 0 .*;\s2\sinvalid\susage/ms);
    const [help = ""] = text.split("\nExample:\n");
    expect(help.split("\n").filter((line) => line.length > most)).toEqual([]);
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(text).not.toMatch(/(?<!blob\/v[\d.]+\/)docs\//);
  }
});

const failed = (message: string, facts: object) => Object.assign(new Error(message), facts);

test.each<[string, unknown, string]>([
  ["a missing file", failed("ENOENT: no file", { code: "ENOENT", syscall: "open", path: "a" }), '"a": no such file or directory.'],
  ["an unknown code", failed("EODD: x", { code: "EODD", syscall: "rename" }), "system error EODD."],
  ["a bug", new TypeError("x is odd"), "unexpected error (x is odd). Please report it with the command that you ran."],
  ["an error of the command", new Error("port 80 is taken."), "port 80 is taken."],
])("%s is explained", (_, error, told) => expect(describeError(error)).toBe(told));
