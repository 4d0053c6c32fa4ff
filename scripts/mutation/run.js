/**
 * Mutation testing of `client/` and `provider/`: `npm run mutants [-- <part> ...]`. Every mutant of a part is tried by the unit
 * tests that stand beside that part alone. Prints what survived, the score of each part and of all of them.
 */
const { parts } = require("./parts");

const detected = ["Killed", "Timeout"];
const counted = [...detected, "Survived", "NoCoverage"];

async function main(names) {
  const { Stryker } = await import("@stryker-mutator/core");
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(", ")}; there are ${parts.map(({ name }) => name).join(", ")}`);
  const all = [];
  for (const { name, mutate, tests } of parts.filter((part) => names.length === 0 || names.includes(part.name))) {
    process.env.MUTATION_TESTS = tests.join(";");
    const results = await new Stryker({ ...options, mutate }).runMutationTest();
    all.push(...results);
    for (const result of results.filter(({ status }) => counted.includes(status) && !detected.includes(status))) say(told(result));
    say(scored(name, results));
  }
  say(scored("in all", all));
}

const options = {
  testRunner: "jest",
  jest: { configFile: "jest.mutants.config.js", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // What is run once when a module is loaded: each such mutant would need every test anew.
  ignoreStatic: true,
  ignorePatterns: ["dist", "docs", "examples", "bench", "tests/golden", "tests/e2e"],
  reporters: [],
  allowConsoleColors: false,
  concurrency: 2,
  timeoutMS: 5000,
};

function scored(name, results) {
  const valid = results.filter(({ status }) => counted.includes(status));
  const killed = valid.filter(({ status }) => detected.includes(status)).length;
  return `${name}: ${killed} of ${valid.length} mutants detected, score ${((100 * killed) / Math.max(1, valid.length)).toFixed(1)} %`;
}

function told({ fileName, location, mutatorName, replacement, status }) {
  const file = fileName.split(/[/\\]/).slice(-4).join("/");
  return `${status}: ${file}:${location.start.line}:${location.start.column}: ${mutatorName}: ${(replacement ?? "").replace(/\s+/g, " ")}`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
