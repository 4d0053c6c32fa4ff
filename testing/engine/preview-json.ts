import { showAll, topLevel } from "./diff";
import { type Sides } from "./report";
import { type Op, type OperationResult, type Step } from "./result";
import { stateToJson, type ResourceState } from "./state";
import { STACK_TYPE } from "./urn";
import { type Json, type JsonObject, type Properties } from "./values";

/** What `pulumi preview --json` prints, and how it ended. */
export interface PreviewJson {
  readonly exitCode: number;
  /** The text that the CLI writes to its standard output. Secrets in it are the text `[secret]`. */
  readonly text: string;
  readonly result: OperationResult;
}

/** Steps that the CLI keeps to itself: the parts of a replacement, and what is only read. */
const untold = new Set<Op>([
  "create-replacement",
  "delete-replaced",
  "read-replacement",
  "discard-replaced",
  "read",
  "remove-pending-replace",
]);
const nanoseconds = 1_000_000;

/**
 * Writes a preview in the form of the CLI's `--json`, as far as it is read by others: steps with the states on both sides,
 * the comparison, diagnostics and counts. It lacks the stack of calls by which a resource was declared.
 */
export class PreviewJsonWriter {
  private readonly steps: Json[] = [];

  /** Takes up one step as it begins: what the operation makes of the states later is not part of it. */
  readonly step = (step: Step, { old, now }: Sides): void => {
    if (untold.has(step.op) || (step.op === "same" && step.type !== STACK_TYPE)) return;
    const json: JsonObject = { op: step.op, urn: step.urn };
    if (old?.provider ?? now?.provider) json.provider = old?.provider ?? now?.provider ?? "";
    if (old) json.oldState = oldSide(step.op, old);
    if (now) json.newState = newSide(step.op, now);
    const paths = Object.entries(step.diff);
    if (paths.length > 0) json.diffReasons = [...new Set(paths.map(([path]) => topLevel(path)))].sort();
    if (step.replaceKeys.length > 0) json.replaceReasons = step.replaceKeys;
    const detailed = paths.map(
      ([path, { kind, replaces, inputDiff = true }]) => [path, { kind: replaces ? `${kind}-replace` : kind, inputDiff }] as const,
    );
    json.detailedDiff = paths.length > 0 ? Object.fromEntries(detailed) : null;
    this.steps.push(json);
  };

  /** The whole of it, once the preview has ended. */
  end(result: OperationResult, config: Properties): PreviewJson {
    const diagnostics = result.diagnostics.map(({ severity, message, urn }) => {
      const text = severity === "error" || severity === "warning" ? `${severity}: ${message}\n` : `${message}\n\n`;
      return urn === undefined ? { message: text, severity } : { urn, message: text, severity };
    });
    const printed = {
      config: showAll(config),
      steps: this.steps,
      ...(diagnostics.length > 0 ? { diagnostics } : {}),
      duration: result.duration * nanoseconds,
      changeSummary: result.changes,
    };
    return { exitCode: result.exitCode, text: `${JSON.stringify(printed, null, 4)}\n`, result };
  }
}

function oldSide(op: Op, state: ResourceState): JsonObject {
  const json = maskSecrets(state);
  return op === "replace" ? { ...json, delete: true } : json;
}

/** What a step would make: it has no identifier yet, and of outputs only those of a replacement, its inputs. */
function newSide(op: Op, state: ResourceState): JsonObject {
  const { id, outputs, ...json } = maskSecrets(state);
  if (op === "refresh") return { ...json, ...(id === undefined ? {} : { id }), ...(outputs === undefined ? {} : { outputs }) };
  return op === "replace" && json.inputs !== undefined ? { ...json, outputs: json.inputs } : json;
}

function maskSecrets(state: ResourceState): JsonObject {
  return { ...stateToJson(state, () => "[secret]") } as JsonObject;
}
