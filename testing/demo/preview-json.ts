import { isDeepStrictEqual } from "node:util";
import type { Report, Step } from "../engine/report";
import { type ResourceState, STACK_TYPE } from "../engine/state";
import { masked, shown } from "../engine/values";

/** The inputs that an update changes, without internal ones; their values are masked. */
export function changesOf({ op, resource, old }: Step) {
  if (op !== "update") return [];
  const [before, after] = [shown(old?.inputs ?? {}), shown(resource.inputs)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !name.startsWith("__") && !isDeepStrictEqual(before[name], after[name]))
    .map((name) => {
      const kind: "add" | "delete" | "update" = !(name in before) ? "add" : name in after ? "update" : "delete";
      return { name, kind, old: before[name], new: after[name] };
    });
}

/** The text that `pulumi preview --json` prints, as far as `graphplane review` reads it. Secrets in it are the text `[secret]`. */
export function previewText({ steps, diagnostics }: Report): string {
  const preview = {
    steps: steps.filter(({ op, resource }) => op !== "same" || resource.type === STACK_TYPE).map(stepToJson),
    diagnostics: diagnostics.map(({ severity, message, urn }) => {
      const isTitled = severity === "error" || severity === "warning";
      return { urn, message: isTitled ? `${severity}: ${message}\n` : `${message}\n\n`, severity };
    }),
    changeSummary: { same: steps.filter(({ op }) => op === "same").length },
  };
  return `${JSON.stringify(preview, null, 4)}\n`;
}

function stepToJson(step: Step): object {
  const { op, resource, old } = step;
  const changes = changesOf(step);
  return {
    op,
    urn: resource.urn,
    oldState: old && stateToJson(old),
    newState: stateToJson(op === "refresh" ? resource : { ...resource, id: undefined, outputs: {} }),
    ...(changes.length > 0 && {
      diffReasons: changes.map(({ name }) => name).sort(),
      detailedDiff: Object.fromEntries(changes.map(({ name, kind }) => [name, { kind, inputDiff: true }])),
    }),
  };
}

/** The state as JSON: secrets masked, fields that are empty left out. */
function stateToJson({ inputs, outputs, ...state }: ResourceState): object {
  const fields = Object.entries({ ...state, inputs: masked(inputs), outputs: masked(outputs) });
  return Object.fromEntries(fields.filter(([, field]) => field && (typeof field !== "object" || Object.keys(field).length > 0)));
}
