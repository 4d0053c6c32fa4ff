// The `pulumi` of tests that need no engine: the n-th call of a command prints what the file that STAND_IN names says, and is noted.
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require("node:fs");

const { STAND_IN: file, GRAPHPLANE_RECORDS: recordFile, GRAPHPLANE_RUN_KEY: key, GRAPHPLANE_APPROVAL: approval } = process.env;
const args = process.argv.slice(2);
const [command] = args;
const noted = `${file}.calls`;
const calls = existsSync(noted) ? readFileSync(noted, "utf8").trim().split("\n").map(JSON.parse) : [];
const earlier = calls.filter((call) => call.command === command).length;
const hostToken = process.env.GITHUB_TOKEN ?? process.env.GH_TOKEN ?? process.env.GITLAB_TOKEN ?? "";
appendFileSync(noted, `${JSON.stringify({ command, args, hostToken, approves: approval !== undefined })}\n`);

const prints = JSON.parse(readFileSync(file, "utf8"))[command] ?? [];
const { stdout = "", stderr = "", code = 0, events, records = [] } = prints[Math.min(earlier, prints.length - 1)] ?? {};
const lines = (items) => items.map((item) => `${item}\n`).join("");
if (events !== undefined) writeFileSync(args[args.indexOf("--event-log") + 1], lines(events.map((event) => JSON.stringify(event))));
if (recordFile !== undefined) appendFileSync(recordFile, lines(records.map((record) => `${key} ${JSON.stringify(record)}`)));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
