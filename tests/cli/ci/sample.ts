import { parseEvents, parseRecords } from "../../../cli/review/inputs";
import type { PreviewTrace } from "../../../testing/driver";
import { sorted } from "../../faults/fault-case";
import { root } from "../../support/stack-fixture";

/** A recorded preview: with the engine that printed it, and without values that differ from run to run or that nobody reads. */
export interface Sample {
  readonly engine: string;
  readonly exitCode: number;
  readonly preview: Preview;
  /** The events that a review reads. */
  readonly events: readonly object[];
  readonly records: readonly object[];
}

interface Preview {
  readonly config?: unknown;
  readonly steps?: readonly { readonly op: string; readonly urn: string }[];
  readonly diagnostics?: readonly { readonly message: string; readonly severity: string; readonly urn?: string }[];
  readonly changeSummary?: unknown;
}

/** Turns what an engine printed into a sample. The order of the steps is kept as it was. */
export function sampleOf(engine: string, { exitCode, text, events, records, key }: PreviewTrace): Sample {
  const { diagnostics, ...preview } = normalised(text) as Preview;
  // After a failure a program may print that it lost the engine, if it is not ended before.
  const kept = diagnostics?.filter(({ severity }) => severity !== "info#err");
  return {
    engine,
    exitCode,
    preview: { ...preview, ...(kept && { diagnostics: kept }) },
    events: normalised(JSON.stringify(readEvents(events, exitCode === 0))) as object[],
    records: normalised(JSON.stringify(parseRecords(records, key).records)) as object[],
  };
}

/** The end of the preview, what refreshes found, and the outputs of the stack, which a program that is ended early may not reach. */
function readEvents(text: string, isWhole: boolean): object[] {
  return parseEvents(text).flatMap(({ summaryEvent, policyEvent, resOutputsEvent: done }): object[] => {
    if (summaryEvent !== undefined) return [{ summaryEvent: { result: summaryEvent.result } }];
    if (policyEvent !== undefined) return [{ policyEvent }];
    if (done === undefined) return [];
    const { op, urn, old, new: now } = done.metadata;
    const isStack = urn.includes("::pulumi:pulumi:Stack::");
    if (isStack && op !== "refresh" && !isWhole) return [];
    if (isStack && op !== "refresh")
      return [{ resOutputsEvent: { metadata: { op, urn, old: { outputs: old?.outputs }, new: { outputs: now?.outputs } } } }];
    return op === "refresh" && !isStack && now?.inputs !== undefined
      ? [{ resOutputsEvent: { metadata: { op, urn, new: { inputs: now.inputs } } } }]
      : [];
  });
}

/** The contents of a sample that do not depend on the engine, in a fixed order. */
export function essence({ exitCode, preview, events, records }: Sample): unknown {
  const { steps = [], diagnostics = [], changeSummary, config } = preview;
  // Call stacks differ between engines.
  const messages = diagnostics.map(({ message, ...rest }) => ({ ...rest, message: message.replace(/\n +at .*/gs, "").trimEnd() }));
  const inOrder = <Item>(items: readonly Item[]) => items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  return {
    exitCode,
    config,
    changeSummary,
    steps: steps.map(essential).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    diagnostics: inOrder(messages),
    events: inOrder(events),
    records: inOrder(records),
  };
}

const textOf = (value: unknown) => JSON.stringify(sorted(value));

/** The SDK itself declares a stack, in the SDK's own folder. */
function essential(step: { readonly op: string; readonly urn: string }): typeof step {
  return JSON.parse(JSON.stringify(step), (key, value: unknown) =>
    key === "sourcePosition" && String(value).includes("/node_modules/") ? "sdk" : value,
  ) as typeof step;
}

const keyOf = ({ op, urn }: { readonly op: string; readonly urn: string }): string => `${op === "refresh" ? 0 : 1} ${urn} ${op}`;

/** Keys that a review does not read, such as the call stacks that only the CLI writes, and times. */
const unread = [
  ...["created", "modified", "duration", "stackTrace", "dependencies", "provider", "seed"],
  ...["__owner", "__version", "customTimeouts", "protect"],
];

function normalised(text: string): unknown {
  const folder = /[^'"\s(]*\/\.tmp\/program-[A-Za-z0-9_-]+\/program/g;
  const ids = new Map<string, string>();
  const texts = text
    .replace(folder, "/project")
    .replaceAll(root, "/packages")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080")
    .replace(/(pulumi-nodejs::default::)([0-9a-f-]{36})/g, (_, provider: string, id: string) => provider + numbered(ids, id))
    .replace(/\brequest-\d+/g, "request-000001")
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "2026-01-02T03:04:05.678Z")
    .replace(/\bv1:[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+/g, "v1:…");
  return JSON.parse(texts, (key, value: unknown) => (unread.includes(key) ? undefined : value));
}

function numbered(ids: Map<string, string>, id: string): string {
  if (id.startsWith("04da6b54-")) return id;
  const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, "0")}`;
  ids.set(id, known);
  return known;
}
