import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../../../cli/main";
import { formats } from "../../../../cli/review/formats";
import type { Review } from "../../../../cli/review/model";
import type { RawPlan, RawPreview, RawStep } from "../../../../cli/review/inputs";
import { parsePlan, parsePreview } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";

const recorded = join(__dirname, "../../../golden/preview-json");

/** What the CLI printed in one scene (tests/e2e/ci/scenes.ts), as text. */
export interface Sample {
  readonly exitCode: number;
  readonly preview: string;
  readonly plan: string | undefined;
}

/** The names of all recorded scenes. */
export const sampleNames = readdirSync(recorded).map((name) => name.replace(/\.json$/, ""));

export function sample(name: string): Sample {
  const { exitCode, preview, plan } = JSON.parse(readFileSync(join(recorded, `${name}.json`), "utf8")) as {
    exitCode: number;
    preview: unknown;
    plan?: unknown;
  };
  return { exitCode, preview: JSON.stringify(preview), plan: plan === undefined ? undefined : JSON.stringify(plan) };
}

export function previewOf(name: string): RawPreview {
  const preview = parsePreview(sample(name).preview);
  if (typeof preview === "string") throw new Error(preview);
  return preview;
}

export function planOf(name: string): RawPlan | undefined {
  const { plan } = sample(name);
  return plan === undefined ? undefined : parsePlan(plan);
}

export function sampleReview(name: string): Review {
  return reviewOf(previewOf(name), { plan: planOf(name) });
}

/** One kind of resource of this package, in a step that was not recorded. */
export interface Told {
  readonly kind?: string;
  readonly name: string;
  readonly op: string;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly more?: Partial<RawStep>;
}

/** A preview with the given steps, in the form of the recorded ones. */
export function previewWith(resources: readonly Told[], lines: readonly string[] = []): RawPreview {
  const root: RawStep = { op: "same", urn: "urn:pulumi:dev::movies::pulumi:pulumi:Stack::movies-dev" };
  const steps = resources.map(({ kind = "WorkspaceSettings", name, op, before, after, outputs, more }): RawStep => {
    const urn = `urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:${kind}::${name}`;
    const common = { urn, custom: true, sourcePosition: "project:///index.ts#9,22" };
    return {
      op,
      urn,
      ...(before === undefined ? {} : { oldState: { ...common, inputs: before, outputs: { ...before, ...outputs } } }),
      ...(after === undefined ? {} : { newState: { ...common, inputs: after } }),
      ...more,
    };
  });
  return { steps: [root, ...steps], diagnostics: lines.map((line) => ({ message: `graphplane: ${line}\n\n`, severity: "info" })) };
}

export const workspace = { workgroupId: "wg-1", workspaceId: "ws-1" };
export const path = "/workgroups/wg-1/workspaces/ws-1";

/** An update of the settings of the workspace `ws-1`, or of another one that `before` names. */
export const changed = (name: string, before: object, after: object, more: Partial<RawStep> = {}): Told => ({
  name,
  op: "update",
  before: { ...workspace, ...before },
  after: { ...workspace, ...before, ...after },
  more,
});

export const comment = (review: Review): string => formats.markdown(review, { directory: "" });

/** An empty folder that goes with the file of tests. */
export const folder = mkdtempSync(join(tmpdir(), "review-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file for the command. */
export function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Runs `graphplane review`. */
export async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(["review", ...args], {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    environment,
    now: () => new Date("2026-11-22T08:15:59Z"),
    stopped: new AbortController().signal,
  });
  return { code, out: out.join("\n"), err };
}
