import { parseArgs } from "node:util";
import { close, open, sweep } from "./environments";
import { runTests } from "./queries";
import { pulumiStacks as stacks } from "./stacks";

const usage = "npm run environment -- open <pull request> | close <pull request> | sweep [--older-than <hours>]";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { "older-than": { type: "string", default: "72" } } });
  const [command, text = "", ...rest] = positionals;
  const pullRequest = Number(text);
  const hours = Number(values["older-than"]);
  const isNumbered = rest.length === 0 && Number.isSafeInteger(pullRequest) && pullRequest > 0;
  if (command === "open" && isNumbered) return openAndTest(pullRequest);
  if (command === "close" && isNumbered) return close(stacks, pullRequest);
  if (command === "sweep" && text === "" && hours > 0) return sweepAll(hours);
  throw new UsageError(usage);
}

async function openAndTest(pullRequest: number): Promise<void> {
  const secret = process.env["DATABASE_SECRET"];
  if (secret === undefined || secret === "")
    throw new UsageError("DATABASE_SECRET is not set: it holds the database secret of the query tests.");
  const host = await open(stacks, pullRequest, new Date());
  const failures = await runTests(host, secret);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

async function sweepAll(hours: number): Promise<void> {
  const swept = await sweep(stacks, hours, new Date());
  for (const { stack, hours: age, result } of swept)
    console.log(`${stack}, last push ${Math.floor(age)} hours ago: ${typeof result === "string" ? result : `failed: ${result.failure}`}`);
  console.log(`${swept.length} environments, ${swept.filter(({ result }) => result === "removed").length} removed`);
  if (swept.some(({ result }) => typeof result !== "string")) process.exitCode = 1;
}

class UsageError extends Error {}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
