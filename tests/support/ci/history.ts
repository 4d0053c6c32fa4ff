import type { HostPull } from "./code-host";
import { digestsOf, type Values, type World } from "./history-world";
import { fc } from "../random";

/**
 * Random histories of a repository: pull requests that are previewed, approved, merged, queued and applied, in any order, with jobs that are
 * dropped, killed and run again, and edits in the console. After each run, an oracle that knows the history, and none of the comments, says
 * what may have been sent, and what may have been refused.
 */

const names = ["w0", "w1", "w2", "u0", "u1"];
const valueOf = (name: string, value: number) => (name.startsWith("u") ? value % 2 : 30 + (value % 4) * 15);

export type Action =
  | { readonly is: "open"; readonly edits: readonly (readonly [number, number])[]; readonly isReviewed: boolean }
  | { readonly is: "preview" | "approve" | "push"; readonly pull: number }
  | { readonly is: "merge"; readonly pull: number; readonly count: number; readonly how: "merge" | "squash" | "rebase" }
  | { readonly is: "apply"; readonly push: number; readonly after: number; readonly kills: boolean; readonly isCalm: boolean }
  | { readonly is: "console"; readonly name: number; readonly value: number }
  /** Someone takes back in the console what a run has sent. */
  | { readonly is: "undo"; readonly sent: number };

const number = fc.nat(20);
const often = fc.integer({ min: 0, max: 3 }).map((one) => one > 0);
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant("open" as const),
      edits: fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 2 }),
      isReviewed: often,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constantFrom("preview" as const, "preview" as const, "approve" as const, "push" as const),
      pull: number,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant("merge" as const),
      pull: number,
      count: fc.integer({ min: 1, max: 2 }),
      how: fc.constantFrom("merge" as const, "squash" as const, "rebase" as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant("apply" as const),
      push: number,
      after: fc.nat(2),
      kills: fc.boolean(),
      isCalm: often,
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("console" as const), name: number, value: number }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("undo" as const), sent: number }) },
);

/** A pull request as the oracle knows it. */
interface Known {
  /** The newest review of its last commit before the merge, and its time; undefined after a push. */
  review?: { readonly keys: ReadonlySet<string>; readonly text: string; at: number } | undefined;
  approvedAt: number;
  /** The commit that brought it. */
  commit?: string;
  readonly applied: Set<string>;
}

export const figures = { histories: 0, runs: 0, refused: 0, sent: 0, oldRefused: 0, oldSent: 0, killed: 0 };

/** Plays one history to its end. */
export class History {
  private readonly known = new Map<HostPull, Known>();
  private readonly commits: string[] = [];
  /** The newest commit, by its place, that a run has applied whole. */
  private applied = -1;
  /** The newest commit, by its place, whose run was green. */
  private green = -1;

  constructor(
    private readonly world: World,
    private readonly approvals: number,
  ) {}

  async play(actions: readonly Action[]): Promise<void> {
    for (const one of actions) {
      this.world.host.tick(60_000);
      await this.act(one);
    }
    // Whatever happened, the newest commit can be applied in the end, as far as it was reviewed.
    const last = this.commits.at(-1);
    if (last !== undefined) for (let run = 0; run < 2; run++) await this.apply(last);
    await this.world.close();
  }

  private get open(): HostPull[] {
    return [...this.known].flatMap(([pull]) => (pull.merged ? [] : [pull]));
  }

  private async act(one: Action): Promise<void> {
    const { host, edits } = this.world;
    if (one.is === "open") {
      if (this.known.size === 8) return;
      const pull = host.openPull();
      edits.set(pull, Object.fromEntries(one.edits.map(([name, value]) => [names[name % 5] ?? "", valueOf(names[name % 5] ?? "", value)])));
      const state: Known = { approvedAt: -1, applied: new Set() };
      this.known.set(pull, state);
      if (!one.isReviewed) return;
      await this.preview(pull, state);
      host.tick(1_000);
      host.review("bob", "APPROVED", { pull });
      state.approvedAt = host.time;
    } else if (one.is === "console") {
      const name = names[one.name % 5] ?? "";
      this.world.edit(name, valueOf(name, one.value));
    } else if (one.is === "undo") {
      const { sent } = this.world;
      const [name = "", from = ""] = sent[sent.length - 1 - (one.sent % 3)]?.key.split(" ") ?? [];
      if (name !== "") this.world.edit(name, from === "created" ? 0 : from === "deleted" ? 1 : Number(from));
    } else if (one.is === "apply") {
      const commit = this.commits.at(-1 - (one.push % 4)) ?? this.commits.at(-1);
      this.world.fault = one.isCalm ? undefined : { after: one.after, kills: one.kills };
      if (commit !== undefined) await this.apply(commit);
      this.world.fault = undefined;
    } else if (one.is === "merge") this.merge(one);
    else {
      const all = one.is === "preview" ? [...this.known.keys()] : this.open;
      const pull = all[one.pull % Math.max(all.length, 1)];
      const state = pull && this.known.get(pull);
      if (pull === undefined || state === undefined) return;
      if (one.is === "preview") await this.preview(pull, state);
      else if (one.is === "approve") {
        host.review("bob", "APPROVED", { pull });
        state.approvedAt = host.time;
      } else {
        host.push(pull);
        state.review = undefined;
        state.approvedAt = -1;
      }
    }
  }

