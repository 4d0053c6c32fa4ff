import type { Commit, Host, PullRequest } from "./host";
import type { HttpSettings } from "./http";

/** Reads commits and their pull requests. Hosts list them with a delay, and mixed with commits from merged branches. */

const maxCommits = 100;

/** Yields a commit, its first parent, the first parent of that one, and so on. `listFrom` resolves with a commit followed by some of its ancestors. */
export async function* firstParents(start: string, listFrom: (commit: string) => Promise<readonly Commit[]>): AsyncGenerator<Commit> {
  const known = new Map<string, Commit>();
  let next: string | undefined = start;
  for (let count = 0; next !== undefined && count < maxCommits; count++) {
    // In a list, commits of a merged branch can precede the parent. A list that starts at the parent begins with the parent.
    if (!known.has(next)) for (const commit of await listFrom(next)) known.set(commit.sha, commit);
    const commit = known.get(next);
    if (commit === undefined) return;
    yield commit;
    next = commit.parent;
  }
}

/** The number of the pull request in the merge and squash messages of both hosts. */
const numbered = /\(#\d+\)|^Merge pull request #\d+|^See merge request \S*!\d+/m;

/** Polls for the pull requests of a pushed commit until one of them is merged. All commits of a run share the time limit. */
export function untilListed({ clock, stopped, log, host }: HttpSettings, pullsOf: Host["pullsOf"]): Host["pullsBroughtBy"] {
  let waited = 0;
  return async ({ sha, message }) => {
    const limit = numbered.test(message) ? 60_000 : 10_000;
    for (let pause = 1_000; ; pause *= 2) {
      const pulls: readonly PullRequest[] = await pullsOf(sha);
      const rest = Math.min(pause, limit - waited);
      if (rest <= 0 || pulls.some(({ isMerged }) => isMerged)) return pulls;
      log(`${host} lists no merged pull request for commit ${sha}; trying again in ${Math.ceil(rest / 1000)} s.`);
      await clock.sleep(rest, stopped);
      waited += rest;
    }
  };
}
