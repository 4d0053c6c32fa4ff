import type { Preview } from "./stage";

/** A preview as it is kept: with the engine that printed it, and without what differs from run to run and machine to machine. */
export interface Sample {
  readonly engine: string;
  readonly exitCode: number;
  readonly preview: unknown;
  readonly plan?: unknown;
}

/** Turns what an engine printed into a sample. The order of the steps is kept as it was. */
export function sampleOf(engine: string, { exitCode, json, plan }: Preview): Sample {
  const preview = normalised(json);
  return { engine, exitCode, preview, ...(plan === undefined ? {} : { plan: normalised(plan) }) };
}

/** What a sample says in a form that does not depend on the engine: in a fixed order, without what only one of them writes. */
export function essence({ exitCode, preview }: Sample): unknown {
  const {
    steps = [],
    diagnostics = [],
    changeSummary,
    config,
  } = preview as {
    steps?: { op: string; urn: string }[];
    diagnostics?: { message: string; severity: string; urn?: string }[];
    changeSummary?: unknown;
    config?: unknown;
  };
  const told = diagnostics
    // In a refresh the CLI asks the provider for a comparison at another time, and a program's stack of calls is its own.
    .map(({ message, ...rest }) => ({ ...rest, message: message.replace(/\n +at .*/gs, "").trimEnd() }));
  return {
    exitCode,
    config,
    changeSummary,
    steps: steps.map(essential).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    diagnostics: told.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}

/** Only the CLI writes stacks of calls; times and dependencies of inputs are of no use to who reads a preview. */
const unessential = new Set(["created", "modified", "stackTrace", "propertyDependencies", "dependencies", "provider"]);

function essential(step: { op: string; urn: string }): { op: string; urn: string } {
  const text = JSON.stringify(step, (key, value: unknown) => {
    if (unessential.has(key)) return undefined;
    // A stack is declared by the SDK itself, in the folder of its own.
    return key === "sourcePosition" && String(value).includes("/node_modules/") ? "sdk" : value;
  });
  return JSON.parse(text) as { op: string; urn: string };
}

function keyOf({ op, urn }: { op: string; urn: string }): string {
  return `${op === "refresh" ? 0 : 1} ${urn} ${op}`;
}

/** What stands in place of the folder of the program. */
const projectFolder = "/project";

function normalised(text: string): unknown {
  const folder = /[^'"\s(]*\/\.tmp\/program-[A-Za-z0-9_-]+\/program/g;
  const ids = new Map<string, string>();
  const texts = text
    .replace(folder, projectFolder)
    // The folder that the program's packages stand in.
    .replaceAll(process.cwd(), "/packages")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080")
    .replace(/(pulumi-nodejs::default::)([0-9a-f-]{36})/g, (_, provider: string, id: string) => provider + numbered(ids, id))
    .replace(/\brequest-\d+/g, "request-000001")
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "2026-01-02T03:04:05.678Z")
    .replace(/\bv1:[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+/g, "v1:…");
  return JSON.parse(texts, (key, value: unknown) => {
    if (key === "duration") return 0;
    if (key === "__instance") return undefined;
    if (key === "seed" || key === "magic") return "…";
    // The first place is the program's own; the others are those of the runner.
    if (key === "stackTrace" && Array.isArray(value))
      return (value as unknown[]).filter((frame) => !/"project:\/\/\/\.\.\/|^\{\}$/.test(JSON.stringify(frame)));
    return value;
  });
}

function numbered(ids: Map<string, string>, id: string): string {
  // What is not known yet has an identifier of its own, which stays.
  if (id.startsWith("04da6b54-")) return id;
  const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, "0")}`;
  ids.set(id, known);
  return known;
}
