import { isDeepStrictEqual } from "node:util";
import type { Diagnostic, Op, Report, Step } from "../engine/report";
import { nameOf, type ResourceState, STACK_TYPE } from "../engine/state";
import { masked, plain, SECRET_MARK, shown, UNKNOWN_MARK, type Value } from "../engine/values";

/** The symbol of each step type in the demo, and its labels for planned and completed steps. */
const ops: Partial<Record<Op, readonly [sign: string, plan: string, done: string]>> = {
  same: [" ", "", ""],
  create: ["+", "create", "created"],
  update: ["~", "update", "updated"],
};
/** Escape sequences: dimmed text, and the color of each symbol. */
export const dimmed = 2;
const colors: Readonly<Record<string, number>> = { "+": 32, "~": 33, "-": 31 };
const signs = { add: "+", delete: "-", update: "~" } as const;

/** Renders an operation in the format of the CLI, without titles, totals, and secrets. */
export function render({ steps, diagnostics }: Report, isPreview: boolean): string {
  return [...drawTree(steps, isPreview), ...drawDiagnostics(steps, diagnostics)].map((line) => line.trimEnd()).join("\n");
}

/** Colors the text if the terminal supports it. */
export function paint(text: string, color: number | undefined): string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isWanted = !NO_COLOR && (FORCE_COLOR ? FORCE_COLOR !== "0" : process.stdout.isTTY === true);
  return isWanted && color !== undefined ? `\u001b[${color}m${text}\u001b[0m` : text;
}

/** Returns the changed resources, as a tree below the stack. */
function drawTree(all: readonly Step[], isPreview: boolean): string[] {
  const steps = all.filter(({ op }) => op !== "refresh");
  const rows = steps.filter(({ op, resource }) => resource.parent === undefined || op !== "same");
  const changed = rows.filter(({ resource }) => resource.parent !== undefined);
  if (changed.length === 0) return [];
  const branch = (step: Step) => (step.resource.parent === undefined ? "" : step === changed.at(-1) ? "└─ " : "├─ ");
  const cells = rows.map((step) => {
    const [sign, plan, done] = ops[step.op] ?? ["", step.op, step.op];
    const { type, urn } = step.resource;
    return { step, sign, type: `${branch(step)}${type}`, name: nameOf(urn), status: isPreview ? plan : done, changes: changesOf(step) };
  });
  const head = { sign: "", type: "Type", name: "Name", status: isPreview ? "Plan" : "Status" };
  const width = (column: "type" | "name" | "status") => Math.max(head[column].length, ...cells.map((cell) => cell[column].length));
  const widths = { type: width("type"), name: width("name"), status: Math.max(6, width("status")) };
  const line = ({ sign, type, name, status }: typeof head, info: string) =>
    ` ${sign.padEnd(3)} ${type.padEnd(widths.type)}  ${name.padEnd(widths.name)}  ${status.padEnd(widths.status)}  ${info}`;
  return [
    line(head, "Info"),
    ...cells.flatMap(({ step, changes, ...cell }) => {
      const names = changes.map(({ kind, name }) => `${signs[kind]}${name}`).join("");
      const drawn = paint(line(cell, names === "" ? "" : `[diff: ${names}]`), colors[cell.sign]);
      const margin = " ".repeat(branch(step).length + 9);
      return [drawn, ...changes.map((change) => `${margin}${drawChange(change)}`)];
    }),
  ];
}

function drawChange({ name, kind, old = null, new: now = null }: ReturnType<typeof changesOf>[number]): string {
  const values = { add: draw(now), delete: draw(old), update: `${draw(old)} => ${draw(now)}` };
  return paint(`${signs[kind]} ${name}: ${values[kind]}`, colors[signs[kind]]);
}

const draw = (value: Value): string => (value === SECRET_MARK || value === UNKNOWN_MARK ? value : JSON.stringify(value));

function drawDiagnostics(steps: readonly Step[], diagnostics: readonly Diagnostic[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { severity, urn = "", message } of diagnostics) {
    const step = steps.find(({ resource }) => resource.urn === urn);
    const title = step === undefined ? urn : `${step.resource.type} (${nameOf(urn)})`;
    const before = severity === "error" || severity === "warning" ? `${paint(severity, severity === "error" ? 31 : 33)}: ` : "";
    const lines = `${before}${message}`.split("\n").map((text) => `    ${text}`);
    groups.set(title, [...(groups.get(title) ?? []), ...lines]);
  }
  return [...groups].flatMap(([title, lines]) => [...(title === "" ? [] : [`  ${title}:`]), ...lines]);
}

/** Returns the inputs that an update changes, without internal inputs and with masked values. */
export function changesOf({ op, resource, old }: Step) {
  if (op !== "update") return [];
  const [before, after] = [shown(old?.inputs ?? {}), shown(resource.inputs)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !name.startsWith("__") && !isDeepStrictEqual(plainOf(old)[name], plainOf(resource)[name]))
    .map((name) => {
      const kind: "add" | "delete" | "update" = !(name in before) ? "add" : name in after ? "update" : "delete";
      return { name, kind, old: before[name], new: after[name] };
    });
}

const plainOf = (state: ResourceState | undefined) => plain(state?.inputs ?? {});

/** Returns the parts of the `pulumi preview --json` output that `graphplane review` reads. Secrets are replaced with `[secret]`. */
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
    newState: op === "delete" ? undefined : stateToJson(op === "refresh" ? resource : { ...resource, id: undefined, outputs: {} }),
    ...(changes.length > 0 && {
      diffReasons: changes.map(({ name }) => name).sort(),
      detailedDiff: Object.fromEntries(changes.map(({ name, kind }) => [name, { kind, inputDiff: true }])),
    }),
  };
}

/** Returns the state as JSON, with secrets masked and empty fields omitted. */
function stateToJson({ inputs, outputs, ...state }: ResourceState): object {
  const fields = Object.entries({ ...state, inputs: masked(inputs), outputs: masked(outputs) });
  return Object.fromEntries(fields.filter(([, field]) => field && (typeof field !== "object" || Object.keys(field).length > 0)));
}
