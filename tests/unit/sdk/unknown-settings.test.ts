import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "../../../sdk";
import * as native from "../../../sdk/native";
import { asProgramRun, mocked } from "../../support/program-run";

/** The warnings of a program with two resources, with the given keys in the stack's configuration. */
async function warnings(keys: readonly string[], { WorkspaceSettings }: Pick<typeof dynamic, "WorkspaceSettings">): Promise<string[]> {
  const warned: string[] = [];
  const warn = jest.spyOn(pulumi.log, "warn").mockImplementation(async (text) => void warned.push(text));
  await mocked();
  asProgramRun();
  pulumi.runtime.setAllConfig(Object.fromEntries(keys.map((key) => [key, "value"])));
  for (const workspaceId of ["a", "b"]) new WorkspaceSettings(workspaceId, { workgroupId: "wg", workspaceId });
  await pulumi.runtime.disconnect();
  pulumi.runtime.setAllConfig({});
  warn.mockRestore();
  return warned;
}

test.each<[string, typeof dynamic | typeof native, string[], string[]]>([
  [
    "are named once, with the nearest one",
    dynamic,
    ["graphplane:apikey"],
    ["graphplane:apikey is an unknown setting; did you mean graphplane:apiKey?"],
  ],
  ["of other packages are none of ours", dynamic, ["project:apikey", "graphplane:baseUrl"], []],
  ["are left to the plugin where it makes the resources", native, ["graphplane:apikey"], []],
])("unknown settings in the stack's configuration %s", async (_, variant, keys, texts) =>
  expect(await warnings(keys, variant)).toEqual(texts),
);
