import { fc } from "../support/random";
import { whole } from "../support/whole";
import { faults } from "./fault-variants";
import { Account, configurations, type Disturbance, passwords, type SettingName, settingNames, settings } from "./model";

type Command = fc.AsyncCommand<object, Account>;

let played = 0;

/** A command that can always be run. */
function command(text: string, run: (account: Account) => Promise<string[]> | void): Command {
  return {
    check: () => true,
    run: async (_, account) => {
      played++;
      const problems = (await run(account)) ?? [];
      if (problems.length > 0) throw new Error(problems.join("\n"));
    },
    toString: () => text,
  };
}

// A request that is never answered ends by real time, which nothing here waits for.
const fault = fc.constantFrom(...faults.filter(({ stalls }) => !stalls));
const position = fc.integer({ min: 1, max: 8 });
const disturbance: fc.Arbitrary<Disturbance | undefined> = fc.option(
  fc.oneof(
    fc.record({ fault, position, times: fc.constantFrom("once" as const, "on" as const) }),
    fc.record({ killed: fc.constant(true as const), position, acted: fc.boolean() }),
  ),
  { nil: undefined },
);

function describeDisturbance(one: Disturbance | undefined): string {
  if (one === undefined) return "";
  if ("killed" in one) return ` killed at request ${one.position}, ${one.acted ? "which is acted on" : "which is lost"}`;
  return ` with [${one.fault.label}] ${one.times === "once" ? "at" : "from"} request ${one.position}${one.times === "on" ? " on" : ""}`;
}

const setting = fc
  .constantFrom(...settingNames)
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom<unknown>(...settings[name].values)));

const ignore = async (failed: Promise<string[]>) => {
  await failed;
  return [];
};

const commands: fc.Arbitrary<Command>[] = [
  setting.map(([name, value]) => command(`declare ${name} ${String(value)}`, (account) => account.declare(name, value))),
  fc
    .constantFrom<SettingName>(...settingNames)
    .map((name) => command(`no longer declare ${name}`, ({ program }) => void program.settings.delete(name))),
  fc
    .option(fc.constantFrom(...passwords), { nil: undefined })
    .map((password) =>
      command(
        `declare password ${password ? passwords.indexOf(password) : "no more"}`,
        ({ program }) => void (program.password = password),
      ),
    ),
  fc
    .option(fc.constantFrom(...configurations), { nil: undefined })
    .map((value) =>
      command(
        `declare configuration ${value ? configurations.indexOf(value) : "no more"}`,
        ({ program }) => void (program.configuration = value),
      ),
    ),
  setting.map(([name, value]) => command(`console sets ${name} ${String(value)}`, (account) => account.changeInConsole(name, value))),
  fc.constantFrom(500, 5_000, 3_600_000).map((ms) => command(`${ms} ms pass`, (account) => account.pass(ms))),
  fc.constant(command("preview", (account) => account.preview())),
  disturbance.map((one) => command(`up${describeDisturbance(one)}`, (account) => ignore(account.up(one)))),
  disturbance.map((one) => command(`up${describeDisturbance(one)}`, (account) => ignore(account.up(one)))),
  disturbance.map((one) => command(`refresh${describeDisturbance(one)}`, (account) => ignore(account.refresh(one)))),
];

const service = fc.record({
  profile: fc.constantFrom("specified" as const, "observed" as const),
  nested: fc.constantFrom("merge" as const, "replace" as const),
  settleAfter: fc.constantFrom(0, { ms: 400 }, { ms: 60_000 }),
});

test("whatever happens, in the end what is declared is live, and nothing else was changed", async () => {
  await fc.assert(
    fc.asyncProperty(service, fc.commands(commands, { maxCommands: 40, size: "max" }), async (options, sequence) => {
      const account = await Account.open(options);
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: account }), sequence);
        expect(await account.problems()).toEqual([]);
      } finally {
        await account.close();
      }
    }),
    { numRuns: whole ? 600 : 10 },
  );
  if (whole) expect(played).toBeGreaterThanOrEqual(10_000);
});
