import { compareInputs, type PropertyChange, type PropertyDiff, topLevel } from "./diff";
import { effectOf, type Op, type OperationResult, type Step } from "./report";
import { type Json, SECRET_MARK, UNKNOWN_MARK } from "./values";

/** Options of `render`. */
export interface RenderOptions {
  /** @default whether the standard output is a terminal, unless `NO_COLOR` or `FORCE_COLOR` is set */
  color?: boolean;
  /** Draws the inputs of created resources too. @default false */
  inputs?: boolean;
}

/** The display of each kind of step: its sign, and the words for a plan, for a failure and for its end. */
const ops: Record<Op, readonly [sign: string, plan?: string, doing?: string, done?: string]> = {
  same: [" "],
  create: ["+", "create", "creating", "created"],
  update: ["~", "update", "updating", "updated"],
  delete: ["-", "delete", "deleting", "deleted"],
  replace: ["+-", "replace", "replacing", "replaced"],
  "create-replacement": ["++", "create replacement", "creating replacement", "created replacement"],
  "delete-replaced": ["--", "delete original", "deleting original", "deleted original"],
  read: [">", "read", "reading", "read"],
  "read-replacement": [">>", "read for replacement", "reading for replacement", "read for replacement"],
  discard: ["<", "discard", "discarding", "discarded"],
  "discard-replaced": ["<<", "discard original", "discarding original", "discarded original"],
  "remove-pending-replace": ["~", "complete replace", "completing replace", "completed replace"],
  import: ["=", "import", "importing", "imported"],
  refresh: ["~", "refresh", "refreshing", "refreshed"],
};
/** By the first character of a sign. */
const colors: Record<string, number> = { "+": 32, "~": 33, "-": 31, ">": 36, "<": 36, "=": 32 };
const MAGENTA = 35;
const signOf = { add: "+", delete: "-", update: "~" } as const;
const titles = {
  preview: ["Previewing update", "Previewing update"],
  up: ["Previewing update", "Updating"],
  refresh: ["Previewing refresh", "Refreshing"],
  destroy: ["Previewing destroy", "Destroying"],
  import: ["Previewing import", "Importing"],
} as const;
/** Reads are left out, as by the CLI. */
const counted: Op[] = ["create", "update", "delete", "replace", "import"];

/** Draws a result as a user of the CLI would see it. A result contains no secrets, and neither does the drawing. */
export function render(result: OperationResult, options: RenderOptions = {}): string {
  const paint = painter(options.color ?? wantsColor());
  const sections = [
    [paint(`${titles[result.kind][result.dryRun ? 0 : 1]} (${result.stack}):`, MAGENTA)],
    drawTree(result, options, paint),
    drawOutputs(result, paint),
    drawDiagnostics(result, paint),
    drawSummary(result, paint),
  ];
  const drawn = sections.filter((lines) => lines.length > 0).map((lines) => lines.map((line) => line.trimEnd()).join("\n"));
  return `${drawn.join("\n\n")}\n`;
}

function wantsColor(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR ? FORCE_COLOR !== "0" : process.stdout.isTTY === true;
}

type Paint = (text: string, color: number | undefined) => string;

function painter(enabled: boolean): Paint {
  return (text, color) => (enabled && color !== undefined ? `\u001b[${color}m${text}\u001b[0m` : text);
}

function drawTree(result: OperationResult, options: RenderOptions, paint: Paint): string[] {
  const rows = rowsOf(result.steps);
  if (rows.length === 0) return [];
  const label = (row: Row) => `${row.indent}${row.step.type}`;
  const typeWidth = Math.max(4, ...rows.map((row) => label(row).length));
  const nameWidth = Math.max(4, ...rows.map((row) => row.step.name.length));
  const statusWidth = Math.max(6, ...rows.map((row) => status(row.step, result.dryRun).length));
  const line = (sign: string, type: string, name: string, state: string, info: string) =>
    ` ${sign.padEnd(3)} ${type.padEnd(typeWidth)}  ${name.padEnd(nameWidth)}  ${state.padEnd(statusWidth)}  ${info}`;
  const lines = [line("", "Type", "Name", result.dryRun ? "Plan" : "Status", "Info")];
  for (const row of rows) {
    const { step } = row;
    const [sign] = ops[effectOf(step)];
    lines.push(paint(line(sign, label(row), step.name, status(step, result.dryRun), info(step)), colorOf(sign)));
    lines.push(...drawProperties(row, options, paint));
  }
  return lines;
}

