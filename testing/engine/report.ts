import { type ResourceState } from "./state";

/** The step types, with the CLI's names. */
export type Op = "same" | "create" | "update" | "delete" | "replace" | "refresh";

/** A run or planned operation on one resource, with its states at the start of the step. */
export interface Step {
  readonly op: Op;
  /** The state after the step, or the state that it removes. */
  readonly resource: ResourceState;
  readonly old: ResourceState | undefined;
  /** Set by a refresh if the resource no longer exists. */
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

  /** Reports the start of a step; the returned object is completed during the step. */
  begin(op: Op, resource: ResourceState, old?: ResourceState): Step {
    const step: Step = { op, resource: { ...resource }, old: old && { ...old } };
    this.steps.push(step);
    return step;
  }

  /** Reports an error that fails the whole operation. */
  fail(message: string, urn?: string): void {
    this.failed = true;
    this.say("error", message, urn);
  }

  /** Reports a message. As in the CLI, errors that the program only logs do not fail the operation. */
  say(severity: Diagnostic["severity"], message: string, urn?: string): void {
    this.diagnostics.push({ severity, urn, message });
  }
}
