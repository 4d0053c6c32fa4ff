import { checkVersions } from "../../../../cli/doctor/versions";

test.each([
  ["3.248.0", "20.20.0", "ok", /^Pulumi SDK 3\.248\.0\.$/],
  ["3.260.0", "22.0.0", "ok", /^Pulumi SDK 3\.260\.0\.$/],
  ["3.249.0", "20.20.0", "warning", /asks for Node 22, and this is Node 20\.20\.0/],
  ["3.260.0", "20.20.0", "warning", /asks for Node 22, and this is Node 20\.20\.0/],
  ["3.199.0", "22.0.0", "failed", /not one that this package works with/],
  ["4.0.0", "22.0.0", "failed", /not one that this package works with/],
])("Pulumi SDK %s on Node %s: %s", (sdk, node, result, text) => {
  const [, , finding] = checkVersions({ graphplane: "0.1.0", node, sdk, cli: undefined });
  expect(finding).toMatchObject({ result, text: expect.stringMatching(text) as string });
});

test("a Pulumi CLI that cannot be run is a warning", () => {
  const finding = checkVersions({ graphplane: "0.1.0", node: "22.0.0", sdk: "3.260.0", cli: undefined }).at(-1);
  expect(finding).toMatchObject({ result: "warning", text: expect.stringMatching(/cannot be run/) as string });
});
