import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DrivenStack, embedded, type ExportedDeployment } from "../../testing/driver";
import type { Account } from "../../testing/emulator";
import { requestText, stepText } from "../support/scenario-record";
import { Stage } from "../support/scenario-stage";

/**
 * What users' states hold is a promise for ever: every later version must go on with a state that this one wrote. The engine
 * evaluates the stored text on each refresh and destroy, finds a resource again by its type and name, and hands us the id
 * and the properties as they were written. Whoever has to change a line of the frozen state to make these tests pass breaks
 * the stacks of every user: change the code instead, or teach it to read both.
 */
const frozen = readFileSync(join(__dirname, "workspace-settings.json"), "utf8");

const declared = (minutes: number) => `
  settings("main", {
    workspaceName: "main",
    workspaceTypeName: "TG-00",
    autoStopMinutes: ${minutes},
    autoUpgradeState: "none",
    desiredTgVersion: "4.2.0",
    enableAutoStart: true,
    enableHa: false,
    updateStrategy: "update_strategy_never",
    pause: false,
    maintenanceWindow: { dayOfWeek: 0, hourOfDay: 2, intervalWeeks: 1, timeZone: "UTC" },
    agentConfig: {
      catalogActivityUpdateIntervalSeconds: 60,
      heartbeatIntervalSeconds: 30,
      queryActivityUpdateIntervalSeconds: 60,
      topologyUpdateIntervalSeconds: 300,
      enableTopologyForceUpdate: false,
    },
    addons: { insights: { enable: true, enableConfiguration: { theme: "light" } } },
    waitForStatus: ["Active"],
    timeoutSeconds: 60,
    onConflict: "overwrite",
    deletionPolicy: "retain",
  });
`;

function account(account: Account): void {
  account.addWorkgroup({ workgroup_id: "production", name: "production" });
  account.addDatabase("production", { database_id: "graph", name: "graph" });
  const insights = { addons_id: "insights", enable: true, enable_configuration: { theme: "light", rows: 50 } };
  account.addWorkspace("production", { workspace_id: "main", name: "main", desired_tg_version: "4.2.0", addons: [insights] });
}

/** The frozen state, as if the service had been here when it was written. */
function stateFor(stage: Stage): ExportedDeployment {
  return JSON.parse(frozen.replaceAll("http://service.example", stage.emulator.url)) as ExportedDeployment;
}

/** What must not change. The name that tells resources of one object apart is random, and a state may lack it. */
function resourceIn({ deployment }: ExportedDeployment): Record<string, unknown> {
  const { type, id, custom, inputs, outputs }: Record<string, unknown> = deployment.resources?.at(-1) ?? {};
  return { type, id, custom, inputs, outputs: { ...(outputs as object), __instance: undefined } };
}

jest.setTimeout(600_000);

describe("the state of workspace settings, frozen", () => {
  let stage: Stage;
  let stack: DrivenStack;

  beforeEach(async () => {
    stage = await Stage.open({ apiKey: "emulator-api-key", account });
    stack = await stage.stack(embedded);
  });
  afterEach(() => stage.close());

  const run = async (operation: Parameters<DrivenStack["run"]>[0]) => {
    const mark = stage.emulator.journal.mark();
    const { exitCode, steps, text } = await stack.run(operation);
    const writes = stage.emulator.journal.since(mark).writes().entries.map(requestText);
    return { failed: exitCode === 0 ? "" : text, steps: steps.map(stepText), writes };
  };

  test("the stored text is the same to the byte: the engine evaluates it as it was written, in the user's folder, for ever", () => {
    const { inputs, outputs } = resourceIn(JSON.parse(frozen) as ExportedDeployment) as Record<string, Record<string, unknown>>;
    const text = 'exports.handler = () => require("pulumi-graphplane/handler").handler("WorkspaceSettings");';
    expect(inputs?.["__provider"]).toBe(text);
    expect(outputs?.["__provider"]).toBe(text);
  });

  test("a resource that is created today is written as it was then: type, id, arguments and outputs", async () => {
    await stage.write(declared(30));
    // Whether a workspace is paused cannot be seen, so it is sent once.
    expect(await run("up")).toEqual({ failed: "", steps: ["create main"], writes: ['PUT production/main {"pause":false}'] });
    expect(resourceIn(await stack.export())).toEqual(resourceIn(stateFor(stage)));
  });

  test("a state that was written then has nothing to do, refreshes, updates and is destroyed", async () => {
    await stack.import(stateFor(stage));
    expect(await run("refresh")).toEqual({ failed: "", steps: ["refresh:same main"], writes: [] });
    expect(resourceIn(await stack.export())).toEqual(resourceIn(stateFor(stage)));
    await stage.write(declared(30));
    expect(await run("up")).toEqual({ failed: "", steps: ["same main"], writes: [] });
    await stage.write(declared(45));
    expect(await run("up")).toEqual({ failed: "", steps: ["update main"], writes: ['PUT production/main {"auto_stop_minutes":45}'] });
    expect(await run("destroy")).toEqual({ failed: "", steps: ["delete main"], writes: [] });
  });

  test("an input that is invalid today and stands in state still refreshes, and is destroyed", async () => {
    const old = stateFor(stage);
    for (const properties of ["inputs", "outputs"] as const) {
      Object.assign(old.deployment.resources?.at(-1)?.[properties] ?? {}, { autoStopMinutes: -5, argumentOfLongAgo: [{ x: 1 }] });
    }
    await stack.import(old);
    expect(await run("refresh")).toMatchObject({ failed: "", writes: [] });
    expect(await run("destroy")).toEqual({ failed: "", steps: ["delete main"], writes: [] });
  });
});
