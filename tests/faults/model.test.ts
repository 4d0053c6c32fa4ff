import { startPlugin } from "../support/plugin";
import { VirtualClock } from "../support/provider";
import { fc } from "../support/random";
import { whole } from "../support/whole";
import { Account, type ProviderSetup } from "./model/account";
import { accountParts } from "./model/account-parts";
import { commandsFor, counter } from "./model/commands";
import { problemsOf } from "./model/oracle";
import type { Part } from "./model/part";
import { wholeLifeParts } from "./model/whole-life-parts";
import { workspaceParts } from "./model/workspace-parts";

const parts: readonly Part[] = [...workspaceParts, ...accountParts, ...wholeLifeParts];

const service = fc.record({
  profile: fc.constantFrom("specified" as const, "observed" as const),
  nested: fc.constantFrom("merge" as const, "replace" as const),
  settleAfter: fc.constantFrom(0, { ms: 400 }, { ms: 60_000 }),
  /** Not of the service: whether the programs adopt what exists. */
  adopts: fc.boolean(),
});

/** The provider: in this process, or the plugin's. */
async function openProvider(isPlugin: boolean): Promise<ProviderSetup> {
  const clock = new VirtualClock();
  if (!isPlugin) return { clock, cancel: async () => undefined };
  const plugin = await startPlugin({}, { clock });
  return { clock, plugin, cancel: () => plugin.cancel() };
}

/** Plays random commands on an account with some resources, and judges what became of it. */
async function play(played: readonly Part[], isPlugin: boolean, runs: number, wanted?: readonly RegExp[]): Promise<void> {
  // Commands that lead to one danger need a service that is plain otherwise. An acknowledged creation that shows only after its wait is an accepted loss.
  const makes = played.some(({ add }) => add !== undefined);
  const plain = service.map((one) => ({ ...one, settleAfter: wanted !== undefined || one.settleAfter === 0 ? (0 as const) : { ms: 400 } }));
  const services = wanted !== undefined || makes ? plain : service;
  const setup = await openProvider(isPlugin);
  const any = fc.oneof(...commandsFor(played, isPlugin));
  const ways = wanted?.map((text) => any.filter((one) => text.test(String(one)))) ?? [any];
  const commands = fc.commands(ways, { maxCommands: wanted === undefined ? 24 : 7, size: "max" });
  await fc.assert(
    fc.asyncProperty(services, commands, async ({ adopts, ...options }, sequence) => {
      counter.sequences++;
      const account = await Account.open(options, setup, played, parts);
      for (const one of account.played) one.adopts = adopts;
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: account }), sequence);
        expect(await problemsOf(account)).toEqual([]);
      } finally {
        await account.close();
      }
    }),
    { numRuns: runs },
  );
}

/** Plays this many times as much of the long share. */
const factor = Number(process.env["GRAPHPLANE_RUNS"] ?? 1);
const runsOf = (isPlugin: boolean, played: readonly Part[]) => factor * (isPlugin ? 20 : played.length > 1 ? 60 : 140);

// How long is waited before a request is repeated must not differ.
beforeEach(() => void jest.spyOn(Math, "random").mockReturnValue(0.5));
afterEach(() => jest.restoreAllMocks());

const cases = [...parts.map((part) => [part.kind, [part]] as const), ["all resources together", parts] as const];

const setups = [
  ["by the dynamic host", false],
  ["by the plugin", true],
] as const;

describe.each(setups.filter(([, isPlugin]) => whole || !isPlugin))("%s", (_, isPlugin) => {
  test.each(cases)("%s: after any sequence of events, the declared values are live and nothing else has changed", (_, played) =>
    play(played, isPlugin, whole ? runsOf(isPlugin, played) : 1),
  );
});

/** Dangers that a random sequence meets seldom, and that the contract suite does not play: the commands that lead there, in every order. */
test.each([
  ["a rename with an alias", "AllowListEntry", [/^declare.* and up$/, /^rename.* with an alias and up$/, /^up$/]],
  ["a replacement that the program's options choose", "Workspace", [/^declare.* and up$/, /^declare \S+ \S+$/, /^up that replaces/]],
  [
    "a pause, and a write on its way",
    "BackupSchedule",
    [/deletionPolicy "pause" and up$/, /maxReserved.* and up with .*20 s later. from write 1 on$/, /^no longer declare \w+ and up$/],
  ],
  ["others who make one at the same time", "Workspace", [/^declare.* and up while others make one too$/, /^up$/]],
  ["a second stack", "AllowListEntry", [/^declare.* and up$/, /^another stack[^,]*destroyed$/, /^console adds \S+ \S+$/]],
] as const)("%s", (_, kind, wanted) =>
  play(
    parts.filter((part) => part.kind === kind),
    false,
    whole ? 4 : 1,
    wanted,
  ),
);

const least = factor * 20_000;
if (whole)
  test(`plays at least ${least} commands`, () => {
    console.info(`${counter.played} commands were played in ${counter.sequences} sequences`);
    expect(counter.played).toBeGreaterThanOrEqual(least);
  });
