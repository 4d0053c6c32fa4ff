import { checkVersions } from "../../cli/doctor/versions";
import { readText } from "../support/repository";

/** The versions of docs/support.md are those of package.json, `graphplane doctor` and the CI files. */

const rows = new Map(
  [...readText("docs/support.md").matchAll(/^\| (Node|`@pulumi\/pulumi`|Pulumi CLI) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
    ([, name = "", minimum = "", tried = ""]) => [name, { minimum, tried }] as const,
  ),
);
const row = (name: string) => rows.get(name) ?? { minimum: "no row", tried: "no row" };
const manifest = JSON.parse(readText("package.json")) as Record<
  "engines" | "peerDependencies" | "devDependencies",
  Readonly<Record<string, string>>
>;
const ci = readText(".github/workflows/ci.yml");

test("the minimums are those of package.json", () => {
  expect(`>=${row("Node").minimum}`).toBe(manifest.engines["node"]);
  expect(`>=${row("`@pulumi/pulumi`").minimum.replace(", before ", " <")}`).toBe(manifest.peerDependencies["@pulumi/pulumi"]);
});

test("what was tried is what the CI files and the tests name", () => {
  expect(row("Node").tried).toBe(`${/node: \[(.+)\]/.exec(ci)?.[1] ?? ""} in CI`);
  expect(row("Pulumi CLI").tried).toBe(/pulumi-version: (\S+)/.exec(ci)?.[1]);
  const ends = /test\.each\(\["([\d.]+)", "([\d.]+)"\]\)/.exec(readText("tests/long/package/sdk-versions.test.ts"));
  expect(row("`@pulumi/pulumi`").tried).toBe([ends?.[1], manifest.devDependencies["@pulumi/pulumi"], ends?.[2]].join(", "));
});

test("the doctor accepts the minimums and refuses what is just below them", () => {
  const [node, sdk = "", cli] = [row("Node").minimum, row("`@pulumi/pulumi`").minimum.split(",")[0], row("Pulumi CLI").minimum];
  const resultsOf = (versions: Readonly<Record<"node" | "sdk" | "cli", string>>) =>
    checkVersions({ graphplane: "0.1.0", ...versions }).map(({ result }) => result);
  expect(resultsOf({ node: `${node}.0.0`, sdk, cli })).toEqual(["ok", "ok", "ok", "ok"]);
  const below = (version: string) => version.replace(/(\d+)\.0$/, (_, minor: string) => `${Number(minor) - 1}.9`);
  expect(resultsOf({ node: `${Number(node) - 1}.9.0`, sdk: below(sdk), cli: below(cli) })).toEqual(["ok", "failed", "failed", "failed"]);
});
