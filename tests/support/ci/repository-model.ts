/** A repository with pull requests, as a host of code keeps it: commits, branches, merges, reviews and comments. Times are in milliseconds. */

export type HostName = "GitHub" | "GitLab";

/** The account of the jobs. */
export const ownAccount = "github-actions[bot]";

export interface HostCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Its place in the order of all commits. */
  readonly order: number;
  /** The time at which a merge brought it into the base branch. */
  landedAt?: number;
}

export interface HostComment {
  readonly id: number;
  readonly author: string;
  body: string;
  readonly createdAt: number;
  updatedAt: number;
}

type ReviewState = "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";

export interface HostReview {
  readonly id: number;
  readonly person: string;
  state: ReviewState;
  readonly at: number;
  /** The head of the pull request at that time. */
  readonly commit: string;
  readonly association: string;
}

export interface HostPull {
  readonly number: number;
  readonly title: string;
  readonly branch: string;
  readonly base: string;
  head: string;
  /** The commits by which it is found: those of its branch, and those that merged it. */
  readonly commits: string[];
  merged: boolean;
  mergedAt?: number;
  mergedBy: { readonly merge?: string; readonly squash?: string };
  readonly comments: HostComment[];
  readonly reviews: HostReview[];
}

export type MergeMethod = "merge" | "squash" | "rebase";

export interface Push {
  readonly branch: string;
  readonly before: string;
  readonly commit: string;
}

/** Commits that are ready to become the head of a branch: one batch of a merge queue. */
export interface MergeGroup extends Push {
  readonly landing: readonly {
    readonly pull: HostPull;
    readonly commit: string;
    readonly mergedBy: HostPull["mergedBy"];
    readonly brings: readonly string[];
  }[];
}

export class RepositoryModel {
  /** The host's clock; only {@link tick} moves it. */
  time = Date.parse("2026-06-08T09:30:00Z");
  /** The milliseconds for which a commit's list of pull requests stays empty after a merge. */
  lag = 0;
  readonly commits = new Map<string, HostCommit>();
  readonly branches = new Map<string, string>();
  readonly pulls = new Map<number, HostPull>();
  /** The pushes to branches that are no pull request's, the oldest first. */
  readonly pushes: Push[] = [];
  private lastId = 100;

  constructor(readonly name: HostName) {
    this.branches.set("main", this.commit([], "Begin").sha);
  }

  tick(milliseconds: number): void {
    this.time += milliseconds;
  }

  nextId(): number {
    return ++this.lastId;
  }

  /** The pull request of a test that needs only one; it is opened when it is first used. */
  get pull(): HostPull {
    return this.pulls.get(7) ?? this.openPull({ number: 7, sha: "c0ffee1" });
  }

  get comments(): HostComment[] {
    return this.pull.comments;
  }

  /** Opens a pull request whose branch has one commit. */
  openPull({ number = Math.max(7, ...this.pulls.keys()) + 1, base = "main", sha }: { number?: number; base?: string; sha?: string } = {}) {
    const title = `Change ${number}`;
    const { sha: head } = this.commit([this.headOf(base)], title, sha);
    const opened = { number, title, branch: `change/${number}`, base, head, commits: [head], merged: false, mergedBy: {} };
    const pull: HostPull = { ...opened, comments: [], reviews: [] };
    this.pulls.set(number, pull);
    return pull;
  }

  /** Adds a commit to the branch of a pull request, or to another branch. */
  push(to: HostPull | string, { message = "Change more", sha }: { message?: string; sha?: string } = {}): string {
    if (typeof to === "string") return this.move(to, this.commit([this.headOf(to)], message, sha).sha).commit;
    to.head = this.commit([to.head], message, sha).sha;
    to.commits.push(to.head);
    return to.head;
  }

  /** Puts the commits of a pull request on the head of its base; they are new ones. */
  rebase(pull: HostPull, onto = this.headOf(pull.base)): void {
    if (this.commits.get(pull.commits[0] ?? "")?.parents[0] === onto) return;
    const copies = this.copies(pull, onto);
    pull.commits.splice(0, Infinity, ...copies);
    pull.head = copies.at(-1) ?? pull.head;
  }

  /** Makes the commits that merge pull requests into their base, which stays unchanged. */
  queue(pulls: readonly HostPull[], how: MergeMethod, sha?: string): MergeGroup {
    const branch = pulls[0]?.base ?? "main";
    const before = this.headOf(branch);
    let commit = before;
    const landing = pulls.map((pull) => {
      const { commit: last, mergedBy, brings } = this.merged(pull, how, commit, sha);
      pull.commits.push(...brings);
      commit = last;
      return { pull, commit: last, mergedBy, brings };
    });
    return { branch, before, commit, landing };
  }

