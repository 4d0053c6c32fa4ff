/** The operations of a repository host that `graphplane ci` uses, implemented for GitHub and GitLab. Times are in milliseconds. */
export interface Host {
  /** Returns the run's own comments on a pull request, oldest first. */
  comments(pull: number): Promise<readonly Comment[]>;
  addComment(pull: number, body: string): Promise<Pick<Comment, "id">>;
  /** Replaces a comment's text. Resolves with undefined if the comment does not exist. */
  editComment(pull: number, id: number, body: string): Promise<object | undefined>;
  /** Returns the pull requests that contain a commit, or that the commit merged. */
  pullsOf(commit: string): Promise<readonly PullRequest[]>;
  /** Returns the pull requests of a pushed commit. The host lists them a few seconds after a merge, so this method polls until one of them is merged. */
  pullsBroughtBy(commit: Pick<Commit, "sha" | "message">): Promise<readonly PullRequest[]>;
  /** Returns the latest review of each person with write access to the repository. The run's own account is excluded. */
  verdicts(pull: number): Promise<readonly Verdict[]>;
  /** Yields a commit, its first parent, and so on, up to 100 commits. Requests are sent only as needed. */
  history(commit: string): AsyncIterable<Commit>;
  /** Returns the newest commit of a branch; undefined if the branch does not exist. */
  branchHead(branch: string): Promise<string | undefined>;
  /** Returns the run's own open issues that have the label. */
  issues(label: string): Promise<readonly Comment[]>;
  openIssue(label: string, title: string, body: string): Promise<Pick<Comment, "id">>;
  editIssue(id: number, body: string): Promise<unknown>;
  closeIssue(id: number): Promise<unknown>;
}

/** A comment or an issue. The id of an issue is its number. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** Undefined if the host did not return a time. GitHub rounds times down to seconds. */
  readonly updatedAt?: number | undefined;
}

export interface Published extends Pick<Comment, "id"> {
  readonly action: "created" | "updated" | "unchanged" | "closed";
}

/** A pull request (on GitLab, a merge request) and the last commit of its branch. */
export interface Pull {
  readonly number: number;
  readonly head: string;
}

export interface PullRequest extends Pull {
  readonly isMerged: boolean;
  /** Undefined if the pull request is not merged, or if the host did not return a time. */
  readonly mergedAt?: number | undefined;
  /** The commits that merged the pull request, if the host returns them. */
  readonly mergedBy: readonly (string | null | undefined)[];
  /** The branch into which the pull request merges. */
  readonly base: string;
}

/** A person's review of a pull request, unless the review was dismissed or withdrawn. */
export interface Verdict {
  readonly login: string;
  readonly verdict: "approved" | "changes requested";
  /** Undefined if the host did not return a time. */
  readonly at?: number | undefined;
  /** The last commit of the pull request at the time of the review; null if GitHub did not return it, undefined on GitLab. */
  readonly commit?: string | null | undefined;
}

export interface Commit {
  readonly sha: string;
  /** The first parent; undefined for the first commit of the repository. */
  readonly parent: string | undefined;
  readonly message: string;
}