function colorOf(sign: string): number | undefined {
  return sign === "+-" ? MAGENTA : colors[sign.charAt(0)];
}

function status(step: Step, dryRun: boolean): string {
  const [, plan = "", doing, done = ""] = ops[step.failed ? step.op : effectOf(step)];
  const text = step.failed && doing ? `**${doing} failed**` : dryRun ? plan : done;
  return step.retained ? `${text}[retain]` : text;
}

function info(step: Step): string {
  const diff = Object.entries(visible(diffOf(step)));
  const changed = (["add", "delete", "update"] as const).map((kind) => {
    const keys = new Set(diff.flatMap(([path, change]) => (change.kind === kind ? [topLevel(path)] : [])));
    return keys.size > 0 ? `${signOf[kind]}${[...keys].join(",")}` : "";
  });
  const errors = step.initErrors?.length ?? 0;
  return [diff.length > 0 && `[diff: ${changed.join("")}]`, errors && `${errors} error${errors === 1 ? "" : "s"}`]
    .filter(Boolean)
    .join("; ");
}

/** The step's comparison; if the provider compared only by itself, one of the masked inputs. */
function diffOf(step: Step): PropertyDiff {
  if (Object.keys(step.diff).length > 0 || (step.op !== "update" && step.op !== "replace")) return step.diff;
  return compareInputs(step.old ?? {}, step.new ?? {});
}

function visible(diff: PropertyDiff): PropertyDiff {
  return Object.fromEntries(Object.entries(diff).filter(([path]) => !path.startsWith("__")));
}

function drawProperties({ step, indent }: Row, options: RenderOptions, paint: Paint): string[] {
  const created = step.op === "create" && options.inputs ? compareInputs({}, step.new ?? {}) : {};
  const diff = visible({ ...created, ...diffOf(step) });
  const margin = " ".repeat(indent.length + 9);
  return Object.entries(diff).map(([path, change]) => {
    const because = step.replaceKeys.includes(topLevel(path)) ? " (forces replacement)" : "";
    return `${margin}${drawChange(path, change, paint)}${because}`;
  });
}

function drawChange(path: string, { kind, old, new: now }: PropertyChange, paint: Paint): string {
  const values = kind === "add" ? draw(now) : kind === "delete" ? draw(old) : `${draw(old)} => ${draw(now)}`;
  return paint(`${signOf[kind]} ${path}: ${values}`, colors[signOf[kind]]);
}

function draw(value: Json | undefined): string {
  if (value === SECRET_MARK || value === UNKNOWN_MARK) return value;
  if (Array.isArray(value)) return `[${value.map(draw).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(([key, item]) => `${key}: ${draw(item)}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}

function drawOutputs(result: OperationResult, paint: Paint): string[] {
  const { outputs, outputsDiff } = result;
  const keys = Object.keys(outputs);
  const changed = Object.entries(outputsDiff);
  if (changed.length === 0 && (result.dryRun || keys.length === 0)) return [];
  const unchanged = keys.filter((key) => !changed.some(([path]) => path === key || topLevel(path) === key));
  const lines = [
    ...unchanged.map((key) => `    ${key}: ${draw(outputs[key])}`),
    ...changed.map(([path, change]) => `  ${drawChange(path, change, paint)}`),
  ];
  return ["Outputs:", ...lines];
}

