import { topLevel } from "./diff";
import { type Change, type Op, type OperationResult, type Step } from "./report";
import { type ResourceState, STACK_TYPE, stateToJson } from "./state";
import { type JsonObject, type Properties, SECRET_MARK, showAll } from "./values";

/** Steps that the CLI leaves out: the parts of a replacement, and reads. */
const hidden = new Set<Op>([
  "create-replacement",
  "delete-replaced",
  "read-replacement",
  "discard-replaced",
  "read",
  "remove-pending-replace",
]);
const NANOSECONDS = 1_000_000;

/**
 * A step in the form of `pulumi preview --json`, as it begins: later changes of the states are not part of it. It lacks the stack
 * of calls by which the resource was declared.
 */
export function stepToJson(step: Step, { old, now }: Change): JsonObject[] {
  if (hidden.has(step.op) || (step.op === "same" && step.type !== STACK_TYPE)) return [];
  const provider = old?.provider ?? now?.provider;
  const paths = Object.entries(step.diff);
  const detailed = paths.map(
    ([path, { kind, replaces, inputDiff = true }]) => [path, { kind: replaces ? `${kind}-replace` : kind, inputDiff }] as const,
  );
  return [
    {
      op: step.op,
      urn: step.urn,
      ...(provider && { provider }),
      ...(old && { oldState: oldSide(step.op, old) }),
      ...(now && { newState: newSide(step.op, now) }),
      ...(paths.length > 0 && { diffReasons: [...new Set(paths.map(([path]) => topLevel(path)))].sort() }),
      ...(step.replaceKeys.length > 0 && { replaceReasons: step.replaceKeys }),
      detailedDiff: paths.length > 0 ? Object.fromEntries(detailed) : null,
    },
  ];
}

/** The text that `pulumi preview --json` prints, as far as others read it. Secrets in it are the text `[secret]`. */
export function previewText(result: OperationResult, steps: readonly JsonObject[], config: Properties): string {
  const diagnostics = result.diagnostics.map(({ severity, message, urn }) => {
    const text = severity === "error" || severity === "warning" ? `${severity}: ${message}\n` : `${message}\n\n`;
    return { ...(urn && { urn }), message: text, severity };
  });
  const printed = {
    config: showAll(config),
    steps,
    ...(diagnostics.length > 0 && { diagnostics }),
    duration: result.duration * NANOSECONDS,
    changeSummary: result.changes,
  };
  return `${JSON.stringify(printed, null, 4)}\n`;
}

function oldSide(op: Op, state: ResourceState): JsonObject {
  return { ...maskSecrets(state), ...(op === "replace" && { delete: true }) };
}

/** The state that a step would make: without an id, and with outputs only if it is a replacement: its inputs. */
function newSide(op: Op, state: ResourceState): JsonObject {
  return maskSecrets(op === "refresh" ? state : { ...state, id: undefined, outputs: op === "replace" ? state.inputs : {} });
}

function maskSecrets(state: ResourceState): JsonObject {
  return stateToJson(state, () => SECRET_MARK) as JsonObject;
}
