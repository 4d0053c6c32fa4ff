import { compareInputs, type PropertyDiff } from "./diff";
import { isDefaultProvider, parseUrn, type ResourceState } from "./state";
import { type JsonObject, plainValue, type Properties, Secret, SECRET_MARK, showAll } from "./values";

/** The kinds of steps, named as the CLI names them. */
export type Op =
  | "same"
  | "create"
  | "update"
  | "delete"
  | "replace"
  | "create-replacement"
  | "delete-replaced"
  | "read"
  | "read-replacement"
  | "discard"
  | "discard-replaced"
  | "remove-pending-replace"
  | "import"
  | "refresh";

/** One thing that happened, or would happen, to one resource. Values are masked: a result contains no secrets. */
export interface Step {
  op: Op;
  urn: string;
  type: string;
  name: string;
  parent?: string;
  id?: string;
  /** The engine's own comparison of old and new inputs; empty if the provider compared them itself. */
  diff: PropertyDiff;
  /** The properties whose change requires a replacement. */
  replaceKeys: string[];
  /** Inputs before and after, without internal ones. */
  old?: JsonObject;
  new?: JsonObject;
  /** Of a refresh: what happened to the resource. */
  found?: "same" | "update" | "delete";
  /** Deleted from the state only; the resource itself is kept. */
  retained?: true;
  initErrors?: string[];
  /** The step was begun and failed. */
  failed?: true;
}

/** The kind of change to a resource: of a refresh, what happened to it. */
export function effectOf({ op, found = "same" }: Step): Op {
  return op === "refresh" ? found : op;
}

/** A message of the engine, of the program or of a provider. `info#err` is what a provider wrote to stderr. */
export interface Diagnostic {
  severity: "info" | "info#err" | "warning" | "error";
  urn?: string;
  message: string;
}

/** The kinds of operation. */
export type OperationKind = "preview" | "up" | "refresh" | "destroy" | "import";

/** The result of an operation. Failures of the user's program and resources are reported here, never thrown. */
export interface OperationResult {
  kind: OperationKind;
  /** True if nothing was changed: a preview. */
  dryRun: boolean;
  ok: boolean;
  /** 0, 1 if anything failed, 130 if it was stopped by its signal. */
  exitCode: 0 | 1 | 130;
  steps: Step[];
  diagnostics: Diagnostic[];
  /** The stack's outputs, masked. */
  outputs: JsonObject;
  /** The changes of the stack's outputs. */
  outputsDiff: PropertyDiff;
  /** The number of resources by operation, counted as the CLI counts them. */
  changes: Partial<Record<Op, number>>;
  /** Milliseconds. */
  duration: number;
  project: string;
  stack: string;
  /** The preview that preceded it. If that failed, the operation ended with it. */
  preview?: OperationResult;
}

/** An event during an operation. */
export type EngineEvent =
  | { type: "phase"; kind: OperationKind; dryRun: boolean }
  | { type: "step-started"; step: Step }
  | { type: "step-ended"; step: Step }
  | { type: "diagnostic"; diagnostic: Diagnostic };

/** Secrets shorter than this are not masked in messages: such texts are too common. */
const SHORTEST_MASKED = 3;

/** The halves of a replacement, which is itself counted. */
const uncounted = new Set<Op>(["create-replacement", "delete-replaced", "discard-replaced", "read-replacement", "remove-pending-replace"]);

/** A change of a resource: its states before and after it, as they are when the step begins, and how they differ. */
export interface Change extends Partial<Pick<Step, "diff" | "replaceKeys" | "found" | "retained">> {
  readonly old?: ResourceState | undefined;
  readonly now?: ResourceState | undefined;
}

/** Collects what one phase of an operation did, and passes it to the listeners. */
export class Report {
  readonly steps: Step[] = [];
  readonly diagnostics: Diagnostic[] = [];
  failed = false;
  stopped = false;
  private readonly masked: string[];
  private readonly started = Date.now();

  constructor(
    readonly kind: OperationKind,
    readonly dryRun: boolean,
    config: Properties,
    private readonly onEvent: (event: EngineEvent) => void = () => undefined,
    /** Gets each step as it begins, with the states that are not part of it. */
    private readonly onStep: (step: Step, change: Change) => void = () => undefined,
  ) {
    const secrets = Object.values(config).map((value) => (value instanceof Secret ? plainValue(value) : ""));
    this.masked = secrets.filter((text) => typeof text === "string").filter((text) => text.length >= SHORTEST_MASKED);
    onEvent({ type: "phase", kind, dryRun });
  }

  /** Reports that a step begins; the same object is completed while it runs. Default providers are not reported. */
  begin(op: Op, { urn, type, parent, id }: ResourceState, change: Change = {}): Step {
    const { old, now, ...more } = change;
    const step: Step = { op, urn, type, name: parseUrn(urn).name, diff: {}, replaceKeys: [], ...more, ...shownInputs(old, now) };
    if (parent) step.parent = parent;
    if (id) step.id = id;
    if (!isDefaultProvider(step)) {
      this.steps.push(step);
      this.onEvent({ type: "step-started", step });
      this.onStep(step, change);
    }
    return step;
  }

  /** Reports that a step has ended. */
  end(step: Step, failed = false): void {
    if (failed) step.failed = true;
    if (this.steps.includes(step)) this.onEvent({ type: "step-ended", step });
  }

  /** Reports an error that makes the whole operation fail. */
  fail(message: string, urn?: string): void {
    this.failed = true;
    this.say("error", message, urn);
  }

  /**
   * Reports a message, with the secrets of the configuration masked. As with the CLI, an error that the program merely logs does
   * not make the operation fail.
   */
  say(severity: Diagnostic["severity"], message: string, urn?: string): void {
    const text = this.masked.reduce((rest, secret) => rest.replaceAll(secret, SECRET_MARK), message);
    const diagnostic: Diagnostic = urn ? { severity, urn, message: text } : { severity, message: text };
    this.diagnostics.push(diagnostic);
    this.onEvent({ type: "diagnostic", diagnostic });
  }

  /** The result, once the phase has ended. */
  result(names: { project: string; stack: string }, outputs: { old: Properties; new: Properties }): OperationResult {
    const { kind, dryRun, steps, diagnostics } = this;
    const ok = !this.failed && !this.stopped;
    return {
      kind,
      dryRun,
      ok,
      exitCode: ok ? 0 : this.stopped ? 130 : 1,
      steps,
      diagnostics,
      outputs: showAll(outputs.new),
      outputsDiff: compareInputs(outputs.old, outputs.new),
      changes: this.changes(),
      duration: Date.now() - this.started,
      ...names,
    };
  }

  private changes(): OperationResult["changes"] {
    const counts: OperationResult["changes"] = {};
    for (const step of this.steps) {
      // The refresh that precedes another operation is not counted.
      if (step.failed || uncounted.has(step.op) || (step.op === "refresh" && this.kind !== "refresh")) continue;
      const op = effectOf(step);
      counts[op] = (counts[op] ?? 0) + 1;
    }
    return counts;
  }
}

/** The inputs on both sides of a step: masked, without internal ones. */
export function shownInputs(old: ResourceState | undefined, now: ResourceState | undefined): Pick<Step, "old" | "new"> {
  const shown = ({ inputs }: ResourceState) => showAll(Object.fromEntries(Object.entries(inputs).filter(([key]) => !key.startsWith("__"))));
  return { ...(old && { old: shown(old) }), ...(now && { new: shown(now) }) };
}
