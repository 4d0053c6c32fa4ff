import * as pulumi from "@pulumi/pulumi";
import { functions } from "../../../provider/functions/registry";
import * as sdk from "../../../sdk/generated/functions";

/** A test that opens a socket fails here: the mocks replace the service. */

const asked: pulumi.runtime.MockCallArgs[] = [];
let answer: Record<string, unknown> = {};

beforeEach(async () => {
  asked.length = 0;
  await pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "id", state: inputs as Record<string, unknown> }),
    call: (args) => (asked.push(args), answer),
  });
});

type LookUp = (args: object) => Promise<unknown>;
const args = { workgroupId: "wg" };

test.each(Object.entries(functions))("%s is answered by the mocks, without settings", async (name, { result, returns }) => {
  answer = result === undefined ? { name: "main" } : { [result]: returns === "any" ? { value: ["a"] } : ["a"] };
  const lookUps = sdk as unknown as Readonly<Record<string, LookUp>>;
  const takesArguments = (lookUps[name]?.length ?? 0) > 0;
  expect(await lookUps[name]?.(args)).toEqual(result === undefined ? { name: "main" } : ["a"]);
  expect(asked).toMatchObject([{ token: `graphplane:index:${name}`, inputs: takesArguments ? args : {} }]);
});

test("the output form is answered too", async () => {
  answer = { name: "main" };
  const found = sdk.getWorkspaceOutput({ workgroupId: pulumi.output("wg"), workspaceId: "ws" });
  expect(await new Promise((resolve) => found.apply(resolve))).toEqual({ name: "main" });
  expect(asked).toMatchObject([{ inputs: { workgroupId: "wg", workspaceId: "ws" } }]);
});

test("a value of unknown type can be returned directly", async () => {
  answer = { installedAddons: ["a"] };
  expect(await sdk.getInstalledAddons()).toEqual(["a"]);
});

test("a mock that omits a required list is an error that shows the expected form", async () => {
  answer = {};
  await expect(sdk.getSchedules({ workgroupId: "wg", workspaceId: "ws" })).rejects.toThrow(
    'getSchedules: the mocks return no schedules for graphplane:index:getSchedules; return { schedules: … } from "call"',
  );
});
