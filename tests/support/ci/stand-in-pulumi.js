// The `pulumi` of tests that need no engine: the n-th call of a command prints what the file that STAND_IN names says, and is noted.
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require("node:fs");

const file = process.env.STAND_IN;
const args = process.argv.slice(2);
const command = process.env.PULUMI_ENABLE_STREAMING_JSON_PREVIEW === "true" ? "stream" : args[0];
const noted = `${file}.calls`;
const calls = existsSync(noted) ? readFileSync(noted, "utf8").trim().split("\n").map(JSON.parse) : [];
const earlier = calls.filter((call) => call.command === command).length;
appendFileSync(
  noted,
  `${JSON.stringify({ command, args, hostToken: process.env.GITHUB_TOKEN ?? process.env.GH_TOKEN ?? process.env.GITLAB_TOKEN ?? "" })}\n`,
);

const prints = JSON.parse(readFileSync(file, "utf8"))[command] ?? [];
const { stdout = "", stderr = "", code = 0, plan } = prints[Math.min(earlier, prints.length - 1)] ?? {};
if (plan !== undefined) writeFileSync(args[args.indexOf("--save-plan") + 1], plan);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
