import { nameOf, type ResourceState } from "./state";
import { type JsonObject, showAll } from "./values";

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
  | "remove-pending-replace"
  | "import"
  | "refresh";

/** One thing that happened, or would happen, to one resource. Values are masked. */
export interface Step {
  op: Op;
  urn: string;
  type: string;
  name: string;
  parent?: string;
  id?: string;
  /** The properties whose change requires a replacement. */
  replaceKeys: string[];
  /** Inputs before and after, without internal ones. */
  old?: JsonObject;
  new?: JsonObject;
  /** Of a refresh: what happened to the resource. */
  found?: "same" | "update" | "delete";
  /** The step was begun and failed. */
  failed?: true;
}

/** A message of the engine, of the program or of a provider. `info#err` is what a process wrote to stderr. */
export interface Diagnostic {
  severity: "info" | "info#err" | "warning" | "error";
  urn?: string;
  message: string;
}

/** The kinds of operation. */
export type OperationKind = "preview" | "up" | "refresh" | "destroy";

/** The halves of a replacement, which is itself counted. */
const uncounted = new Set<Op>(["create-replacement", "delete-replaced", "remove-pending-replace"]);

/** A change of a resource: its states before and after it, as they are when the step begins. */
export interface Change extends Partial<Pick<Step, "replaceKeys" | "found">> {
  readonly old?: ResourceState | undefined;
  readonly now?: ResourceState | undefined;
}

/** Collects what one operation did. */
export class Report {
  readonly steps: Step[] = [];
  readonly diagnostics: Diagnostic[] = [];
  failed = false;

  constructor(
    readonly kind: OperationKind,
    /** Gets each step as it begins, with the states that are not part of it. */
    private readonly onStep: (step: Step, change: Change) => void = () => undefined,
  ) {}

  /** Reports that a step begins; the returned object is completed while it runs. */
  begin(op: Op, { urn, type, parent, id }: ResourceState, change: Change = {}): Step {
    const { old, now, ...more } = change;
    const step: Step = { op, urn, type, name: nameOf(urn), replaceKeys: [], ...more, ...shownInputs(old, now) };
    if (parent) step.parent = parent;
    if (id) step.id = id;
    this.steps.push(step);
    this.onStep(step, change);
    return step;
  }

  /** Reports an error that makes the whole operation fail. */
  fail(message: string, urn?: string): void {
    this.failed = true;
    this.say("error", message, urn);
  }

  /** Reports a message. As with the CLI, an error that the program merely logs does not make the operation fail. */
  say(severity: Diagnostic["severity"], message: string, urn?: string): void {
    this.diagnostics.push({ severity, ...(urn && { urn }), message });
  }

  /** The number of resources by operation, counted as the CLI counts them. */
  changes(): Partial<Record<Op, number>> {
    const counts: Partial<Record<Op, number>> = {};
    for (const { op, found = "same", failed } of this.steps) {
      // The refresh that precedes another operation is not counted.
      if (failed || uncounted.has(op) || (op === "refresh" && this.kind !== "refresh")) continue;
      const effect = op === "refresh" ? found : op;
      counts[effect] = (counts[effect] ?? 0) + 1;
    }
    return counts;
  }
}

/** The inputs on both sides of a step: masked, without internal ones. */
export function shownInputs(old: ResourceState | undefined, now: ResourceState | undefined): Pick<Step, "old" | "new"> {
  const shown = ({ inputs }: ResourceState) => showAll(Object.fromEntries(Object.entries(inputs).filter(([key]) => !key.startsWith("__"))));
  return { ...(old && { old: shown(old) }), ...(now && { new: shown(now) }) };
}
