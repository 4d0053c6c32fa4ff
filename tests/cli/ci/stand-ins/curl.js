// The `curl` of the GitLab file: only the host's API, with its data in the file that HOST_FILE names.
const { readFileSync, writeFileSync } = require("node:fs");

const file = process.env.HOST_FILE;
const host = JSON.parse(readFileSync(file, "utf8"));
const args = process.argv.slice(2);
const option = (name) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined);
if (option("header") !== "PRIVATE-TOKEN: token-of-the-run") throw new Error("curl has no token");
const fields = Object.fromEntries(
  args.flatMap((arg, index) => {
    if (args[index - 1] === "--data") return [arg.split("=")];
    if (args[index - 1] !== "--data-urlencode") return [];
    const [, name, sign, value] = /^(\w+)([@=])(.*)$/s.exec(arg);
    return [[name, sign === "@" ? readFileSync(value, "utf8") : value]];
  }),
);
const [path, query] = args.at(-1).replace("https://gitlab.example/api/v4/", "").replace("projects/5/", "").split("?");
/** One page of a list, as GitLab returns it: the newest first by default. */
function pageOf(list) {
  const asked = new URLSearchParams(query);
  const [size, page] = [Number(asked.get("per_page") ?? 20), Number(asked.get("page") ?? 1)];
  return (asked.get("sort") === "asc" ? list : list.toReversed()).slice((page - 1) * size, page * size);
}
const route = `${option("request") ?? "GET"} ${path}`;
const print = (value) => option("output") === undefined && process.stdout.write(`${JSON.stringify(value)}\n`);

if (route === "GET user") print({ id: 42 });
else if (route === "GET merge_requests/7/notes") print(pageOf(host.comments));
else if (route === "POST merge_requests/7/notes")
  host.comments.push({ id: 100 + host.comments.length, author: { id: 42 }, body: fields.body });
else if (route.startsWith("PUT merge_requests/7/notes/")) host.comments.find(({ id }) => path.endsWith(`/${id}`)).body = fields.body;
else if (route === "GET repository/commits/c0ffee/merge_requests") print([{ iid: 7 }]);
else if (route === "GET repository/commits/beef/merge_requests") print([]);
else if (route === "GET issues") print(host.issues.filter(({ open }) => open).map(({ number }) => ({ iid: number })));
else if (route === "POST issues") {
  host.issues.push({ number: 11 + host.issues.length, open: true, title: fields.title, label: fields.labels, body: fields.description });
} else if (route.startsWith("PUT issues/")) {
  const issue = host.issues.find(({ number }) => path === `issues/${number}`);
  if (fields.state_event === "close") issue.open = false;
  else issue.body = fields.description;
} else throw new Error(`no such request: ${route}`);
writeFileSync(file, JSON.stringify(host));
