import { isDeepStrictEqual } from "node:util";
import type { Change, Report, Step } from "../engine/report";
import { type ResourceState, STACK_TYPE } from "../engine/state";
import { encodeAll, type Json, type Properties, SECRET_MARK } from "../engine/values";

/** A changed input of a step; the values are masked. */
interface InputChange {
  readonly name: string;
  readonly kind: "add" | "delete" | "update";
  readonly old?: Json | undefined;
  readonly new?: Json | undefined;
}

/** The inputs that an update changes, and those that a refresh found changed. */
export function changesOf({ op, old = {}, new: now = {} }: Step): InputChange[] {
  if (op !== "update" && op !== "refresh") return [];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !isDeepStrictEqual(old[name], now[name]));
  return names.map((name) => {
    const kind = !(name in old) ? "add" : name in now ? "update" : "delete";
    return { name, kind, old: old[name], new: now[name] };
  });
}

/** A step in the form of `pulumi preview --json`, as it begins: later changes of the states are not part of it. */
export function stepToJson(step: Step, { old, now }: Change): object[] {
  const { op, urn, type } = step;
  if (op === "same" && type !== STACK_TYPE) return [];
  const newSide = now && (op === "refresh" ? now : { ...now, id: undefined, outputs: {} });
  const changes = changesOf(step);
  const detailed = Object.fromEntries(changes.map(({ name, kind }) => [name, { kind, inputDiff: true }]));
  return [
    {
      op,
      urn,
      ...(old && { oldState: masked(old) }),
      ...(newSide && { newState: masked(newSide) }),
      ...(changes.length > 0 && { diffReasons: Object.keys(detailed).sort(), detailedDiff: detailed }),
    },
  ];
}

/** The text that `pulumi preview --json` prints, as far as `graphplane review` reads it. Secrets in it are the text `[secret]`. */
export function previewText(report: Report, steps: readonly object[]): string {
  const diagnostics = report.diagnostics.map(({ severity, message, urn }) => {
    const isTitled = severity === "error" || severity === "warning";
    return { ...(urn && { urn }), message: isTitled ? `${severity}: ${message}\n` : `${message}\n\n`, severity };
  });
  return `${JSON.stringify({ steps, diagnostics, changeSummary: report.changes() }, null, 4)}\n`;
}

/** The state as JSON: secrets masked, fields that are empty left out. */
function masked({ inputs, outputs, ...state }: ResourceState): Readonly<Record<string, unknown>> {
  const hide = (properties: Properties) => encodeAll(properties, (): Json => SECRET_MARK);
  const fields = Object.entries({ ...state, inputs: hide(inputs), outputs: hide(outputs) });
  return Object.fromEntries(fields.filter(([, field]) => field && (typeof field !== "object" || Object.keys(field).length > 0)));
}