  /** Moves the base branch to a batch's last commit: GitHub in one push, GitLab in one for each pull request. */
  land({ branch, before, commit: last, landing }: MergeGroup): Push {
    if (this.headOf(branch) !== before) throw new Error(`${branch} has moved since the batch was made`);
    for (const { pull, commit, mergedBy, brings } of landing) {
      Object.assign(pull, { merged: true, mergedAt: this.time, mergedBy });
      for (const sha of brings) Object.assign(this.commits.get(sha) ?? {}, { landedAt: this.time });
      if (this.name === "GitLab") this.move(branch, commit);
    }
    const push = this.name === "GitLab" ? this.pushes.at(-1) : this.move(branch, last);
    if (push === undefined) throw new Error("a batch without pull requests");
    return push;
  }

  /** Merges pull requests at once. A text is the hash of the commit that squashes {@link pull}. */
  merge(pulls: HostPull | readonly HostPull[] | string, how: MergeMethod = "squash"): Push {
    if (typeof pulls === "string") return this.land(this.queue([this.pull], how, pulls));
    return this.land(this.queue("number" in pulls ? [pulls] : pulls, how));
  }

  comment(body: string, author = ownAccount, pull = this.pull): HostComment {
    const comment = { id: this.nextId(), author, body, createdAt: this.time, updatedAt: this.time };
    pull.comments.push(comment);
    return comment;
  }

  review(person: string, state: ReviewState, more: { pull?: HostPull; commit?: string; association?: string } = {}): void {
    const { pull = this.pull, commit = pull.head, association = "MEMBER" } = more;
    pull.reviews.push({ id: this.nextId(), person, state, at: this.time, commit, association });
  }

  /** Dismisses the last verdict of a person; on GitLab, the person withdraws the approval. */
  dismiss(person: string, pull = this.pull): void {
    const last = pull.reviews.findLast((review) => review.person === person && review.state !== "COMMENTED");
    if (last !== undefined) last.state = "DISMISSED";
  }

  /** The pull requests by which a commit is listed: on the base branch only those that brought it. */
  pullsOf(sha: string): readonly HostPull[] {
    const commit = this.commits.get(sha);
    if (commit?.landedAt !== undefined && this.time < commit.landedAt + this.lag) return [];
    const found = [...this.pulls.values()].filter(({ commits }) => commits.includes(sha));
    return found.some(({ merged }) => merged) ? found.filter(({ merged }) => merged) : found;
  }

  /** The commits that can be reached from one, the newest first. */
  reachable(sha: string, onlyFirst = false): readonly HostCommit[] {
    const found = new Map<string, HostCommit>();
    const rest = [sha];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const commit = this.commits.get(next);
      if (commit === undefined || found.has(next)) continue;
      found.set(next, commit);
      rest.push(...(onlyFirst ? commit.parents.slice(0, 1) : commit.parents));
    }
    return [...found.values()].toSorted((a, b) => b.order - a.order);
  }

  private merged(pull: HostPull, how: MergeMethod, tip: string, sha?: string) {
    const { number, title, branch, base } = pull;
    if (how === "rebase") {
      // GitLab rebases the branch itself, so that what is merged is the head of the merge request.
      if (this.name === "GitLab") this.rebase(pull, tip);
      const brings = this.name === "GitLab" ? [] : this.copies(pull, tip);
      const commit = brings.at(-1) ?? pull.head;
      return { commit, mergedBy: this.name === "GitLab" ? {} : { merge: commit }, brings };
    }
    const merge = (parent: string) => {
      const [onGithub, onGitlab] = [`Merge pull request #${number} from team/${branch}`, `Merge branch '${branch}' into '${base}'`];
      const text =
        this.name === "GitHub" ? `${onGithub}\n\n${title}` : `${onGitlab}\n\n${title}\n\nSee merge request team/databases!${number}`;
      return this.commit([tip, parent], text, sha).sha;
    };
    if (how === "merge") {
      const commit = merge(pull.head);
      return { commit, mergedBy: { merge: commit }, brings: [commit] };
    }
    if (this.name === "GitHub") {
      const commit = this.commit([tip], `${title} (#${number})`, sha).sha;
      return { commit, mergedBy: { merge: commit }, brings: [commit] };
    }
    const squash = this.commit([tip], title).sha;
    const commit = merge(squash);
    return { commit, mergedBy: { merge: commit, squash }, brings: [squash, commit] };
  }

  private copies(pull: HostPull, onto: string): string[] {
    let parent = onto;
    return pull.commits.map((sha) => (parent = this.commit([parent], this.commits.get(sha)?.message ?? "").sha));
  }

  private commit(parents: readonly string[], message: string, given?: string): HostCommit {
    const order = this.commits.size;
    // A host writes zeros for no commit.
    const sha = given ?? (order + 1).toString(16).padStart(5, "0").repeat(8);
    const commit = { sha, parents, message, order };
    this.commits.set(sha, commit);
    return commit;
  }

  private headOf(branch: string): string {
    const head = this.branches.get(branch);
    if (head === undefined) throw new Error(`no branch ${branch}`);
    return head;
  }

  private move(branch: string, commit: string): Push {
    const push = { branch, before: this.headOf(branch), commit };
    this.branches.set(branch, commit);
    this.pushes.push(push);
    return push;
  }
}
