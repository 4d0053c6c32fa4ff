import { compareInputs, type PropertyDiff, showAll } from "./diff";
import { type Diagnostic, effectOf, type EngineEvent, type Op, type OperationKind, type OperationResult, type Step } from "./result";
import { isDefaultProvider, type ResourceState } from "./state";
import { parseUrn } from "./urn";
import { type Properties, reveal, Secret } from "./values";

/** Texts shorter than this are too common to be masked wherever they appear. */
const SHORTEST_MASKED = 3;

/** The halves of a replacement: the replacement itself is counted. */
const uncounted = new Set<Op>(["create-replacement", "delete-replaced", "discard-replaced", "read-replacement", "remove-pending-replace"]);

/** A resource on both sides of a step, as it is when the step begins; secrets open. */
export interface Sides {
  readonly old?: ResourceState | undefined;
  readonly now?: ResourceState | undefined;
}

/** What a step says of the change, and, for who listens closely, its sides: they are no part of the step. */
export type Change = Partial<Step> & { readonly sides?: Sides };

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
    private readonly onEvent: (event: EngineEvent) => void,
    private readonly onSides: (step: Step, sides: Sides) => void = () => undefined,
  ) {
    const secrets = Object.values(config).map((value) => (value instanceof Secret ? reveal(value) : ""));
    this.masked = secrets.filter((text) => typeof text === "string").filter((text) => text.length >= SHORTEST_MASKED);
    onEvent({ type: "phase", kind, dryRun });
  }

  /** Notes that a step begins; the same object is completed while it runs. Default providers are not reported. */
  begin(op: Op, state: ResourceState, { sides = {}, ...more }: Change = {}): Step {
    const { name } = parseUrn(state.urn);
    const step: Step = { op, urn: state.urn, type: state.type, name, diff: {}, replaceKeys: [], ...more };
    if (state.parent) step.parent = state.parent;
    if (state.id) step.id = state.id;
    if (!isDefaultProvider(state)) {
      this.steps.push(step);
      this.onEvent({ type: "step-started", step });
      this.onSides(step, sides);
    }
    return step;
  }

  /** Notes that a step has ended. */
  end(step: Step, failed = false): void {
    if (failed) step.failed = true;
    if (this.steps.includes(step)) this.onEvent({ type: "step-ended", step });
  }

  /** An error that makes the whole operation fail. */
  fail(message: string, urn?: string): void {
    this.failed = true;
    this.say("error", message, urn);
  }

  /**
   * A message; secrets of the configuration are masked in it. An error that the program merely logs does not
   * make the operation fail: with the CLI it does not either.
   */
  say(severity: Diagnostic["severity"], message: string, urn?: string): void {
    const text = this.masked.reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), message);
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
      // A refresh counts only where it is the operation itself.
      if (step.failed || uncounted.has(step.op)) continue;
      if (step.op === "refresh" && this.kind !== "refresh") continue;
      const op = effectOf(step);
      counts[op] = (counts[op] ?? 0) + 1;
    }
    return counts;
  }
}

/** The change from one state to another. */
export function stepChange(old: ResourceState | undefined, now: ResourceState | undefined, diff: PropertyDiff = {}): Change {
  return { ...showChange(old, now, diff), sides: { old, now } };
}

/** The change from one state's inputs to another's as a step shows it: masked, without what is internal. */
export function showChange(old: ResourceState | undefined, now: ResourceState | undefined, diff: PropertyDiff = {}): Partial<Step> {
  const shown = ({ inputs }: ResourceState) => showAll(Object.fromEntries(Object.entries(inputs).filter(([key]) => !key.startsWith("__"))));
  return { diff, ...(old && { old: shown(old) }), ...(now && { new: shown(now) }) };
}
