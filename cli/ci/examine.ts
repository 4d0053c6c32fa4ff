import { equals } from "../../provider/values/json";
import { approvalOf, newRunKey } from "../approval";
import { projectFile, projectName } from "../project-file";
import { withProgress } from "../progress";
import { formats } from "../review/formats";
import type { Preview, RawStep } from "../review/inputs";
import { markerOf } from "../review/marker";
import type { RenderOptions, Review } from "../review/model";
import { type Costs, reviewOf, stackOutputs } from "../review/read";
import { isSecret } from "../review/values";
import { stackName } from "../review/words";
import type { Context } from "./context";
import { runPreview, runUpdate } from "./pulumi";

export type Examined = Awaited<ReturnType<typeof examine>>;

/** Runs a preview and reviews it. */
async function examine(context: Context, costs: Costs = {}) {
  return withProgress(context.command, "nothing was applied", context.terminal, async (showStep) => {
    showStep("previewing");
    const key = newRunKey();
    const run = await runPreview(context, key);
    const { preview } = run;
    const read = reviewOf(preview, costs);
    const isWhole = run.code === 0 || !read.complete;
    const review: Review = { ...(isWhole ? read : { ...read, complete: false, failed: true }), ...(await stackOf(context, read)) };
    const changesOptions = (preview.steps ?? []).some(hasOtherOptions);
    const { complete, changes, outputs, services } = review;
    return {
      review,
      approval: complete ? approvalOf(review, preview, key) : undefined,
      /** Additional sentences for the comment. */
      notes: [...(context.runsProgram ? [] : [ranWithout]), ...(changesOptions ? [newOptions] : [])],
      /** True if an update would send no requests and not change the state. */
      isEmpty: complete && changes.length + outputs.length + services.length === 0 && !changesOptions && !hasSecretOutputs(preview),
      missingSecret: missingSecrets(context, run.events.length > 0, review),
    };
  });
}

/** The functions that run the engine, which tests replace. */
export const engine = { examine, runUpdate };

export type Engine = typeof engine;

/** Returns the stack of a review, its rendering options, its Markdown, and its fingerprint if it can be applied. */
export function present(context: Context, { review, notes }: Examined, more: Pick<RenderOptions, "drift" | "merges"> = {}) {
  const { directory, folder, run, narrowed } = context;
  const options = { directory, folder, run, notes, narrowed, ...more };
  const stack = stackName(review) ?? context.stack ?? "unknown";
  const markdown = formats.markdown(review, options);
  return { stack, id: { stack, folder }, options, markdown, fingerprint: markerOf(markdown)?.fingerprint };
}

/** Explains why a preview cannot be applied, as a sentence without its subject. Undefined for a complete preview. */
export function problemOf({ review, missingSecret }: Pick<Examined, "review" | "missingSecret">): string | undefined {
  const { complete, failed, violations, messages } = review;
  if (missingSecret !== undefined) return `failed: ${missingSecret} is missing. Add it to the job's \`env\`.`;
  if (complete) return undefined;
  const policies = violations.flatMap(({ mandatory, policy }) => (mandatory ? policy : []));
  if (policies.length > 0) return `violates a mandatory policy: ${[...new Set(policies)].join(", ")}.`;
  const errors = messages.filter(({ severity }) => severity === "error").flatMap(({ text }) => text.split("\n"));
  const cause = errors.find((line) => /\berror:/.test(line)) ?? errors.find((line) => line.trim() !== "") ?? "the log contains the cause";
  return failed ? `failed: ${cause.replace(/^.*?\berror:/, "").trim()}` : "is incomplete, so an update could send other requests.";
}

const ranWithout =
  "Pulumi crashed with `--run-program`, so this preview ran without it: the provider used the settings in the state, such as an earlier API key.";

const newOptions =
  "The update writes a resource's new name or options, such as an alias, `protect` or `dependsOn`, to the state, and sends no request.";

/** Returns true if the program changes a resource's name or options, which the engine does not report as a change. */
function hasOtherOptions({ oldState: then, newState: now }: RawStep): boolean {
  const options = ["urn", "parent", "provider", "dependencies", "protect", "retainOnDelete", "deletedWith", "customTimeouts"] as const;
  // Some SDKs list dependencies in an unpredictable order.
  const ordered = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  return then !== undefined && now !== undefined && options.some((name) => !equals(ordered(then[name]), ordered(now[name])));
}

/** Returns true if the stack has secret outputs. The engine's events hide their values, so only an update can detect a change. */
function hasSecretOutputs({ events }: Preview): boolean {
  return stackOutputs(events).some((state) => Object.values(state.new?.outputs ?? {}).some(isSecret));
}

/** The environment variables that contain the secrets of a run. If the host does not pass a secret to a job, its variable is empty. */
const secretVariables = ["PULUMI_ACCESS_TOKEN", "PULUMI_CONFIG_PASSPHRASE", "GRAPHPLANE_API_KEY"];

/** Returns the secrets that are missing from a failed run. The provider records a missing API key; without its own secrets, the engine does not start. */
function missingSecrets({ terminal }: Context, hasStarted: boolean, { settings, complete }: Review): string | undefined {
  if (complete) return undefined;
  if (settings.includes("apiKey")) return "graphplane:apiKey (GRAPHPLANE_API_KEY)";
  const empty = secretVariables.filter((name) => terminal.environment[name] === "");
  return hasStarted || empty.length === 0 ? undefined : empty.join(", ");
}

/** Returns the project and the stack from the preview. If the preview does not contain them, they come from the project file and the option. */
async function stackOf(context: Context, { stack }: Review): Promise<Partial<Pick<Review, "project" | "stack">>> {
  if (stack !== "") return {};
  const file = projectFile(context.cwd);
  const given = context.stack ?? (await selectedStack(context));
  return file === undefined || given === undefined ? {} : { project: projectName(file), stack: given.split("/").at(-1) ?? given };
}

async function selectedStack(context: Context): Promise<string | undefined> {
  const { code, stdout } = await context.pulumi(["stack", "--show-name", "--non-interactive"]);
  return code === 0 && stdout.trim() !== "" ? stdout.trim() : undefined;
}
