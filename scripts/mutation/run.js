/**
 * Mutation testing of `client/` and `provider/`: `npm run mutants [-- --sample <n> --from <k> --incremental] [<part> ...]`. The mutants of
 * a part are tested by the tests of that part. `--sample` takes every n-th range of lines, starting with the k-th, and `--incremental`
 * takes only mutants that changes since the last run affect. Prints the mutants that survived, and the scores.
 */
const { readdirSync, readFileSync } = require("node:fs");
const { dirname } = require("node:path");
const { parseArgs } = require("node:util");
const { parts } = require("./parts");

const detected = ["Killed", "Timeout"];
const number = { type: "string", default: "1" };
const cli = { sample: number, from: number, incremental: { type: "boolean", default: false } };
const counted = [...detected, "Survived", "NoCoverage"];

async function main() {
  const { values, positionals: names } = parseArgs({ options: cli, allowPositionals: true });
  const { Stryker } = await import("@stryker-mutator/core");
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`unknown part: ${unknown.join(", ")}; the parts are ${parts.map(({ name }) => name).join(", ")}`);
  const all = [];
  for (const { name, kinds = [], mutate, tests } of parts.filter((part) => names.length === 0 || names.includes(part.name))) {
    process.env.MUTATION_TESTS = tests.join(";");
    process.env.MUTATED_FILES = filesOf(mutate).join(";");
    if (kinds.length > 0) process.env.CONTRACT_KINDS = kinds.join(",");
    else delete process.env.CONTRACT_KINDS;
    const sample = sampled(mutate, Number(values.sample), Number(values.from));
    const incremental = { incremental: true, incrementalFile: `reports/mutation/${name}.json`, force: !values.incremental };
    const tried = await new Stryker({ ...options, ...incremental, mutate: sample }).runMutationTest();
    // The file of an earlier run can also contain mutants outside this sample.
    const results = tried.filter((result) => sample.some((pattern) => isWithin(pattern, result)));
    all.push(...results);
    for (const result of results.filter(({ status }) => counted.includes(status) && !detected.includes(status))) say(described(result));
    say(scored(name, results));
  }
  say(scored("in all", all));
}

const options = {
  plugins: ["@stryker-mutator/jest-runner", `${__dirname}/runner.mjs`],
  testRunner: "jest-by-file",
  jest: { configFile: "jest.mutants.config.js", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // Skips code that runs when a module is loaded, because each of these mutants would need all tests again.
  ignoreStatic: true,
  ignorePatterns: ["docs/**", "!docs/doctor.md", "!docs/internals/api.md", "examples", "bench", "tests/cli"],
  // Skips texts for users, whose facts, but not every word, are tested.
  mutator: { excludedMutations: ["StringLiteral"] },
  reporters: ["progress-append-only"],
  allowConsoleColors: false,
  concurrency: 2,
  // Only endless loops should be considered timeouts, even on a busy machine.
  timeoutMS: 90_000,
  dryRunTimeoutMinutes: 30,
};

/** Expands patterns, which are files or end in `/*.ts`. */
function filesOf(patterns) {
  return patterns.flatMap((pattern) => {
    if (!pattern.includes("*")) return [pattern];
    const folder = dirname(pattern);
    return readdirSync(folder)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`);
  });
}

/** Returns every n-th range of lines, counted through all files. */
function sampled(patterns, n, from) {
  if (!(n >= 1 && from >= 1 && from <= n)) throw new Error("--sample must be 1 or more, and --from must be from 1 to --sample");
  if (n === 1) return patterns;
  const length = 12;
  const stretches = filesOf(patterns).flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n").length;
    return Array.from({ length: Math.ceil(lines / length) }, (_, place) => `${file}:${place * length + 1}-${(place + 1) * length}`);
  });
  return stretches.filter((_, place) => place % n === from - 1);
}

function isWithin(pattern, { fileName, location }) {
  const [file, stretch] = pattern.split(":");
  if (stretch === undefined) return true;
  const [from, to] = stretch.split("-").map(Number);
  return fileName.endsWith(`/${file}`) && from <= location.start.line && location.start.line <= to;
}

function scored(name, results) {
  const valid = results.filter(({ status }) => counted.includes(status));
  const killed = valid.filter(({ status }) => detected.includes(status)).length;
  const failed = results.filter(({ status }) => status === "RuntimeError").length;
  const score = ((100 * killed) / Math.max(1, valid.length)).toFixed(1);
  return `${name}: ${killed} of ${valid.length} mutants detected, score ${score} %; ${failed} could not be tested`;
}

function described({ fileName, location, mutatorName, replacement, status }) {
  const file = fileName.split(/[/\\]/).slice(-4).join("/");
  return `${status}: ${file}:${location.start.line}:${location.start.column}: ${mutatorName}: ${(replacement ?? "").replace(/\s+/g, " ")}`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
