/** The parts of a repository's host that `graphplane ci` uses: one implementation for GitHub, one for GitLab. Times are in milliseconds. */
export interface Host {
  /** The comments on a pull request that the run's own account wrote, the oldest first. */
  comments(pull: number): Promise<readonly Comment[]>;
  addComment(pull: number, body: string): Promise<Pick<Comment, "id">>;
  /** Replaces a comment's text; resolves to false if the comment is gone. */
  editComment(pull: number, id: number, body: string): Promise<boolean>;
  /** The pull requests that a commit belongs to: merged by it, or with it on their branch. */
  pullsOf(commit: string): Promise<readonly PullRequest[]>;
  /** The pull requests of a commit that was just pushed. For some seconds after a merge, a host does not list them: asks until one is merged. */
  pullsBroughtBy(commit: Pick<Commit, "sha" | "message">): Promise<readonly PullRequest[]>;
  /** The latest verdict of each person who can write to the repository, except the run's own account. */
  verdicts(pull: number): Promise<readonly Verdict[]>;
  /** A commit, its first parent, and so on: at most 100 commits, requested as they are read. */
  history(commit: string): AsyncIterable<Commit>;
  /** The newest commit of the run's branch; undefined for a tag, or if the branch does not exist. */
  branchHead(): Promise<string | undefined>;
  /** The open issues with the label that the run's own account opened. */
  issues(label: string): Promise<readonly Comment[]>;
  openIssue(label: string, title: string, body: string): Promise<Pick<Comment, "id">>;
  editIssue(id: number, body: string): Promise<unknown>;
  closeIssue(id: number): Promise<unknown>;
}

/** A text on the host: a comment, or an issue by its number. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** Undefined if the host does not say. GitHub's times are whole seconds, rounded down. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
}

export interface Published extends Pick<Comment, "id"> {
  readonly action: "created" | "updated" | "unchanged" | "closed";
}

/** A pull request (GitLab: merge request), and the last commit of its branch. */
export interface Pull {
  readonly number: number;
  readonly head: string;
}

export interface PullRequest extends Pull {
  /** False if it is known to be open or closed. */
  readonly isMerged: boolean;
  readonly mergedAt?: number | undefined;
  /** The commits that merged it, as far as the host names them. */
  readonly mergedBy: readonly (string | null | undefined)[];
  /** The branch that it is for. */
  readonly base?: string | undefined;
}

/** A person's opinion of a pull request. One that was dismissed or withdrawn is none. */
export interface Verdict {
  readonly login: string;
  readonly verdict: "approved" | "changes requested";
  /** Undefined if the host does not say. */
  readonly at?: number | undefined;
  /** The last commit of the pull request at that time; undefined on GitLab. */
  readonly commit?: string | undefined;
}

export interface Commit {
  readonly sha: string;
  /** The first one; undefined for the first commit of the repository. */
  readonly parent: string | undefined;
  readonly message: string;
}
