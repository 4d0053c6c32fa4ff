import { checkVersions } from "../../../../cli/doctor/versions";

test.each([
  ["3.248.0", "20.20.0", "ok", /^Pulumi SDK 3\.248\.0\.$/],
  ["3.260.0", "22.0.0", "ok", /^Pulumi SDK 3\.260\.0\.$/],
  ["3.249.0", "20.20.0", "warning", /asks for Node 22, and this is Node 20\.20\.0/],
  ["3.260.0", "20.20.0", "warning", /asks for Node 22, and this is Node 20\.20\.0/],
  ["3.199.0", "22.0.0", "failed", /is not supported/],
  ["4.0.0", "22.0.0", "failed", /is not supported/],
])("Pulumi SDK %s on Node %s: %s", (sdk, node, result, text) => {
  const [, , finding] = checkVersions({ graphplane: "0.1.0", node, sdk, cli: undefined });
  expect(finding).toMatchObject({ result, text: expect.stringMatching(text) as string });
});

test("a Pulumi CLI that cannot be run is a warning", () => {
  const finding = checkVersions({ graphplane: "0.1.0", node: "22.0.0", sdk: "3.260.0", cli: undefined }).at(-1);
  expect(finding).toMatchObject({ result: "warning", text: expect.stringMatching(/cannot be run/) as string });
});

test.each([
  ["3.199.9", "failed", /^Pulumi CLI 3\.199\.9 is too old: it must be 3\.200\.0 or later\.$/],
  ["2.300.0", "failed", /too old/],
  ["3.200.0", "ok", /^Pulumi CLI 3\.200\.0\.$/],
  ["4.0.0", "ok", /^Pulumi CLI 4\.0\.0\.$/],
])("Pulumi CLI %s: %s", (cli, result, text) => {
  const finding = checkVersions({ graphplane: "0.1.0", node: "22.0.0", sdk: "3.260.0", cli }).at(-1);
  expect(finding).toMatchObject({ result, text: expect.stringMatching(text) as string });
});

test.each([
  ["18.20.0", "failed"],
  ["20.0.0", "ok"],
  ["24.1.0", "ok"],
])("Node %s: %s", (node, result) => {
  const [graphplane, finding] = checkVersions({ graphplane: "0.1.0", node, sdk: undefined, cli: undefined });
  expect([graphplane?.text, finding?.result]).toEqual(["pulumi-graphplane 0.1.0.", result]);
});

test("a Pulumi SDK that is not installed is a warning", () => {
  const [, , finding] = checkVersions({ graphplane: "0.1.0", node: "22.0.0", sdk: undefined, cli: undefined });
  expect(finding).toMatchObject({ result: "warning", fix: 'Run "npm install @pulumi/pulumi@^3.200.0".' });
});
