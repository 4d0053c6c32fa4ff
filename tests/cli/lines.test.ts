import { closeAfterTest } from "../support/close-after-test";
import { fillAccount, programHeads } from "../support/scenario";
import { type Ran, StackFixture } from "../support/stack-fixture";

/** The lines of the provider, without errors. */
const linesOf = ({ diagnostics }: Ran) =>
  diagnostics
    .flatMap(({ severity, message }) => (severity === "error" ? [] : message.split("\n")))
    .filter((line) => line.startsWith("graphplane: "));

const path = "/workgroups/production/workspaces/main";

describe.each(["dynamic", "native"] as const)("through the %s provider", (providerKind) => {
  test("an up prints one line for each request, a deletion prints what it sent, and a failed up does not mention a preview", async () => {
    const service = { account: fillAccount };
    const config = () => ({ "graphplane:maxRetries": "0" });
    const fixture = await StackFixture.open({ providerKind, service, config });
    const up = async (minutes: number) => {
      await fixture.write(`${programHeads[providerKind]}settings("main", { autoStopMinutes: ${minutes}, deletionPolicy: "pause" });`);
      return fixture.run("up");
    };
    closeAfterTest(fixture);
    expect(linesOf(await up(60))).toEqual([`graphplane: PUT ${path} {"auto_stop_minutes":60} was {"auto_stop_minutes":30}`]);
    expect(linesOf(await up(45))).toEqual([`graphplane: PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":60}`]);
    const outage = fixture.emulator.fault({ kind: "status", status: 503, times: "always" });
    const failed = await up(30);
    expect(failed.failed).not.toBe("");
    expect(linesOf(failed).join("\n")).toMatch(
      /^graphplane: cannot plan \S+: WorkspaceSettings: plan of workspace "main" .* failed: GET .*HTTP 503/,
    );
    expect(failed.diagnostics.map(({ message }) => message).join("\n")).not.toMatch(/preview/i);
    outage.remove();
    expect(linesOf(await fixture.run("destroy"))).toEqual([`graphplane: sent PUT ${path} {"pause":true}`]);
  });
});
