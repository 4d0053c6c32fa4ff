import type { ExportedDeployment } from "../../testing/driver";
import type { JournalEntry } from "../../testing/emulator";
import { compare, type Ran, requestText, stepText } from "./stack-fixture";

/**
 * The part of a step's results that is compared between the providers. Anything that differs between two correct runs is left out,
 * each by a rule that says why.
 */
export type StepRecord = ReturnType<typeof recordOf>;

/** One resource in state, with those of its outputs that differ from its inputs. */
export interface ResourceRecord {
  readonly name: string;
  readonly id: string | undefined;
  readonly inputs: unknown;
  readonly outputs: unknown;
  readonly [key: string]: unknown;
}

/** All results of one step. */
export interface Traces {
  readonly ran: Ran;
  readonly state: ExportedDeployment;
  /** The resources of the step before. */
  readonly before: readonly ResourceRecord[];
  /** Texts that differ from run to run (folders, addresses) and their replacements. */
  readonly replacements: ReadonlyMap<string, string>;
}

/** The record of one step. `ordered` keeps the order of steps and writes, for programs that determine it. */
export function recordOf({ ran, state, before, replacements }: Traces, ordered: boolean) {
  const known = before.map((resource) => JSON.stringify(resource));
  const resources = resourcesIn(state).map((one) => (known.includes(JSON.stringify(one)) ? `${one.name} as before` : one));
  const outputs = (state.deployment.resources ?? []).find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
  // Independent resources are processed in parallel: only the order of each one's steps is certain.
  const steps = ordered ? ran.steps.map(stepText) : ran.done;
  const requests = requestsOf(ran.requests, ordered);
  return replaced({ exitCode: ran.exitCode, steps, errors: ran.errors, requests, outputs, resources }, replacements);
}

/** All requests but reads, sorted by workspace unless the program determines their order. */
export function writesOf(entries: readonly JournalEntry[], ordered: boolean): JournalEntry[] {
  const writes = entries.filter(({ method }) => method !== "GET");
  return ordered ? writes : writes.toSorted((a, b) => compare(a.path, b.path));
}

/**
 * The number of reads depends on timing (several callers may share one, and some poll), and so does their caller: each read is
 * listed once, without its caller. Writes are all listed.
 */
function requestsOf(entries: readonly JournalEntry[], ordered: boolean): string[] {
  const asker = ({ userAgent }: JournalEntry) => /; (\w+)\)/.exec(userAgent)?.[1] ?? userAgent;
  const reads = new Set(entries.filter(({ method }) => method === "GET").map(requestText));
  return [...[...reads].sort(), ...writesOf(entries, ordered).map((entry) => `${requestText(entry)} (${asker(entry)})`)];
}

/** The part of the state on which a user may rely: without the time and place of declarations, and the process that created them. */
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

/** The outputs that differ from the inputs, and, as null, the inputs that are no outputs. */
function beside(inputs: Record<string, unknown>, outputs: Record<string, unknown>): Record<string, unknown> {
  const lacking = Object.keys(inputs).filter((key) => !(key in outputs));
  const other = Object.entries(outputs).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(inputs[key]));
  return Object.fromEntries([...other, ...lacking.map((key) => [key, null] as const)]);
}

const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

/** Leaves out the provider's text and the URN, which other tests compare, and ciphertexts, instances and ports, which are random. */
function withoutInternals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInternals);
  if (typeof value !== "object" || value === null) return value;
  if ("ciphertext" in value) return "[encrypted]";
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["__provider", "__urn", "__owner", "__service", "__version"].includes(key))
      .toSorted(([a], [b]) => compare(a, b))
      .map(([key, inner]) => [key, withoutInternals(inner)]),
  );
}

function replaced<T>(value: T, replacements: ReadonlyMap<string, string>): T {
  const all = [...replacements].map(([from, to]) => [JSON.stringify(from).slice(1, -1), to] as const);
  return JSON.parse(all.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value))) as T;
}
