import { type bodies, checkBody } from "../bodies";
import { showResult } from "../present";
import { type Behaviour, type Delay } from "../profile";
import { rewrite } from "../rewrite";
import { type AddonState, type Store, type WorkgroupState, type WorkspaceState } from "../store";

/** The answer of a route: the Result, and the envelope's Message. A route that refuses throws a `Refusal`. */
export interface Outcome {
  readonly result: unknown;
  readonly message?: string;
}

/** Serves one endpoint. The Result is sent at once, so it needs no copy of what is kept. */
export type Route = (call: Call) => Outcome;

/** One request that found its endpoint, as a route sees it. */
export class Call {
  constructor(
    readonly endpoint: number | string,
    private readonly params: Readonly<Record<string, string>>,
    /** The parsed body; undefined if none was sent. */
    readonly sent: unknown,
    readonly store: Store,
    /** Overrules how late a change shows (a fault may). */
    readonly delay: Delay | undefined,
  ) {}

  get behaviour(): Behaviour {
    return this.store.behaviour;
  }

  /** A path parameter; the row that was matched guarantees it. */
  param(name: string): string {
    const value = this.params[name];
    if (value === undefined) throw new Error(`The row of endpoint ${this.endpoint} has no parameter ${name}.`);
    return value;
  }

  /** The body as it is sent, checked. */
  checkedBody(kind: keyof typeof bodies, sent = this.sent): Record<string, unknown> {
    return checkBody(kind, sent, this.behaviour.bodies);
  }

  /** The body as the service keeps it, checked. */
  body(kind: keyof typeof bodies, sent = this.sent): Record<string, unknown> {
    return rewrite(this.behaviour, this.checkedBody(kind, sent));
  }

  /** The workgroup that the path names, or a refusal. */
  workgroup(): WorkgroupState {
    return this.store.workgroup(this.param("workgroupID"));
  }

  /** The workspace that the path names, or a refusal. */
  workspace(): WorkspaceState {
    return this.store.workspace(this.param("workgroupID"), this.param("workspaceID"));
  }

  /** The installed add-on that the path names, or a refusal. */
  addon(): AddonState {
    return this.store.addon(this.param("installedAddonsID"));
  }

  /** Counts a read of the workgroup or add-on that the path names. */
  countRead(name: "workgroupID" | "installedAddonsID" = "workgroupID"): void {
    this.store.deferrals.read(this.param(name));
  }

  /** Changes the workgroup once the change shows. */
  changeWorkgroup(change: (workgroup: WorkgroupState) => void): void {
    const id = this.param("workgroupID");
    this.store.deferrals.defer(id, this.delay ?? this.behaviour.settleAfter, () => {
      const workgroup = this.store.workgroups.get(id);
      if (workgroup !== undefined) change(workgroup);
    });
  }

  /** Changes the workspace, or what belongs to it, once the change shows. */
  changeWorkspace(change: (workspace: WorkspaceState) => void): void {
    this.changeWorkgroup(({ workspaces }) => {
      const workspace = workspaces.get(this.param("workspaceID"));
      if (workspace !== undefined) change(workspace);
    });
  }

  /** An answer whose Result API 4 calls "not shown": it has the shape that the options give the endpoint. */
  answer(message: string, value: unknown = message): Outcome {
    return { result: showResult(this.store, this.endpoint, value, message), message };
  }
}
