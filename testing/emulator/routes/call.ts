import { type Bodies, checkBody } from "../bodies";
import { type Behaviour, type Delay, type ResultShape } from "../profile";
import { rewrite } from "../rewrite";
import { type AddonState, type Store, type WorkgroupState, type WorkspaceState } from "../store";

/** The response of a route: the Result, and the envelope's Message. A route that refuses throws a `Refusal`. */
export interface Outcome {
  readonly result: unknown;
  readonly message?: string;
}

/** Serves one endpoint. The Result is sent at once, so it may share objects with the store. */
export type Route = (call: Call) => Outcome;

/** A request that matched an endpoint, as a route sees it. */
export class Call {
  constructor(
    private readonly endpoint: number | string,
    private readonly params: Readonly<Record<string, string>>,
    /** The parsed body; undefined if none was sent. */
    private readonly sent: unknown,
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

  /** The body, checked, in the form in which the service keeps it; `absent` replaces a missing body. */
  body<Kind extends keyof Bodies>(kind: Kind, absent?: object): Bodies[Kind] {
    return rewrite(this.behaviour, checkBody(kind, this.sent ?? absent, this.behaviour.bodies));
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

  /** The item that a path parameter names, or a refusal. */
  find<Item extends { readonly id: string }>(items: readonly Item[], name: string, noun: string): Item {
    return this.store.find(items, this.param(name), name, noun);
  }

  /** Counts a read of every workgroup: for lists across them. Any other GET counts as a read of what its path names. */
  countReads(): void {
    for (const id of this.store.workgroups.keys()) this.store.deferrals.read(id);
  }

  /** Changes the workgroup as late as changes show. */
  changeWorkgroup(change: (workgroup: WorkgroupState) => void): void {
    this.store.changeWorkgroup(this.param("workgroupID"), this.delay ?? this.behaviour.settleAfter, change);
  }

  /** Changes the workspace, or what belongs to it, as late as changes show. */
  changeWorkspace(change: (workspace: WorkspaceState) => void): void {
    this.store.changeWorkspace(this.workspace(), this.delay ?? this.behaviour.settleAfter, change);
  }

  /** A response whose Result API 4 calls "not shown": it has the shape that the options give the endpoint. */
  answer(message: string, value: unknown = message): Outcome {
    const { showResults: wanted } = this.behaviour;
    const shape = typeof wanted === "string" ? wanted : (wanted[String(this.endpoint)] ?? wanted["default"] ?? "object");
    return { result: shapes[shape](value, message), message };
  }
}

const shapes: Readonly<Record<ResultShape, (value: unknown, sentence: string) => unknown>> = {
  object: (value) => value,
  text: (_, sentence) => sentence,
  "json-text": (value) => JSON.stringify(value),
  null: () => null,
  boolean: () => true,
};

/** Replaces the item with the given identifier by others, or removes it. */
export function replace<Item extends { readonly id: string }>(items: Item[], id: string, ...others: Item[]): void {
  const index = items.findIndex((item) => item.id === id);
  if (index >= 0) items.splice(index, 1, ...others);
}
