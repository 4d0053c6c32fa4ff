import type { DrivenStep, ExportedDeployment, Outcome } from "../../testing/driver";
import type { JournalEntry } from "../../testing/emulator";

/**
 * What is kept of a run and held against the golden record. What differs between two right runs is taken out here, each
 * by a rule of its own that says why; nothing else is.
 */
export interface StepRecord {
  readonly step: string;
  readonly run: string;
  readonly exitCode: number;
  /** Of the last phase: of an `up`, the update. */
  readonly steps: readonly string[];
  readonly errors: readonly string[];
  /** The provider's calls, by host process: one for each phase. */
  readonly calls: readonly (readonly Call[])[];
  readonly requests: readonly string[];
  readonly outputs: unknown;
  readonly resources: readonly unknown[];
}

/** One call of a provider, as the recorder wrote it. */
export type Call = { readonly pid?: number; readonly call: string } & Readonly<Record<string, unknown>>;

/** All that one step left behind. */
export interface Traces {
  readonly outcome: Outcome;
  readonly calls: readonly Call[];
  readonly requests: readonly JournalEntry[];
  readonly state: ExportedDeployment;
  /** Texts that differ from run to run, and what stands for them: folders, addresses. */
  readonly replacements: ReadonlyMap<string, string>;
}

/** The record of one step. `ordered` keeps the order of steps and writes, for programs that leave no choice of it. */
export function recordOf(step: { readonly title: string; readonly run: string }, traces: Traces, ordered: boolean): StepRecord {
  const { outcome, calls, requests, state, replacements } = traces;
  const resources = resourcesOf(state);
  const record = {
    step: step.title,
    run: step.run,
    exitCode: outcome.exitCode,
    steps: stepsOf(outcome, ordered),
    errors: errorsOf(outcome),
    calls: byProcess(calls),
    requests: requestsOf(requests, ordered),
    outputs: resources.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {},
    resources: resources.filter(({ type }) => !type.startsWith("pulumi:")),
  };
  return replaced(record, replacements) as StepRecord;
}

/** `<op> <name>`, with what a refresh found and whether it failed; of a read that failed in a refresh the CLI tells only the error. */
export function stepText({ op, name, found, failed }: DrivenStep): string {
  return `${op}${found === undefined ? "" : `:${found}`} ${name}${failed === true && op !== "refresh" ? " failed" : ""}`;
}

/** The errors of an operation as they are compared. The line with which the CLI ends one that failed says nothing of its own. */
export function errorsOf({ diagnostics }: Outcome): string[] {
  const messages = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => plainMessage(message));
  return [...new Set(messages)].filter((message) => !/^$|^(preview|update|refresh|destroy) failed$/.test(message)).sort();
}

/** A request without its prefix, as `PUT production/main {…} -> 200`. */
export function requestText({ method, path, body, status }: JournalEntry): string {
  const place = path.replace("/controller/v4/v2/workgroups/", "").replace("/workspaces/", "/");
  return `${method} ${place}${body === undefined ? "" : ` ${JSON.stringify(body)}`}${status === 200 ? "" : ` -> ${status ?? "no answer"}`}`;
}

/** Resources that do not depend on each other are worked on side by side: only each one's own order is certain. */
function stepsOf({ steps }: Outcome, ordered: boolean): string[] {
  return (ordered ? steps : steps.toSorted((a, b) => compare(a.name, b.name))).map(stepText);
}

/**
 * The stack traces of a program hold lines of the SDK, which each version has elsewhere, and how many requests went before
 * one that failed is a matter of timing, see {@link requestsOf}. The CLI names the phase before some errors of a preview.
 */
function plainMessage(message: string): string {
  return message
    .replace(/request-\d+/g, "request-N")
    .replace(/\u001b\[[0-9;]*m|<\{%[a-z]*%\}>/g, "")
    .split("\n")
    .filter((line) => !/^\s+at /.test(line))
    .join("\n")
    .replace(/^Preview failed: /, "")
    .trim();
}

/** Calls of different resources have no order among each other: they are put together by workspace, each in its own order. */
function byProcess(calls: readonly Call[]): Call[][] {
  const processes = [...new Set(calls.map(({ pid }) => pid))];
  return processes.map((process) =>
    calls
      .filter(({ pid }) => pid === process)
      .toSorted((a, b) => compare(workspaceOf(a), workspaceOf(b)))
      .map((call) => withoutInternals(call) as Call),
  );
}

function workspaceOf({ id, olds, news, state }: Call): string {
  if (typeof id === "string") return id;
  const { workgroupId, workspaceId } = (news ?? olds ?? state ?? {}) as Record<string, unknown>;
  return `${String(workgroupId)}/${String(workspaceId)}`;
}

/** Every request but reads; those to different workspaces have an order only where the program leaves no choice. */
export function writesOf(entries: readonly JournalEntry[], ordered: boolean): JournalEntry[] {
  const writes = entries.filter(({ method }) => method !== "GET");
  return ordered ? writes : writes.toSorted((a, b) => compare(a.path, b.path));
}

/**
 * How many reads serve several askers at once is a matter of timing, and so is which of them asked, and how often one polls:
 * each is told once. Writes are all told.
 */
function requestsOf(entries: readonly JournalEntry[], ordered: boolean): string[] {
  const asker = ({ userAgent }: JournalEntry) => /; (\w+)\)/.exec(userAgent)?.[1] ?? userAgent;
  const reads = new Set(entries.filter(({ method }) => method === "GET").map(requestText));
  return [...[...reads].sort(), ...writesOf(entries, ordered).map((entry) => `${requestText(entry)} (${asker(entry)})`)];
}

interface ResourceRecord {
  readonly name: string;
  readonly type: string;
  readonly id: string | undefined;
  readonly [key: string]: unknown;
}

/** What a user may rely on: when and where a resource was declared and which process made it is left out. */
function resourcesOf(state: ExportedDeployment): ResourceRecord[] {
  const records = (state.deployment.resources ?? []).map((resource) => {
    const { urn, type, id, inputs, outputs, dependencies, initErrors } = resource as { urn: string; type: string; id?: string } & Record<
      string,
      unknown
    >;
    const flags = ["delete", "external", "protect", "retainOnDelete", "pendingReplacement"].filter((flag) => resource[flag] === true);
    return {
      name: nameOf(urn),
      type,
      id,
      ...(flags.length === 0 ? {} : { flags }),
      ...(isEmpty(dependencies) ? {} : { dependencies: (dependencies as string[]).map(nameOf).sort() }),
      ...(isEmpty(initErrors) ? {} : { initErrors: (initErrors as string[]).map(plainMessage) }),
      inputs: withoutInternals(inputs ?? {}),
      outputs: withoutInternals(outputs ?? {}),
    };
  });
  return records.toSorted((a, b) => compare(`${a.name} ${a.id}`, `${b.name} ${b.id}`));
}

function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Every input and state holds the provider's text, which is tested to the byte elsewhere; ciphertexts, instances and process ids are random. */
function withoutInternals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInternals);
  if (typeof value !== "object" || value === null) return value;
  if ("ciphertext" in value) return "[encrypted]";
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["__provider", "__instance", "pid"].includes(key))
      .toSorted(([a], [b]) => compare(a, b))
      .map(([key, inner]) => [key, withoutInternals(inner)]),
  );
}

function replaced(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return [...replacements].reduce((text, [from, to]) => text.replaceAll(from, to), value);
  if (Array.isArray(value)) return value.map((item) => replaced(item, replacements));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, replacements)]));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
