import { type ResourceState } from "./state";

/** The kinds of steps, named as the CLI names them. */
export type Op = "same" | "create" | "update" | "delete" | "replace" | "refresh";

/** An operation on one resource, run or planned, with its states as they were when the step began. */
export interface Step {
  readonly op: Op;
  /** The state after the step, or the one that the step removes. */
  readonly resource: ResourceState;
  readonly old: ResourceState | undefined;
  /** Of a refresh: the resource no longer exists. */
  gone?: true;
}

export interface Diagnostic {
  readonly severity: "info" | "warning" | "error";
  readonly urn: string | undefined;
  readonly message: string;
}

export class Report {
  readonly steps: Step[] = [];
  readonly diagnostics: Diagnostic[] = [];
  failed = false;

  /** Reports that a step begins; the returned object is completed while it runs. */
  begin(op: Op, resource: ResourceState, old?: ResourceState): Step {
    const step: Step = { op, resource: { ...resource }, old: old && { ...old } };
    this.steps.push(step);
    return step;
  }

  /** Reports an error that makes the whole operation fail. */
  fail(message: string, urn?: string): void {
    this.failed = true;
    this.say("error", message, urn);
  }

  /** Reports a message. As with the CLI, an error that the program merely logs does not make the operation fail. */
  say(severity: Diagnostic["severity"], message: string, urn?: string): void {
    this.diagnostics.push({ severity, urn, message });
  }
}
