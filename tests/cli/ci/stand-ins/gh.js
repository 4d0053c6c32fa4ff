// The `gh` of the workflow files: it keeps comments and issues in the file that HOST_FILE names, and knows only their commands.
const { readFileSync, writeFileSync } = require("node:fs");

const file = process.env.HOST_FILE;
const host = JSON.parse(readFileSync(file, "utf8"));
const args = process.argv.slice(2);
const option = (name) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined);
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const bodyOf = () => readFileSync(option("body-file") ?? option("field").replace(/^body=@/, ""), "utf8");
if (process.env.GH_TOKEN !== "token-of-the-run") throw new Error("gh has no token");

const [noun, verb] = args;
const path = args.find((arg) => arg.startsWith("repos/"))?.replace("repos/team/databases/", "");
if (noun === "api" && path === "issues/7/comments" && option("method") === undefined) print([host.comments]);
else if (noun === "api" && path === "issues/7/comments" && option("method") === "POST") {
  host.comments.push({ id: 100 + host.comments.length, user: { login: "github-actions[bot]" }, body: bodyOf() });
} else if (noun === "api" && option("method") === "PATCH") {
  host.comments.find(({ id }) => path === `issues/comments/${id}`).body = bodyOf();
} else if (noun === "api" && path === "commits/c0ffee/pulls") print([{ number: 7 }]);
else if (noun === "api" && path === "commits/beef/pulls") print([]);
else if (noun === "issue" && verb === "list") print(host.issues.filter(({ open }) => open).map(({ number }) => ({ number })));
else if (noun === "issue" && verb === "create") {
  host.issues.push({ number: 11 + host.issues.length, open: true, title: option("title"), label: option("label"), body: bodyOf() });
} else if (noun === "issue" && verb === "edit") host.issues.find(({ number }) => String(number) === args[2]).body = bodyOf();
else if (noun === "issue" && verb === "close") host.issues.find(({ number }) => String(number) === args[2]).open = false;
else if (noun !== "label") throw new Error(`no such command: gh ${args.join(" ")}`);
writeFileSync(file, JSON.stringify(host));
