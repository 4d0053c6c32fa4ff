import { checkVersions, type Versions } from "../../../../cli/doctor/versions";

const supported: Versions = { graphplane: "0.1.0", node: "22.0.0", sdk: "3.260.0", cli: "3.230.0" };

test.each<[Partial<Versions>, string]>([
  [{}, "ok: pulumi-graphplane 0.1.0."],
  [{ node: "18.20.0" }, "failed: Node 18.20.0 is too old."],
  [{ node: "20.2.0" }, "failed: Node 20.2.0 is too old."],
  [{ node: "20.3.0" }, "ok: Node 20.3.0."],
  [{ node: "24.1.0" }, "ok: Node 24.1.0."],
  [{ sdk: "3.248.0", node: "20.20.0" }, "ok: Pulumi SDK 3.248.0."],
  [{}, "ok: Pulumi SDK 3.260.0."],
  [{ sdk: "3.249.0", node: "20.20.0" }, "warning: Pulumi SDK 3.249.0 needs Node 22, and this is Node 20.20.0."],
  [{ sdk: "3.260.0", node: "20.20.0" }, "warning: Pulumi SDK 3.260.0 needs Node 22, and this is Node 20.20.0."],
  [{ sdk: "3.199.0" }, "failed: Pulumi SDK 3.199.0 is not supported: it must be 3.200.0 or later, before 4."],
  [{ sdk: "4.0.0" }, "failed: Pulumi SDK 4.0.0 is not supported: it must be 3.200.0 or later, before 4."],
  [{ sdk: undefined }, "warning: The Pulumi SDK (@pulumi/pulumi) is not installed here."],
  [{ cli: "3.199.9" }, "failed: Pulumi CLI 3.199.9 is too old: it must be 3.200.0 or later."],
  [{ cli: "2.300.0" }, "failed: Pulumi CLI 2.300.0 is too old: it must be 3.200.0 or later."],
  [{ cli: "3.200.0" }, "ok: Pulumi CLI 3.200.0."],
  [{ cli: "4.0.0" }, "ok: Pulumi CLI 4.0.0."],
  [{ cli: undefined }, "warning: The Pulumi CLI cannot be run."],
])("versions with %j: %s", (versions, finding) => {
  expect(checkVersions({ ...supported, ...versions }).map(({ result, text }) => `${result}: ${text}`)).toContain(finding);
});
