import type { Diagnostic, Op, Report, Step } from "../engine/report";
import { nameOf } from "../engine/state";
import { SECRET_MARK, UNKNOWN_MARK, type Value } from "../engine/values";
import { changesOf } from "./preview-json";

/** The display of each kind of step that the demo has: its sign, and the words for a plan and for its end. */
const ops: Partial<Record<Op, readonly [sign: string, plan: string, done: string]>> = {
  same: [" ", "", ""],
  create: ["+", "create", "created"],
  update: ["~", "update", "updated"],
};
/** By the sign. */
const colors: Readonly<Record<string, number>> = { "+": 32, "~": 33, "-": 31 };
const signs = { add: "+", delete: "-", update: "~" } as const;

/** Draws what an operation did as a user of the CLI would see it, without titles and sums. It contains no secrets. */
export function render({ steps, diagnostics }: Report, isPreview: boolean): string {
  return [...drawTree(steps, isPreview), ...drawDiagnostics(steps, diagnostics)].map((line) => line.trimEnd()).join("\n");
}

/** The text in a colour, if the terminal shows colours. */
export function paint(text: string, color: number | undefined): string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isWanted = !NO_COLOR && (FORCE_COLOR ? FORCE_COLOR !== "0" : process.stdout.isTTY === true);
  return isWanted && color !== undefined ? `\u001b[${color}m${text}\u001b[0m` : text;
}

/** The resources to which something happens, below the stack. */
function drawTree(all: readonly Step[], isPreview: boolean): string[] {
  const steps = all.filter(({ op }) => op !== "refresh");
  const rows = steps.filter(({ op, resource }) => resource.parent === undefined || op !== "same");
  const changed = rows.filter(({ resource }) => resource.parent !== undefined);
  if (changed.length === 0) return [];
  const branch = (step: Step) => (step.resource.parent === undefined ? "" : step === changed.at(-1) ? "└─ " : "├─ ");
  const cells = rows.map((step) => {
    const [sign, plan, done] = ops[step.op] ?? ["", step.op, step.op];
    const status = step.failed ? `**${plan} failed**` : isPreview ? plan : done;
    const { type, urn } = step.resource;
    return { step, sign, type: `${branch(step)}${type}`, name: nameOf(urn), status, changes: changesOf(step) };
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

function draw(value: Value): string {
  return value === SECRET_MARK || value === UNKNOWN_MARK ? value : JSON.stringify(value);
}

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
