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

/** The output of the CLI in one scene (tests/cli/ci/scenes.ts), as text. */
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

/** The review of a recorded scene. */
export function sampleReview(name: string): Review {
  return reviewOf(previewOf(name), { plan: planOf(name) });
}

/** A step that was not recorded, of a resource of this package. */
export interface Step {
  /** @default "WorkspaceSettings" */
  readonly kind?: string;
  readonly name: string;
  /** By default a creation, an update or a deletion, according to the states. */
  readonly op?: string;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly more?: Partial<RawStep>;
}

/** A preview with the given steps, in the form of the recorded ones. */
export function previewWith(resources: readonly Step[], lines: readonly string[] = []): RawPreview {
  const root: RawStep = { op: "same", urn: "urn:pulumi:dev::movies::pulumi:pulumi:Stack::movies-dev" };
  const steps = resources.map(({ kind = "WorkspaceSettings", name, op, before, after, outputs, more }): RawStep => {
    const usual = before === undefined ? "create" : after === undefined ? "delete" : "update";
    const urn = `urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:${kind}::${name}`;
    const common = { urn, custom: true, sourcePosition: "project:///index.ts#9,22" };
    return {
      op: op ?? usual,
      urn,
      ...(before === undefined ? {} : { oldState: { ...common, inputs: before, outputs: { ...before, ...outputs } } }),
      ...(after === undefined ? {} : { newState: { ...common, inputs: after } }),
      ...more,
    };
  });
  return { steps: [root, ...steps], diagnostics: lines.map((line) => ({ message: `graphplane: ${line}\n\n`, severity: "info" })) };
}

/** The review of such a preview. */
export function reviewWith(steps: readonly Step[], lines: readonly string[] = []): Review {
  return reviewOf(previewWith(steps, lines));
}

export const workspace = { workgroupId: "wg-1", workspaceId: "ws-1" };
export const path = "/workgroups/wg-1/workspaces/ws-1";

/** An update of the settings of the workspace `ws-1`, or of another one that `before` names. */
export const changed = (name: string, before: object, after: object, more: Partial<RawStep> = {}): Step => ({
  name,
  before: { ...workspace, ...before },
  after: { ...workspace, ...before, ...after },
  more,
});

/** The comment of a pull request. */
export const comment = (review: Review): string => formats.markdown(review, { directory: "" });

/** A folder that is removed after the tests of the file. */
export const folder = mkdtempSync(join(tmpdir(), "review-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file for the command. */
export function file(name: string, text: string | Buffer): string {
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
