import type { ExportedDeployment } from "../../testing/driver";
import type { JournalEntry } from "../../testing/emulator";
import { compare, type Ran, requestText, stepText } from "./stack-fixture";

/**
 * What is kept of a step and held against the golden record. What differs between two right runs is taken out here, each
 * by a rule of its own that says why; nothing else is.
 */
export interface StepRecord {
  readonly step: string;
  readonly run: string;
  readonly exitCode: number;
  /** Of the last phase: of an `up`, the update. */
  readonly steps: readonly string[];
  /** Nothing that is empty is kept. */
  readonly errors?: readonly string[];
  /** The provider's calls, by host process: one for each phase. */
  readonly calls?: readonly (readonly string[])[];
  readonly requests?: readonly string[];
  /** Of the stack. */
  readonly outputs?: object;
  /** What state holds, or `<name> as before`. */
  readonly resources?: readonly (ResourceRecord | string)[];
}

/** One resource in state; of its outputs what its inputs do not say already. */
export interface ResourceRecord {
  readonly name: string;
  readonly id: string | undefined;
  readonly inputs: unknown;
  readonly outputs: unknown;
  readonly [key: string]: unknown;
}

/** All that one step left behind. */
export interface Traces {
  readonly ran: Ran;
  /** Lines of the recorder. */
  readonly calls: readonly string[];
  readonly state: ExportedDeployment;
  /** The resources of the step before. */
  readonly before: readonly ResourceRecord[];
  /** Texts that differ from run to run, and what stands for them: folders, addresses. */
  readonly replacements: ReadonlyMap<string, string>;
}

/** The record of one step. `ordered` keeps the order of steps and writes, for programs that leave no choice of it. */
export function recordOf(step: { readonly title: string; readonly run: string }, traces: Traces, ordered: boolean): StepRecord {
  const { ran, calls, state, before, replacements } = traces;
  const known = before.map((resource) => JSON.stringify(resource));
  const resources = resourcesIn(state).map((one) => (known.includes(JSON.stringify(one)) ? `${one.name} as before` : one));
  const outputs = (state.deployment.resources ?? []).find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
  const record: StepRecord = {
    step: step.title,
    run: step.run,
    exitCode: ran.exitCode,
    // Resources that do not depend on each other are worked on side by side: only each one's own order is certain.
    steps: ordered ? ran.steps.map(stepText) : ran.done,
    ...filled({
      errors: ran.errors,
      calls: byProcess(calls),
      requests: requestsOf(ran.requests, ordered),
      outputs: outputs as object,
      resources,
    }),
  };
  return replaced(record, replacements) as StepRecord;
}

function filled<T extends Record<string, object>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Object.keys(value).length > 0)) as Partial<T>;
}

/** Calls of different resources have no order among each other: they are put together by object, each in its own order. */
function byProcess(lines: readonly string[]): string[][] {
  const calls = lines.map((line) => /^(\d+) (\w+) (.*)$/.exec(line) ?? []);
  const processes = [...new Set(calls.map(([, pid]) => pid))];
  return processes.map((process) =>
    calls
      .filter(([, pid]) => pid === process)
      .toSorted(([, , , a = ""], [, , , b = ""]) => compare(a, b))
      .map(([, , call, object]) => `${call} ${object}`),
  );
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

/** What a user may rely on: when and where a resource was declared and which process made it is left out. */
export function resourcesIn({ deployment }: ExportedDeployment): ResourceRecord[] {
  const own = (deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
  const records = own.map((resource) => {
    const { urn, id, dependencies, initErrors } = resource as typeof resource & Record<"dependencies" | "initErrors", string[] | undefined>;
    const flags = ["delete", "external", "protect", "retainOnDelete", "pendingReplacement"].filter((flag) => resource[flag] === true);
    const inputs = withoutInternals(resource.inputs ?? {}) as Record<string, unknown>;
    return {
      name: nameOf(urn),
      id,
      ...(flags.length > 0 && { flags }),
      ...(dependencies && dependencies.length > 0 && { dependencies: dependencies.map(nameOf).sort() }),
      ...(initErrors && initErrors.length > 0 && { unfinished: true }),
      inputs,
      outputs: beside(inputs, withoutInternals(resource.outputs ?? {}) as Record<string, unknown>),
    };
  });
  return records.toSorted((a, b) => compare(`${a.name} ${a.id}`, `${b.name} ${b.id}`));
}

/** What the outputs say beside the inputs, and, as null, what they lack of them. */
function beside(inputs: Record<string, unknown>, outputs: Record<string, unknown>): Record<string, unknown> {
  const lacking = Object.keys(inputs).filter((key) => !(key in outputs));
  const other = Object.entries(outputs).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(inputs[key]));
  return Object.fromEntries([...other, ...lacking.map((key) => [key, null] as const)]);
}

function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** Every input and state holds the provider's text, which is tested to the byte elsewhere; ciphertexts, instances and ports are random. */
function withoutInternals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInternals);
  if (typeof value !== "object" || value === null) return value;
  if ("ciphertext" in value) return "[encrypted]";
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["__provider", "__owner", "__service"].includes(key))
      .toSorted(([a], [b]) => compare(a, b))
      .map(([key, inner]) => [key, withoutInternals(inner)]),
  );
}

function replaced(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  const all = [...replacements].map(([from, to]) => [JSON.stringify(from).slice(1, -1), to] as const);
  return JSON.parse(all.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)));
}
