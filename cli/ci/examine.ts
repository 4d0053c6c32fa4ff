import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { approvalKeyVariable, recordsVariable } from "../../provider/announce/records";
import { equals, parseObject } from "../../provider/values/json";
import { approvalOf, newApprovalKey } from "../approval";
import { messageOf } from "../errors";
import { projectFile, projectName } from "../project-file";
import { withProgress } from "../progress";
import type { PulumiRun } from "../pulumi";
import { canBindToPlan } from "../review/cascade";
import { parseEvents, parsePlan, parsePreview, type PolicyEvent, type RawPreview, type RawStep } from "../review/inputs";
import type { Review } from "../review/model";
import { type Additions, type Costs, reviewOf } from "../review/read";
import type { Context } from "./context";
import { commonOptions, missingSecret, withoutPanic } from "./pulumi";

export type Examined = Awaited<ReturnType<typeof examine>>;

/** Runs the preview, and reviews it; `approves` if an update of the preview may follow. */
export async function examine(context: Context, { approves = false, ...costs }: Costs & { readonly approves?: boolean } = {}) {
  return withProgress(context.command, "nothing was applied", context.terminal, async (tell) => {
    tell("previewing");
    const plan = join(context.temporary, "plan.json");
    const key = approves ? newApprovalKey() : undefined;
    const env = { [recordsVariable]: "1", ...(key !== undefined && { [approvalKeyVariable]: key }) };
    const run = await withoutPanic(context, "previewing once more", async () => {
      await rm(plan, { force: true });
      const args = ["preview", "--json", "--save-plan", plan, ...commonOptions(context)];
      return context.pulumi(args, { env, onErr: context.onErr });
    });
    const raw = parsed(run);
    const events = needsPolicies(context, raw) ? await violationsOf(context) : undefined;
    const additions: Additions = { ...costs, plan: existsSync(plan) ? parsePlan(await readFile(plan, "utf8")) : undefined, events };
    const read = reviewOf(typeof raw === "string" ? (errorIn(run) ?? raw) : raw, additions);
    const isWhole = run.code === 0 || !read.complete;
    const review: Review = { ...(isWhole ? read : { ...read, complete: false, failed: true }), ...(await nameOf(context, read)) };
    const changesOptions = typeof raw !== "string" && (raw.steps ?? []).some(hasOtherOptions);
    const { complete, changes, outputs, services } = review;
    const canApprove = key !== undefined && complete && typeof raw !== "string";
    return {
      review,
      /** The saved plan, for the update that is bound to it; undefined if it may not fit. */
      plan: existsSync(plan) && canBindToPlan(review) ? plan : undefined,
      approval: canApprove ? approvalOf(review, raw, key) : undefined,
      /** Sentences for the comment about how the preview ran. */
      notes: [...(context.runsProgram ? [] : [ranWithout]), ...(changesOptions ? [newOptions] : [])],
      /** True if an update would send nothing, and leave the state as it is. */
      isEmpty: complete && changes.length + outputs.length + services.length === 0 && !changesOptions,
      missing: missingSecret(context, run),
    };
  });
}

const ranWithout =
  "Pulumi crashed with `--run-program`, so this preview ran without it: the provider used the settings in the state, such as an earlier API key.";

const newOptions =
  "The update writes a resource's new name or options, such as an alias, `protect` or `dependsOn`, to the state. That sends nothing.";

/** Returns true if the program gives a resource another name or other options: the engine does not count that as a change. */
function hasOtherOptions({ oldState: then, newState: now }: RawStep): boolean {
  const options = ["urn", "parent", "provider", "dependencies", "protect", "retainOnDelete", "deletedWith", "customTimeouts"] as const;
  // Some SDKs list dependencies in no fixed order.
  const ordered = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  return then !== undefined && now !== undefined && options.some((name) => !equals(ordered(then[name]), ordered(now[name])));
}

/** The preview, or the reason why it is missing. */
function parsed({ stdout }: PulumiRun): RawPreview | string {
  try {
    return parsePreview(stdout);
  } catch (error) {
    return `pulumi printed no preview: it ${messageOf(error)}`;
  }
}

/** The last error that pulumi printed itself. */
function errorIn({ stderr }: PulumiRun): string | undefined {
  const lines = stripVTControlCharacters(stderr).split("\n");
  const first = lines.findIndex((line) => /^(error|panic|fatal error): /.test(line));
  return first < 0 ? undefined : lines.slice(first, first + 5).join("\n");
}

/** The preview names violations of policies only in its stream of events. */
function needsPolicies({ passed, pack }: Context, raw: RawPreview | string): boolean {
  if (typeof raw === "string") return false;
  const errors = (raw.diagnostics ?? []).filter(({ severity }) => severity === "error");
  // Policies of an organization need no pack here.
  const isStopped = errors.length > 0 && errors.every(({ message }) => /^(error: )?preview failed\s*$/.test(message));
  return pack !== undefined || isStopped || passed.some((arg) => arg.startsWith("--policy-pack"));
}

/** The violations of policies. The stream holds secrets in messages for debugging: only violations are kept. */
async function violationsOf(context: Context): Promise<PolicyEvent[]> {
  const env = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
  const keeps = (line: string) => line.includes('"policyEvent"') && parseObject(line)?.["policyEvent"] !== undefined;
  const { stdout } = await context.pulumi(["preview", "--json", ...commonOptions(context)], { env, keeps });
  return parseEvents(stdout);
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
