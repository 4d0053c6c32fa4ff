import { type Ending, type Killing, type KilledUpdate } from "./killed-update";

/** The outcome of a killing, with its problems. */
export interface Verdict {
  readonly killing: string;
  /** Whether the next update needed `adopt: true` for a user whose creation was not recorded: the one accepted loss. */
  readonly adopted: boolean;
  readonly problems: readonly string[];
}

/** Kills a process, updates again, and compares the ending with that of the undisturbed run. */
export async function judge(update: KilledUpdate, killing: Killing, undisturbed: Ending): Promise<Verdict> {
  const trial = await update.trial();
  const problems: string[] = [];
  let adopted = false;
  try {
    const killed = await trial.killed(killing);
    if (killed !== "killed" && killed.failed === "") problems.push("the killed update did not fail");
    let next = await trial.fixture.run("up");
    if (next.errors.length === 1 && next.errors[0]?.includes("adopt: true") === true) {
      adopted = true;
      await trial.enter("after", { adopt: true });
      next = await trial.fixture.run("up");
    }
    if (next.failed !== "") problems.push(`the next update failed: ${next.failed}`);

    const ending = await trial.ending();
    for (const what of ["live", "state"] as const)
      for (const difference of differences(ending[what], undisturbed[what])) problems.push(`${what}: ${difference}`);
    const repeated = without(ending.writes, undisturbed.writes);
    if (repeated.length > 1 || repeated.some((write) => !repeatable(write, adopted))) problems.push(`sent again: ${repeated.join("; ")}`);
    const missing = without(undisturbed.writes, ending.writes);
    if (missing.length > 0 && !adopted) problems.push(`never sent: ${missing.join("; ")}`);
  } finally {
    await trial.fixture.close();
  }
  return { killing: `${killing.victim}, ${killing.when} ${killing.request.text}`, adopted, problems };
}

/** The differences of two lists. `adopt` is not one: it is how the user was taken over. */
function differences(found: readonly unknown[], wanted: readonly unknown[]): string[] {
  const texts = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item).replaceAll('"adopt":true', '"adopt":false'));
  const [these, those] = [texts(found), texts(wanted)];
  return [
    ...these.filter((text) => !those.includes(text)).map((text) => `${text} was not expected`),
    ...those.filter((text) => !these.includes(text)).map((text) => `${text} is missing`),
  ];
}

/** Returns true for PUT, DELETE, a refresh and an idempotent query; an adopted user's password is set once more. */
function repeatable(write: string, adopted: boolean): boolean {
  return /^(PUT|DELETE) |\/refresh |\/query\//.test(write) || (adopted && write.includes("/dbuser"));
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return all.filter((write) => {
    const index = left.indexOf(write);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
