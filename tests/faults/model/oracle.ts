import { leaks } from "../../support/canary";
import type { Account } from "./account";
import { type Played, textOf } from "./played";
import { undeclaredSecrets } from "./workspace-parts";

/** The facts that must hold for an account once every disturbance has ended, and the user who gets there. */

/** The time that a user waits before the next run, so that every late change has arrived. */
const later = 7_200_000;

/** After every disturbance has ended: what is not as it has to be, in sentences. */
export async function problemsOf(account: Account): Promise<string[]> {
  account.behave(undefined);
  const problems: string[] = [];
  for (const played of account.played) {
    const refusal = await recover(account, played);
    const stopped = refusal.includes('is "protect" in the state') || (refusal !== "" && mayRefuse(played));
    if (refusal !== "" && !stopped) problems.push(`${played.part.kind}: the runs at the end fail: ${refusal}`);
    else problems.push(...countProblems(played, stopped), ...valueProblems(played, stopped), ...pauseProblems(played));
    if (refusal === "") problems.push(...(await idleProblems(account, played)));
  }
  return [...problems, ...leakProblems(account)];
}

/** The steps of a user after trouble: runs "up" again, at most three times, with `adopt: true` or a refresh first if an error says so, or if something happened that no state can know. */
async function recover(account: Account, played: Played): Promise<string> {
  let error = "";
  for (let run = 0; run < 3; run++) {
    if (!played.engine.isEmpty && (played.unseen || error.includes("pulumi refresh")))
      await account.runOnce(played, ({ engine }) => engine.refresh());
    const last = await account.runOnce(played, () => played.up());
    ({ error } = last);
    if (!played.adopts && error.includes("adopt: true")) {
      if (!mayBeAdopted(played)) return `${error} (and nobody else made it)`;
      played.adopts = true;
      run = -1;
    }
    account.pass(later);
    // The run that stops since it cannot tell must not act either.
    if (error !== "" && run === 2 && last.writes.length > 0)
      return `${error} (and it sent ${last.writes.map(({ method }) => method).join()})`;
  }
  return error;
}

/** A run may ask whether to adopt what is there only where the resource's own state does not say that it made that. */
function mayBeAdopted({ isAmbiguous, orphans, mayStay, part, live, identity, foreign, engine }: Played): boolean {
  // No provider learns of an object that was replaced and not deleted yet.
  const stays = mayStay || part.whenDropped === "retain" || engine.isReplacing;
  return isAmbiguous || stays || orphans > 0 || live.some((object) => object.identity === identity && foreign.has(object.id));
}

/** A run may stop for good only where nobody could tell which object is its own. */
function mayRefuse({ isAmbiguous, orphans, part, live, identity }: Played): boolean {
  const isTaken = part.existing === "adopted" && live.filter((object) => object.identity === identity).length > 1;
  return isAmbiguous || isTaken || orphans > 0;
}

/** A run with nothing to do sends nothing, and succeeds. */
async function idleProblems(account: Account, played: Played): Promise<string[]> {
  const problems: string[] = [];
  for (const act of ["up", "refresh", "up"] as const) {
    if (played.engine.isEmpty) break;
    const { error, writes } = await account.runOnce(played, () => (act === "up" ? played.up() : played.engine.refresh()));
    if (error !== "") problems.push(`${played.part.kind}: nothing is left to do, and ${act} fails: ${error}`);
    for (const { method, path, body } of writes)
      problems.push(`${played.part.kind}: nothing is left to do, and ${act} sent ${method} ${path} ${JSON.stringify(body)}`);
  }
  return problems;
}

/** The objects that exist twice, or are missing, or still exist. */
function countProblems(played: Played, stopped: boolean): string[] {
  const { part, live, foreign, orphans, mayStay, mayTake } = played;
  if (part.run !== undefined) return [];
  const left = new Set(live.map(({ id }) => id));
  // After a lost answer nobody could tell whose an equal object is.
  const taken = mayTake || played.isAmbiguous ? [] : [...foreign].filter((id) => !left.has(id));
  const problems = taken.map((id) => `what others made is gone: ${id}`);
  for (const identity of new Set([...live.map((object) => object.identity), played.identity])) {
    const there = live.filter((object) => object.identity === identity);
    const isDeclared = played.program !== undefined && identity === played.identity;
    const isTaken = isDeclared && played.meant.some(({ id }) => foreign.has(id));
    const made = there.filter(({ id }) => !foreign.has(id)).length;
    const isShared = part.existing === "another" || part.renames === true;
    const stays = mayStay || part.whenDropped === "retain" ? (isShared ? Infinity : 1) : 0;
    const most = orphans + (played.isAmbiguous ? 1 : 0) + Math.max(isDeclared && !isTaken ? 1 : 0, stays);
    if (made > most) problems.push(`${made} of ${identity || "it"} were made and are there${isDeclared ? "" : ", and none is declared"}`);
    if (isDeclared && !stopped && played.meant.length === 0) problems.push(`${identity || "it"} is declared, and not there`);
  }
  return problems.map((problem) => `${part.kind}: ${problem}`);
}

/** Finds what a deletion has paused and what runs again. */
function pauseProblems({ part, paused, live }: Played): string[] {
  const running = live.filter((object) => paused.has(object.id) && object.isPaused === false);
  return running.map(({ id }) => `${part.kind}: a deletion paused ${id}, and it runs`);
}

/** Compares the live values of every object with those that are or may be declared. */
function valueProblems(played: Played, stopped: boolean): string[] {
  const { part, live, program } = played;
  // Of an object and its orphan nobody can tell which is meant.
  const isCertain = program !== undefined && !stopped && (played.orphans === 0 || played.meant.length === 1);
  const meant = new Set(isCertain ? played.meant.map(({ id }) => id) : []);
  const isUnknown = (name: string, value: unknown) =>
    (name === "password" && played.isUnreadable) || (value === undefined && played.isOvertaken);
  return live.flatMap((object) =>
    Object.entries(object.values).flatMap(([name, value]) => {
      if (isUnknown(name, value)) return [];
      const isDeclared = meant.has(object.id) && program?.has(name) === true;
      const wanted = isDeclared ? [textOf(program.get(name))] : played.allowedFor(object, name);
      if (wanted.includes(textOf(value))) return [];
      const which = `${part.kind} ${object.identity || "it"}: ${name}`;
      return isDeclared
        ? [`${which} is declared ${wanted.join()}, and live it is ${textOf(value)}`]
        : [`${which} is not declared; it is ${textOf(value)}, and only ${wanted.join(" or ")} was ever set`];
    }),
  );
}

function leakProblems({ seen, emulator }: Account): string[] {
  const printed = { "what was printed": seen.join("\n") };
  return [...leaks({ ...printed, "the journal": JSON.stringify(emulator.journal.entries) }), ...leaks(printed, undeclaredSecrets)];
}
