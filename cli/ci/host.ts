/** The parts of a repository's host that `graphplane ci` uses: one implementation for GitHub, one for GitLab. */
export interface Host {
  /** The comments on a pull request that the run's own account wrote, the oldest first. */
  comments(pull: number): Promise<readonly Comment[]>;
  addComment(pull: number, body: string): Promise<Pick<Comment, "id">>;
  /** Replaces a comment's text; resolves to false if the comment is gone. */
  editComment(pull: number, id: number, body: string): Promise<boolean>;
  /** The pull requests that a commit belongs to: merged by it, or with it on their branch. */
  pullsOf(commit: string): Promise<readonly FoundPull[]>;
  /** The number of approvals of a pull request's last commit that are not dismissed. */
  approvals(pull: Pull): Promise<number>;
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
}

export interface Published extends Pick<Comment, "id"> {
  readonly action: "created" | "updated" | "closed";
}

/** A pull request (GitLab: merge request), and the last commit of its branch. */
export interface Pull {
  readonly number: number;
  readonly head: string;
}

interface FoundPull extends Pull {
  /** False if it is known to be open or closed. */
  readonly isMerged: boolean;
  /** The commits that merged it, as far as the host names them. */
  readonly mergedBy: readonly (string | null | undefined)[];
}
