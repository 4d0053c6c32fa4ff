import { closeAfterTest } from "../support/close-after-test";
import { fillAccount, programHeads } from "../support/scenario";
import { type ProviderKind, StackFixture } from "../support/stack-fixture";

/** One Ctrl-C while the provider waits for its change to show: how each provider ends, and how the next update resumes. */

const programOf = (providerKind: ProviderKind) => `${programHeads[providerKind]}
  const main = settings("main", { autoStopMinutes: 60, timeoutSeconds: 600 });
  settings("sandbox", { autoStopMinutes: 45 }, { dependsOn: main });
`;

/** A service that takes the first PUT and does not apply it; `onRead` is called for each read of the wait that follows, with its number. */
async function open(providerKind: ProviderKind, onRead: (fixture: StackFixture, count: number) => void): Promise<StackFixture> {
  const fixture = await StackFixture.open({ providerKind, service: { account: fillAccount } });
  closeAfterTest(fixture);
  await fixture.write(programOf(providerKind));
  const { emulator } = fixture;
  let reads: number | undefined;
  emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT", body: () => ((reads = 0), true) } });
  const watch = () => {
    if (reads !== undefined) onRead(fixture, ++reads);
    return false;
  };
  emulator.fault({ kind: "status", status: 500, times: "always", match: { method: "GET", body: watch } });
  return fixture;
}

const namesIn = async (fixture: StackFixture) => {
  const { resources = [] } = (await (await fixture.stack()).export()).deployment;
  return resources.flatMap(({ urn, outputs }) => {
    const name = urn.split("::").at(-1) ?? "";
    return /WorkspaceSettings::/.test(urn) ? [{ name, pending: "__pending" in (outputs as object) }] : [];
  });
};

const put = (workspace: string, minutes: number) => `PUT production/${workspace} {"auto_stop_minutes":${minutes}}`;

test.each([
  ["native", "ends, the state records what was sent, and the next update sends it again", true],
  ["dynamic", "continues to its end, and nothing new begins", false],
] as const)("through the %s provider the wait %s", async (providerKind, _, pending) => {
  const interrupt = new AbortController();
  const fixture = await open(providerKind, ({ emulator }, count) => {
    interrupt.abort();
    if (count === 3) emulator.changeWorkspace("production", "main", { auto_stop_minutes: 60 });
  });
  const { exitCode, text, writes } = await fixture.run("up", { skipPreview: true, signal: interrupt.signal });
  expect(exitCode).not.toBe(0);
  expect(writes).toEqual([put("main", 60)]);
  if (pending) expect(text).toContain("the operation was canceled. Run the same command again to continue");
  expect(await namesIn(fixture)).toEqual([{ name: "main", pending }]);
  const next = await fixture.must("up", { skipPreview: true });
  expect(next.done).toEqual([pending ? "update main" : "same main", "create sandbox"]);
  expect(next.writes).toEqual([...(pending ? [put("main", 60)] : []), put("sandbox", 45)]);
});
