import { main } from "../../../cli/main";

/** Runs a command line that is stopped from the start, against a terminal that writes down what is said. */
async function run(args: string[]) {
  const said = { out: [] as string[], err: [] as string[] };
  const code = await main(args, { out: (line) => said.out.push(line), err: (line) => said.err.push(line), stopped: AbortSignal.abort() });
  return { code, ...said };
}

test.each([
  ["no command", [], /^graphplane: no command was given; the commands are: .*emulator.*--help/],
  ["an unknown command", ["emulate"], /^graphplane: there is no command "emulate"; the commands are: .*emulator/],
  ["a name that every object has", ["toString"], /^graphplane: there is no command "toString"/],
  ["an unknown option", ["emulator", "--prot", "1"], /^graphplane emulator: .*--prot.*see graphplane emulator --help\.$/],
  ["an argument too many", ["emulator", "now"], /^graphplane emulator: .*now.*see graphplane emulator --help\.$/],
  [
    "a port that is no number",
    ["emulator", "--port", "http"],
    /^graphplane emulator: --port takes a number from 0 to 65535, not "http"\.$/,
  ],
  ["a port out of range", ["emulator", "--port", "65536"], /^graphplane emulator: --port takes a number/],
  ["an unknown profile", ["emulator", "--profile", "real"], /^graphplane emulator: --profile takes specified or observed, not "real"\.$/],
  ["an unknown way to nest", ["emulator", "--nested", "deep"], /^graphplane emulator: --nested takes merge or replace, not "deep"\.$/],
])("%s is wrong use: one sentence on the standard error, exit code 2", async (_, args, sentence) => {
  const { code, out, err } = await run(args);
  expect([code, out, err.length]).toEqual([2, [], 1]);
  expect(err[0]).toMatch(sentence);
  expect(err[0]).not.toContain("\n");
});

test.each([
  [["--help"], "graphplane emulator --port 8080"],
  [["-h"], "Commands:"],
  [["emulator", "--help"], "graphplane emulator --port 8080 --profile observed"],
  [["emulator", "--port", "x", "-h"], "--nested"],
])("%j shows help with an example and is fine", async (args, part) => {
  const { code, out, err } = await run(args);
  expect([code, err]).toEqual([0, []]);
  expect(out.join("\n")).toContain(part);
});