function drawDiagnostics(result: OperationResult, paint: Paint): string[] {
  const groups = new Map<string, string[]>();
  for (const { severity, urn, message } of result.diagnostics) {
    const step = urn ? result.steps.find((candidate) => candidate.urn === urn) : undefined;
    const title = step ? `${step.type} (${step.name}):` : urn ? `${urn}:` : `pulumi:pulumi:Stack (${result.project}-${result.stack}):`;
    const before = severity === "error" || severity === "warning" ? `${paint(severity, severity === "error" ? 31 : 33)}: ` : "";
    const lines = `${before}${message}`.split("\n").map((line) => `    ${line}`);
    groups.set(title, [...(groups.get(title) ?? []), ...lines]);
  }
  if (groups.size === 0) return [];
  return ["Diagnostics:", ...[...groups].flatMap(([title, lines]) => [`  ${title}`, ...lines])];
}

function drawSummary(result: OperationResult, paint: Paint): string[] {
  const { changes, dryRun } = result;
  const lines = counted.flatMap((op) => {
    const [sign, plan, , done] = ops[op];
    return changes[op] ? [`    ${paint(`${sign.padEnd(2)}${changes[op]} ${dryRun ? `to ${plan}` : done}`, colorOf(sign))}`] : [];
  });
  const kinds = lines.length;
  const total = counted.reduce((sum, op) => sum + (changes[op] ?? 0), 0);
  if (changes.same) lines.push(kinds > 1 ? `    ${total} changes. ${changes.same} unchanged` : `    ${changes.same} unchanged`);
  const errored = result.steps.filter((step) => step.failed).length;
  if (errored > 0) lines.push(`    ${errored} errored`);
  if (lines.length === 0) return result.ok ? ["Resources: none"] : [];
  const duration = dryRun ? [] : ["", `Duration: ${Math.max(1, Math.round(result.duration / 1000))}s`];
  return ["Resources:", ...lines, ...duration];
}

/** A line of the resource tree: the most telling step of a resource, and the branches before its type. */
interface Row {
  step: Step;
  indent: string;
}

/** From the least telling kind of step to the most telling; those that are not listed tell most. */
const weight: Op[] = ["same", "refresh", "delete-replaced", "discard-replaced", "create-replacement", "read-replacement", "replace"];

/** Steps that get no line of their own. */
const quiet = new Set<Op>(["same", "read", "discard", "discard-replaced"]);

/** The lines of the tree: every resource to which something happens, and its parents. */
function rowsOf(steps: readonly Step[]): Row[] {
  const shown = new Map<string, Step>();
  for (const step of steps) {
    const other = shown.get(step.urn);
    if (!other || rank(step) >= rank(other)) shown.set(step.urn, step);
  }
  const needed = new Set<string>();
  for (const step of shown.values()) {
    if (!happens(step)) continue;
    for (let at: Step | undefined = step; at && !needed.has(at.urn); at = at.parent ? shown.get(at.parent) : undefined) needed.add(at.urn);
  }
  const visible = [...shown.values()].filter((step) => needed.has(step.urn));
  const roots = visible.filter((step) => !step.parent || !needed.has(step.parent));
  return roots.flatMap((root) => branch(root, "", "", visible));
}

function branch(step: Step, indent: string, below: string, all: readonly Step[]): Row[] {
  const children = all.filter((child) => child.parent === step.urn);
  const rows = children.flatMap((child, index) => {
    const last = index === children.length - 1;
    return branch(child, `${below}${last ? "└─ " : "├─ "}`, `${below}${last ? "   " : "│  "}`, all);
  });
  return [{ step, indent }, ...rows];
}

function rank(step: Step): number {
  if (step.failed) return weight.length + 1;
  const index = weight.indexOf(step.op);
  return index === -1 ? weight.length : index;
}

function happens(step: Step): boolean {
  if (step.failed) return true;
  return step.op === "refresh" ? step.found !== "same" : !quiet.has(step.op);
}
