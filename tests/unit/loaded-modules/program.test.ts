import { AddonConfiguration, QueryRun, WorkspaceSettings } from "../../../sdk";
import * as native from "../../../sdk/native";
import { runProgram } from "../../support/program-run";

test("a program that declares resources, through either provider, loads neither the client nor zod", async () => {
  const ids = { workgroupId: "wg", workspaceId: "ws" };
  await runProgram(() => [
    new AddonConfiguration("c", { installedAddonId: "addon", configName: "main", configValue: { a: [1] } }),
    new QueryRun("q", { host: "h", graph: "g", query: "q" }),
    new WorkspaceSettings("w", { ...ids, autoStopMinutes: 30 }),
    WorkspaceSettings.get("x", "wg/ws"),
    new native.AllowListEntry("e", { workgroupId: "wg", cidr: "203.0.113.0/24" }),
  ]);
  const loaded = Object.keys(require.cache).filter((file) => /node_modules\/(axios|zod)\//.test(file));
  expect(loaded).toEqual([]);
  expect(Object.keys(require.cache).some((file) => file.includes("@pulumi/pulumi"))).toBe(true);
});
