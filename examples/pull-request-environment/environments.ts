/** The environments of pull requests, each a stack of its own. */

/** The operations on stacks that an environment needs: those of the Automation API, in `stacks.ts`. */
export interface Stacks {
  /** All stacks of the project with their tags. */
  list(): Promise<readonly { readonly name: string; readonly tags: Readonly<Record<string, string>> }[]>;
  /** The tags of a stack as they are now; undefined if it does not exist any more. */
  tagsOf(name: string): Promise<Readonly<Record<string, string>> | undefined>;
  /** Creates the stack if it does not exist, tags it, updates it, and resolves to its outputs. */
  update(name: string, tags: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>;
  /** Destroys what the stack holds, then removes the stack. */
  remove(name: string): Promise<void>;
}

/** Set on each stack before its first update, so that one that failed is cleaned up too. */
const tagNames = { pullRequest: "pull-request", pushedAt: "pushed-at" } as const;

const stackOf = (pullRequest: number) => `pr-${pullRequest}`;

/** Creates or updates the environment of a pull request, and resolves to the host of its workspace. */
export async function open(stacks: Stacks, pullRequest: number, now: Date): Promise<string> {
  const tags = { [tagNames.pullRequest]: String(pullRequest), [tagNames.pushedAt]: now.toISOString() };
  const { host } = await stacks.update(stackOf(pullRequest), tags);
  if (typeof host !== "string" || host === "") throw new Error(`${stackOf(pullRequest)} has no host: run "pulumi refresh" on it.`);
  return host;
}

/** Removes the environment of a pull request; one that does not exist is removed already. */
export async function close(stacks: Stacks, pullRequest: number): Promise<void> {
  const name = stackOf(pullRequest);
  if ((await stacks.list()).some((stack) => stack.name === name)) await stacks.remove(name);
}

/** The result of a sweep for one environment. */
export interface Swept {
  readonly stack: string;
  /** Since the last push. */
  readonly hours: number;
  readonly result: "kept" | "removed" | "gone" | { readonly failure: string };
}

/** Removes the environments whose last push is older than the given hours. One that fails stops no other; no other stack is touched. */
export async function sweep(stacks: Stacks, olderThanHours: number, now: Date): Promise<readonly Swept[]> {
  const rows: Swept[] = [];
  for (const { name, tags } of await stacks.list()) {
    if (name !== stackOf(Number(tags[tagNames.pullRequest]))) continue;
    const hours = hoursSincePush(tags, now);
    rows.push({ stack: name, hours, result: await sweepOne(stacks, name, hours, olderThanHours, now) });
  }
  return rows;
}

async function sweepOne(stacks: Stacks, name: string, hours: number, olderThanHours: number, now: Date): Promise<Swept["result"]> {
  if (Number.isNaN(hours)) return { failure: `its tag ${tagNames.pushedAt} is missing or is no date: remove it by hand` };
  if (hours < olderThanHours) return "kept";
  try {
    // Removing the others takes minutes: someone may have pushed or closed the pull request meanwhile.
    const tags = await stacks.tagsOf(name);
    if (tags === undefined) return "gone";
    if (!(hoursSincePush(tags, now) >= olderThanHours)) return "kept";
    await stacks.remove(name);
    return "removed";
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function hoursSincePush(tags: Readonly<Record<string, string>>, now: Date): number {
  return (now.getTime() - Date.parse(tags[tagNames.pushedAt] ?? "")) / 3_600_000;
}
