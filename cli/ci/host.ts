/** A repository's host as `graphplane ci` uses it, with one implementation for GitHub and one for GitLab. Times are in milliseconds. */
export interface Host {
  /** The run's own comments on a pull request, oldest first. */
  comments(pull: number): Promise<readonly Comment[]>;
  addComment(pull: number, body: string): Promise<Pick<Comment, "id">>;
  /** Replaces a comment's text; resolves to undefined if the comment does not exist. */
  editComment(pull: number, id: number, body: string): Promise<object | undefined>;
  /** Resolves with the pull requests that contain or merged a commit. */
  pullsOf(commit: string): Promise<readonly PullRequest[]>;
  /** The pull requests of a pushed commit. The host lists them some seconds after a merge; asks until one is merged. */
  pullsBroughtBy(commit: Pick<Commit, "sha" | "message">): Promise<readonly PullRequest[]>;
  /** The latest verdict of each person who can write to the repository, except the run's own account. */
  verdicts(pull: number): Promise<readonly Verdict[]>;
  /** A commit, its first parent, and so on: at most 100 commits, requested as they are read. */
  history(commit: string): AsyncIterable<Commit>;
  /** The newest commit of a branch; undefined if the branch does not exist. */
  branchHead(branch: string): Promise<string | undefined>;
  /** The run's own open issues with the label. */
  issues(label: string): Promise<readonly Comment[]>;
  openIssue(label: string, title: string, body: string): Promise<Pick<Comment, "id">>;
  editIssue(id: number, body: string): Promise<unknown>;
  closeIssue(id: number): Promise<unknown>;
}

/** A comment, or an issue, whose id is its number. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** Undefined if the host returns no time. GitHub rounds times down to seconds. */
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
  readonly isMerged: boolean;
  readonly mergedAt?: number | undefined;
  /** The commits that merged it, if the host returns them. */
  readonly mergedBy: readonly (string | null | undefined)[];
  readonly base?: string | undefined;
}

/** A person's review of a pull request, unless it was dismissed or withdrawn. */
export interface Verdict {
  readonly login: string;
  readonly verdict: "approved" | "changes requested";
  /** Undefined if the host returns no time. */
  readonly at?: number | undefined;
  /** The last commit of the pull request at that time; undefined on GitLab. */
  readonly commit?: string | undefined;
}

export interface Commit {
  readonly sha: string;
  /** The first parent; undefined for the first commit of the repository. */
  readonly parent: string | undefined;
  readonly message: string;
}
