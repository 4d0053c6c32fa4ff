import { equals } from "../../provider/values/json";
import { approvalOf, newRunKey } from "../approval";
import { projectFile, projectName } from "../project-file";
import { withProgress } from "../progress";
import { isSecret } from "../review/values";
import type { Preview, RawStep } from "../review/inputs";
import type { Review } from "../review/model";
import { type Costs, reviewOf, stackOutputs } from "../review/read";
import type { Context } from "./context";
import { runPreview } from "./pulumi";

export type Examined = Awaited<ReturnType<typeof examine>>;

/** Runs the preview, and reviews it. */
export async function examine(context: Context, costs: Costs = {}) {
  return withProgress(context.command, "nothing was applied", context.terminal, async (showStep) => {
    showStep("previewing");
    const key = newRunKey();
    const run = await runPreview(context, key);
    const { preview } = run;
    const read = reviewOf(preview, costs);
    const isWhole = run.code === 0 || !read.complete;
    const review: Review = { ...(isWhole ? read : { ...read, complete: false, failed: true }), ...(await nameOf(context, read)) };
    const changesOptions = (preview.steps ?? []).some(hasOtherOptions);
    const { complete, changes, outputs, services } = review;
    return {
      review,
      approval: complete ? approvalOf(review, preview, key) : undefined,
      /** Sentences for the comment about how the preview ran. */
      notes: [...(context.runsProgram ? [] : [ranWithout]), ...(changesOptions ? [newOptions] : [])],
      /** True if an update would send nothing, and leave the state as it is. */
      isEmpty: complete && changes.length + outputs.length + services.length === 0 && !changesOptions && !hasSecretOutputs(preview),
      missing: missingSecrets(context, run.events.length > 0, review),
    };
  });
}

const ranWithout =
  "Pulumi crashed with `--run-program`, so this preview ran without it: the provider used the settings in the state, such as an earlier API key.";

const newOptions =
  "The update writes a resource's new name or options, such as an alias, `protect` or `dependsOn`, to the state, and sends no request.";

/** Returns true if the program gives a resource another name or other options: the engine does not count that as a change. */
function hasOtherOptions({ oldState: then, newState: now }: RawStep): boolean {
  const options = ["urn", "parent", "provider", "dependencies", "protect", "retainOnDelete", "deletedWith", "customTimeouts"] as const;
  // Some SDKs list dependencies in no fixed order.
  const ordered = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  return then !== undefined && now !== undefined && options.some((name) => !equals(ordered(then[name]), ordered(now[name])));
}

/** Returns true if the stack has secret outputs: the engine shows none, so only an update keeps them current. */
function hasSecretOutputs({ events = [] }: Preview): boolean {
  return stackOutputs(events).some((state) => Object.values(state.new?.outputs ?? {}).some(isSecret));
}

/** The variables that hold a run's secrets. A job that does not get a secret has its variable with an empty text. */
const secretVariables = ["PULUMI_ACCESS_TOKEN", "PULUMI_CONFIG_PASSPHRASE", "GRAPHPLANE_API_KEY"];

/** The secrets that a failed run lacks: the provider records a missing API key; an engine that did not begin may lack its own. */
function missingSecrets({ terminal }: Context, hasStarted: boolean, { settings, complete }: Review): string | undefined {
  if (complete) return undefined;
  if (settings.includes("apiKey")) return "graphplane:apiKey (GRAPHPLANE_API_KEY)";
  const empty = secretVariables.filter((name) => terminal.environment[name] === "");
  return hasStarted || empty.length === 0 ? undefined : empty.join(", ");
}

/** The stack's name: as the preview has it, otherwise by the option and the project's file. */
async function nameOf(context: Context, { project, stack }: Review): Promise<Pick<Review, "project" | "stack">> {
  if (project !== "" || stack !== "") return { project, stack };
  const file = projectFile(context.folder);
  const given = context.stack ?? (await selectedStack(context));
  const name = file === undefined ? "" : projectName(file);
  return name === "" || given === undefined ? { project, stack } : { project: name, stack: given.split("/").at(-1) ?? given };
}

async function selectedStack(context: Context): Promise<string | undefined> {
  const { code, stdout } = await context.pulumi(["stack", "--show-name", "--non-interactive"]);
  return code === 0 && stdout.trim() !== "" ? stdout.trim() : undefined;
}
