import { approvalVariable } from "../../client/http/approval";
import { parsePreview } from "../../cli/review/inputs";
import { refusedMappings } from "../../cli/review/provider-environment";
import { closeAfterTest } from "../support/close-after-test";
import { fillAccount, programHeads } from "../support/scenario";
import { StackFixture } from "../support/stack-fixture";

const variables = { [approvalVariable]: "missing-approval.json", OTHER: "missing-other.json" };
const mappings = JSON.stringify({ envVarMappings: { OTHER: approvalVariable } });
const providers = {
  dynamic: `new pulumi.ProviderResource("pulumi-nodejs", "partner", {}, ${mappings})`,
  native: `new g.Provider("partner", { baseUrl: process.env.URL, apiKey: pulumi.secret("k") }, ${mappings})`,
};

test.each(["dynamic", "native"] as const)(
  "the steps of a preview show the variables that a provider maps, through the %s provider",
  async (providerKind) => {
    const fixture = await StackFixture.open({ providerKind, service: { account: fillAccount }, env: () => variables });
    closeAfterTest(fixture);
    process.env["URL"] = fixture.emulator.url;
    await fixture.write(
      `${programHeads[providerKind]}settings("main", { autoStopMinutes: 45 }, { provider: ${providers[providerKind]} });`,
    );
    const preview = parsePreview((await (await fixture.stack()).previewJson()).text);
    expect(refusedMappings(preview?.steps ?? [])).toEqual([
      expect.stringContaining(`The provider partner maps the environment variable ${approvalVariable} `),
    ]);
  },
);
