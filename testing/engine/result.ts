import { type PropertyDiff, type Shown } from "./diff";

/** What a step does, named as the CLI names it. */
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

/** One thing that happened, or would happen, to one resource. Values are masked: no secret is in a result. */
export interface Step {
  op: Op;
  urn: string;
  type: string;
  name: string;
  parent?: string;
  id?: string;
  /** The engine's own comparison of old and new inputs; empty if the provider answered for itself. */
  diff: PropertyDiff;
  /** The properties whose change makes a replacement necessary. */
  replaceKeys: string[];
  /** Inputs before and after, without internal ones. */
  old?: { [key: string]: Shown };
  new?: { [key: string]: Shown };
  /** Of a refresh: what became of the resource. */
  found?: "same" | "update" | "delete";
  /** Deleted from the state only; the resource itself is kept. */
  retained?: true;
  initErrors?: string[];
  /** The step was begun and failed. */
  failed?: true;
}

/** The kind of change to a resource: for a refresh, what became of it. */
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

/** How an operation ended. Failures of the user's program and resources are reported here, never thrown. */
export interface OperationResult {
  kind: OperationKind;
  /** Whether nothing was really changed. */
  dryRun: boolean;
  ok: boolean;
  /** 0, 1 if anything failed, 130 if it was stopped by its signal. */
  exitCode: 0 | 1 | 130;
  steps: Step[];
  diagnostics: Diagnostic[];
  /** The stack's outputs, masked. */
  outputs: { [key: string]: Shown };
  /** How the stack's outputs changed. */
  outputsDiff: PropertyDiff;
  /** How many resources, by operation, counted as the CLI counts them. */
  changes: Partial<Record<Op, number>>;
  /** Milliseconds. */
  duration: number;
  project: string;
  stack: string;
  /** The preview that preceded it. If that failed, the operation ended with it. */
  preview?: OperationResult;
}

/** What the engine reports while an operation runs. */
export type EngineEvent =
  | { type: "phase"; kind: OperationKind; dryRun: boolean }
  | { type: "step-started"; step: Step }
  | { type: "step-ended"; step: Step }
  | { type: "diagnostic"; diagnostic: Diagnostic };
