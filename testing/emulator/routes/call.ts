import { type Bodies, checkBody } from "../bodies";
import { type Behaviour, type Delay, type ResultShape } from "../profile";
import { rewrite } from "../rewrite";
import { type AddonState, type Store, type WorkgroupState, type WorkspaceState } from "../store";

/** A route's response: the Result and the envelope's Message. A route throws a `Refusal` to refuse a request. */
export interface Outcome {
  readonly result: unknown;
  readonly message?: string;
}

/** Serves one endpoint. The Result is sent immediately, so it can share objects with the store. */
export type Route = (call: Call) => Outcome;

/** A request that matched an endpoint, as a route sees it. */
export class Call {
  constructor(
    private readonly endpoint: number | string,
    private readonly params: Readonly<Record<string, string>>,
    /** The parsed body; undefined if none was sent. */
    private readonly sent: unknown,
    readonly store: Store,
    /** Overrides the delay of a change; set by some faults. */
    readonly delay: Delay | undefined,
  ) {}

  get behaviour(): Behaviour {
    return this.store.behaviour;
  }

  /** Returns a path parameter, which the matched row guarantees. */
  param(name: string): string {
    const value = this.params[name];
    if (value === undefined) throw new Error(`The row of endpoint ${this.endpoint} has no parameter ${name}.`);
    return value;
  }

  /** Returns the validated body as the service stores it; `absent` replaces a missing body. */
  body<Kind extends keyof Bodies>(kind: Kind, absent?: object): Bodies[Kind] {
    return rewrite(this.behaviour, checkBody(kind, this.sent ?? absent, this.behaviour.bodies));
  }

  /** Returns the workgroup identified in the path. Refuses an unknown identifier. */
  workgroup(): WorkgroupState {
    return this.store.workgroup(this.param("workgroupID"));
  }

  /** Returns the workspace identified in the path. Refuses an unknown identifier. */
  workspace(): WorkspaceState {
    return this.store.workspace(this.param("workgroupID"), this.param("workspaceID"));
  }

  /** Returns the installed add-on identified in the path. Refuses an unknown identifier. */
  addon(): AddonState {
    return this.store.addon(this.param("installedAddonsID"));
  }

  /** Returns the item that a path parameter identifies. Refuses an unknown identifier. */
  find<Item extends { readonly id: string }>(items: readonly Item[], name: string, noun: string): Item {
    return this.store.find(items, this.param(name), name, noun);
  }

  /** Counts a read of every workgroup, for lists that span them. Any other GET counts as a read of the objects in its path. */
  countReads(): void {
    for (const id of this.store.workgroups.keys()) this.store.deferrals.read(id);
  }

  /** Changes the workgroup after the configured delay. */
  changeWorkgroup(change: (workgroup: WorkgroupState) => void): void {
    this.store.changeWorkgroup(this.param("workgroupID"), this.delay ?? this.behaviour.settleAfter, change);
  }

  /** Changes the workspace, or what belongs to it, after the configured delay. */
  changeWorkspace(change: (workspace: WorkspaceState) => void): void {
    this.store.changeWorkspace(this.workspace(), this.delay ?? this.behaviour.settleAfter, change);
  }

  /** Returns a response with a Result that API 4 lists as "not shown", in the shape that the options select for the endpoint. */
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

/** Replaces or removes the item with the given identifier. */
export function replace<Item extends { readonly id: string }>(items: Item[], id: string, ...others: Item[]): void {
  const index = items.findIndex((item) => item.id === id);
  if (index >= 0) items.splice(index, 1, ...others);
}