  private merge({ pull: index, count, how }: Extract<Action, { is: "merge" }>): void {
    const { host, edits, programs } = this.world;
    const some = [
      ...new Set(this.open.length === 0 ? [] : [0, 1].slice(0, count).map((next) => this.open[(index + next) % this.open.length])),
    ];
    const pulls = some.filter((pull) => pull !== undefined);
    if (pulls.length === 0) return;
    let program: Values = this.world.programOf(this.world.head);
    const heads = pulls.map(({ head }) => head);
    const group = host.queue(pulls, how);
    host.land(group);
    for (const [place, { pull, commit }] of group.landing.entries()) {
      program = { ...program, ...edits.get(pull) };
      programs.set(commit, program);
      this.commits.push(commit);
      const own = this.known.get(pull);
      if (own === undefined) continue;
      own.commit = commit;
      // GitLab gives a rebased merge request another head, which nobody reviewed.
      if (pull.head !== heads[place]) own.review = undefined;
    }
  }

  private async preview(pull: HostPull, state: Known): Promise<void> {
    const { world } = this;
    const program = { ...world.programOf(world.head), ...world.edits.get(pull) };
    const text = digestsOf(world.differences(program).values());
    const keys = new Set(await world.preview(pull));
    // The review of a merged pull request stays; one that shows the same is not made again.
    if (pull.merged || (state.review !== undefined && state.review.text === text)) return;
    state.review = { keys, text, at: world.host.time };
  }

  /** The changes that may be applied at a commit, each with the pull requests whose reviews show it. */
  private allowed(commit: string): Map<string, Known[]> {
    const place = this.commits.indexOf(commit);
    const found = new Map<string, Known[]>();
    if (place < this.applied) return found;
    for (const state of this.known.values()) {
      const at = this.commits.indexOf(state.commit ?? "");
      if (state.review === undefined || at < 0 || at > place || at <= this.applied) continue;
      if (this.approvals > 0 && state.approvedAt < state.review.at) continue;
      for (const key of state.review.keys) if (!state.applied.has(key)) found.set(key, [...(found.get(key) ?? []), state]);
    }
    return found;
  }

  private async apply(commit: string): Promise<void> {
    const { world } = this;
    const wanted = [...world.differences(world.programOf(commit))];
    const allowed = this.allowed(commit);
    const place = this.commits.indexOf(commit);
    const isOld = place < this.applied;
    const isCovered = wanted.every(([key]) => allowed.has(key));
    this.countOldRule(
      commit,
      wanted.map(([key]) => key),
      digestsOf(wanted.map(([, step]) => step)),
      isCovered && !isOld,
    );
    const before = world.sent.length;
    const code = await world.apply(commit, this.approvals);
    const sent = world.sent.slice(before).map(({ key }) => key);
    figures.runs++;
    figures.sent += sent.length;
    if (code === undefined) figures.killed++;
    // No request is sent that no counting review shows, and none for a commit that is older than what is applied.
    expect({ commit, unseen: sent.filter((key) => !allowed.has(key)) }).toEqual({ commit, unseen: [] });
    if (isOld) expect([code, sent]).toEqual([0, []]);
    // Nothing that was reviewed is refused.
    else if (isCovered)
      expect({ commit, wanted, code }).toEqual({ commit, wanted, code: world.fault === undefined ? 0 : (code as number) });
    else {
      figures.refused++;
      // Where a newer commit was found to need nothing, it may end as an old one does.
      expect({ commit, code, sent }).toEqual({ commit, code: place < this.green && code === 0 ? 0 : 1, sent: [] });
    }
    // A killed run reports nothing, so what it sent may be sent again only where it is still missing.
    if (code !== undefined) for (const key of sent) for (const state of allowed.get(key) ?? []) state.applied.add(key);
    if (code === 0) this.green = Math.max(this.green, place);
    if (code === 0 && !isOld && (wanted.length > 0 || this.hasOpen(commit))) this.applied = place;
  }

  /** Returns true if a run without anything to do settles the review of a pull request. */
  private hasOpen(commit: string): boolean {
    return this.allowed(commit).size > 0;
  }

  /** What `ci apply` did until now: the whole preview must be that of the newest comment on the pull request that brought the commit. */
  private countOldRule(commit: string, wanted: readonly string[], now: string, mayApply: boolean): void {
    if (wanted.length === 0) return;
    const own = [...this.known.values()].find((state) => state.commit === commit);
    const accepts = own?.review?.text === now && (this.approvals === 0 || own.approvedAt >= 0);
    if (mayApply && !accepts) figures.oldRefused++;
    if (!mayApply && accepts) figures.oldSent++;
  }
}
