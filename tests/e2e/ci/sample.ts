import type { PreviewTrace } from "../../../testing/driver";
import { root } from "../../support/stack-fixture";

/** A preview as it is kept: with the engine that printed it, and without what differs from run to run, or that nobody reads. */
export interface Sample {
  readonly engine: string;
  readonly exitCode: number;
  readonly preview: Preview;
  /** Of the file of `--save-plan`, where the engine writes one: what is planned for each resource. */
  readonly plan?: { readonly resourcePlans: Readonly<Record<string, unknown>> };
}

interface Preview {
  readonly config?: unknown;
  readonly steps?: readonly { readonly op: string; readonly urn: string }[];
  readonly diagnostics?: readonly { readonly message: string; readonly severity: string; readonly urn?: string }[];
  readonly changeSummary?: unknown;
}

/** Turns what an engine printed into a sample. The order of the steps is kept as it was. */
export function sampleOf(engine: string, { exitCode, text, plan }: PreviewTrace): Sample {
  const planned = plan === undefined ? undefined : (normalised(plan) as Sample["plan"]);
  return {
    engine,
    exitCode,
    preview: normalised(text) as Preview,
    ...(planned && { plan: { resourcePlans: planned.resourcePlans } }),
  };
}

/** What a sample says in a form that does not depend on the engine: in a fixed order, without what only one of them writes. */
export function essence({ exitCode, preview }: Sample): unknown {
  const { steps = [], diagnostics = [], changeSummary, config } = preview;
  // A program's stack of calls is its own.
  const told = diagnostics.map(({ message, ...rest }) => ({ ...rest, message: message.replace(/\n +at .*/gs, "").trimEnd() }));
  return {
    exitCode,
    config,
    changeSummary,
    steps: steps.map(essential).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    diagnostics: told.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}

/** A stack is declared by the SDK itself, in the folder of its own. */
function essential(step: { readonly op: string; readonly urn: string }): typeof step {
  return JSON.parse(JSON.stringify(step), (key, value: unknown) =>
    key === "sourcePosition" && String(value).includes("/node_modules/") ? "sdk" : value,
  ) as typeof step;
}

function keyOf({ op, urn }: { readonly op: string; readonly urn: string }): string {
  return `${op === "refresh" ? 0 : 1} ${urn} ${op}`;
}

/** Only the CLI writes stacks of calls; times and dependencies of inputs are of no use to who reads a preview, nor is a goal beyond what differs. */
const unread = [
  ...["created", "modified", "duration", "stackTrace", "propertyDependencies", "dependencies", "provider", "seed"],
  ...["__owner", "__service", "customTimeouts", "protect"],
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
  // What is not known yet has an identifier of its own, which stays.
  if (id.startsWith("04da6b54-")) return id;
  const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, "0")}`;
  ids.set(id, known);
  return known;
}
