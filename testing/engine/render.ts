import { compareInputs, type PropertyChange, type PropertyDiff, SECRET_MARK, type Shown, topLevel, UNKNOWN_MARK } from "./diff";
import { effectOf, type Op, type OperationResult, type Step } from "./result";
import { type Row, rowsOf } from "./tree";

/** How a result is drawn. */
export interface RenderOptions {
  /** @default whether the standard output is a terminal; `NO_COLOR` and `FORCE_COLOR` in the environment decide where they are set */
  color?: boolean;
  /** Draws the inputs of created resources too. @default false */
  inputs?: boolean;
}

/** How the kinds of step are drawn: their sign, and the words for a plan, while it runs and at its end. */
const ops: Record<Op, { sign: string; words?: [plan: string, doing: string, done: string] }> = {
  same: { sign: " " },
  create: { sign: "+", words: ["create", "creating", "created"] },
  update: { sign: "~", words: ["update", "updating", "updated"] },
  delete: { sign: "-", words: ["delete", "deleting", "deleted"] },
  replace: { sign: "+-", words: ["replace", "replacing", "replaced"] },
  "create-replacement": { sign: "++", words: ["create replacement", "creating replacement", "created replacement"] },
  "delete-replaced": { sign: "--", words: ["delete original", "deleting original", "deleted original"] },
  read: { sign: ">", words: ["read", "reading", "read"] },
  "read-replacement": { sign: ">>", words: ["read for replacement", "reading for replacement", "read for replacement"] },
  discard: { sign: "<", words: ["discard", "discarding", "discarded"] },
  "discard-replaced": { sign: "<<", words: ["discard original", "discarding original", "discarded original"] },
  "remove-pending-replace": { sign: "~", words: ["complete replace", "completing replace", "completed replace"] },
  import: { sign: "=", words: ["import", "importing", "imported"] },
  refresh: { sign: "~", words: ["refresh", "refreshing", "refreshed"] },
};
const colors: Record<string, number> = {
  "+": 32,
  "~": 33,
  "-": 31,
  "+-": 35,
  "++": 32,
  "--": 31,
  ">": 36,
  ">>": 36,
  "<": 36,
  "<<": 36,
  "=": 32,
};
const titles = {
  preview: ["Previewing update", "Previewing update"],
  up: ["Previewing update", "Updating"],
  refresh: ["Previewing refresh", "Refreshing"],
  destroy: ["Previewing destroy", "Destroying"],
  import: ["Previewing import", "Importing"],
} as const;
/** What is only read is not spoken of, as with the CLI. */
const counted: Op[] = ["create", "update", "delete", "replace", "import"];

/** Draws a result as a user of the CLI would see it. Secrets are not in a result, so they are not in the drawing. */
export function render(result: OperationResult, options: RenderOptions = {}): string {
  const paint = painter(options.color ?? wantsColor());
  const sections = [
    [paint(`${titles[result.kind][result.dryRun ? 0 : 1]} (${result.stack}):`, 35)],
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
    const { sign } = ops[effectOf(step)];
    lines.push(paint(line(sign, label(row), step.name, status(step, result.dryRun), info(step)), colors[sign.trim()]));
    lines.push(...drawProperties(row, options, paint));
  }
  return lines;
}

function status(step: Step, dryRun: boolean): string {
  const { words } = ops[step.failed ? step.op : effectOf(step)];
  if (!words) return "";
  const text = step.failed ? `**${words[1]} failed**` : words[dryRun ? 0 : 2];
  return step.retained ? `${text}[retain]` : text;
}

function info(step: Step): string {
  const diff = visible(diffOf(step));
  const kinds = { add: "+", delete: "-", update: "~" } as const;
  const parts = (["add", "delete", "update"] as const).map((kind) => {
    const keys = new Set(Object.keys(diff).flatMap((path) => (diff[path]?.kind === kind ? [topLevel(path)] : [])));
    return keys.size > 0 ? `${kinds[kind]}${[...keys].join(",")}` : "";
  });
  const changed = parts.join("");
  const errors = step.initErrors?.length ?? 0;
  return [changed && `[diff: ${changed}]`, errors && `${errors} error${errors === 1 ? "" : "s"}`].filter(Boolean).join("; ");
}

/** The engine's comparison, or where the provider answered for itself one of what may be shown. */
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

function drawChange(path: string, change: PropertyChange, paint: Paint): string {
  if (change.kind === "add") return paint(`+ ${path}: ${draw(change.new)}`, colors["+"]);
  if (change.kind === "delete") return paint(`- ${path}: ${draw(change.old)}`, colors["-"]);
  return paint(`~ ${path}: ${draw(change.old)} => ${draw(change.new)}`, colors["~"]);
}

function draw(value: Shown | undefined): string {
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
    const { sign, words = [] } = ops[op];
    const done = dryRun ? `to ${words[0]}` : words[2];
    return changes[op] ? [`    ${paint(`${sign.padEnd(2)}${changes[op]} ${done}`, colors[sign])}`] : [];
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
