import { fc } from "../../support/random";
import { type Account, type ModeName, modes } from "./account";
import type { FaultVariant } from "../fault-variants";
import { type Disturbance, emptyReads, fates, faults, noFault } from "./disturbance";
import type { Part } from "./part";
import type { Played } from "./played";

export type Command = fc.AsyncCommand<object, Account>;

/** Counts what was played. */
export const counter = { sequences: 0, played: 0 };

/** A command that can always be run. */
function command(text: string, run: (account: Account) => Promise<string[]> | void): Command {
  return {
    check: () => true,
    run: async (_, account) => {
      counter.played++;
      const problems = (await run(account)) ?? [];
      if (problems.length > 0) throw new Error(problems.join("\n"));
    },
    toString: () => text,
  };
}

const position = fc.integer({ min: 1, max: 8 });
const times = fc.constantFrom("once" as const, "on" as const);

function describe({ fault, of, position: at, times: often, end, act, text }: Disturbance): string {
  if (act !== undefined) return ` while ${act}${act === "one read lacks it" ? `, number ${at}` : ""}`;
  if (end !== undefined) return ` ${text} at ${of === "writes" ? "write" : "request"} ${at}, ${fault.label}`;
  const one = of === "requests" ? "request" : of === "writes" ? "write" : "read of it";
  return ` with [${fault.label}] ${often === "once" ? "at" : "from"} ${one} ${at}${often === "on" ? " on" : ""}`;
}

/** The disturbances of a run. */
function disturbances(hasCancel: boolean): fc.Arbitrary<Disturbance | undefined> {
  const some = (all: readonly FaultVariant[], of: Disturbance["of"], at: fc.Arbitrary<number>) =>
    fc.record({ fault: fc.constantFrom(...all), of: fc.constant(of), position: at, times });
  const anything = some(faults, "requests", position);
  const lost = some(fates, "writes", fc.integer({ min: 1, max: 2 }));
  const missing = faults.filter(({ label }) => label === "404 Not-Found");
  const notFound = some(missing, "writes", fc.constant(1));
  const empty = some(emptyReads, "reads of the object", fc.integer({ min: 1, max: 2 }));
  const ended = fc.record({
    fault: fc.constantFrom(...fates),
    of: fc.constantFrom("writes" as const, "requests" as const),
    position: fc.integer({ min: 1, max: 3 }),
    times: fc.constant("once" as const),
    end: hasCancel ? fc.constantFrom("killed" as const, "cancelled" as const, "cancelled" as const) : fc.constant("killed" as const),
  });
  const acts = fc.record({
    fault: fc.constant(noFault),
    of: fc.constant("reads of the object" as const),
    position: fc.integer({ min: 1, max: 2 }),
    times: fc.constant("once" as const),
    act: fc.constantFrom("one read lacks it" as const, "others make one too" as const),
  });
  const any = fc.oneof<fc.Arbitrary<Omit<Disturbance, "text">>[]>(anything, lost, notFound, empty, ended, acts);
  const named = any.map((one) => {
    const text = one.end === "cancelled" ? "interrupted by Ctrl-C" : "killed";
    return { ...one, text: describe({ ...one, text }) };
  });
  return fc.option(named, { nil: undefined, freq: 2 });
}

/** The part of an account that plays a resource. */
const of = (account: Account, part: Part): Played => account.played.find((played) => played.part === part) as Played;

/** The changes of one resource, by the program and by others. */
function commandsOf(part: Part): readonly fc.Arbitrary<Command>[] {
  const { kind, values, console: changes = {} } = part;
  const valueOf = (table: Readonly<Record<string, readonly unknown[]>>) =>
    fc.constantFrom(...Object.keys(table)).chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(table[name] ?? []))));
  const declare = valueOf(values).map(([name, value]) => {
    const index = (values[name] ?? []).indexOf(value);
    const text = part.secrets?.includes(name) ? `secret ${index + 1}` : JSON.stringify(value);
    return command(`declare ${kind}.${name} ${text}`, (account) => of(account, part).declare(name, value));
  });
  const dropArgument = fc
    .constantFrom(...Object.keys(values).filter((name) => !part.required.includes(name)), "")
    .map((name) => command(`no longer declare ${kind}.${name}`, (account) => of(account, part).dropArgument(name)));
  const drop = fc.constant(command(`no longer declare ${kind}`, (account) => void (of(account, part).program = undefined)));
  const rename = fc
    .boolean()
    .map((hasAlias) =>
      command(`rename ${kind} ${hasAlias ? "with" : "without"} an alias`, (account) => account.rename(of(account, part), hasAlias)),
    );
  const identities = part.identity === undefined ? [""] : (values[part.identity] ?? []).map(String);
  const change = () =>
    valueOf(changes).map(([name, value]) =>
      command(`console sets ${name} ${JSON.stringify(value)} of each ${kind}`, (account) => {
        const played = of(account, part);
        for (const object of played.live) played.changeInConsole(object, name, value);
      }),
    );
  const add = fc
    .constantFrom(...identities)
    .map((identity) => command(`console adds ${kind} ${identity}`, (account) => account.addInConsole(of(account, part), identity)));
  const bring = fc
    .constantFrom(...identities)
    .map((identity) => command(`import ${kind} ${identity}`, (account) => account.import(of(account, part), identity)));
  const pass = (account: Account) => account.letAnotherStackPass(of(account, part));
  const other = fc.constant(command(`another stack adopts ${kind} and is destroyed`, pass));
  return [
    ...[declare, declare, declare, dropArgument, drop, rename],
    ...(part.console === undefined ? [] : [change()]),
    ...(part.add === undefined ? [] : [add]),
    ...(part.importId === undefined ? [] : [bring]),
    ...(part.add === undefined || part.existing === "another" ? [] : [other]),
  ];
}

/** Two commands, one right after the other. */
function both([first, second]: readonly [Command, Command]): Command {
  return {
    check: () => true,
    run: async (model, account) => {
      await first.run(model, account);
      await second.run(model, account);
    },
    toString: () => `${String(first)} and ${String(second)}`,
  };
}

/** Everything that may happen to the parts. */
export function commandsFor(parts: readonly Part[], hasCancel: boolean): fc.Arbitrary<Command>[] {
  const disturbance = disturbances(hasCancel);
  const up = disturbance.map((one) => command(`up${one?.text ?? ""}`, (account) => account.up(one)));
  const replacing = fc
    .tuple(disturbance, fc.boolean())
    .map(([one, deleteBeforeReplace]) =>
      command(`up that replaces what changes${deleteBeforeReplace ? ", the old one first" : ""}${one?.text ?? ""}`, (account) =>
        account.up(one, { deleteBeforeReplace }),
      ),
    );
  const names = Object.keys(modes) as ModeName[];
  const changes = parts.flatMap(commandsOf);
  return [
    ...changes,
    fc.tuple(fc.oneof(...changes), up).map(both),
    ...[up, up, up, up, replacing],
    disturbance.map((one) => command(`refresh${one?.text ?? ""}`, (account) => account.refresh(one))),
    fc.constant(command("preview", (account) => account.preview())),
    fc.constantFrom(500, 5_000, 60_000, 3_600_000).map((ms) => command(`${ms / 1000} s pass`, (account) => account.pass(ms))),
    fc
      .option(fc.constantFrom(...names), { nil: undefined })
      .map((mode) =>
        command(mode === undefined ? "the service behaves as before" : `from now on ${mode}`, (account) => account.behave(mode)),
      ),
  ];
}
