import { approvalVariable } from "../approval";
import type { Context } from "./context";
import { commonArguments } from "./examine";
import { hasPanicked, isLocked, type PulumiRun, runPulumi } from "./pulumi";

/** An update that has ended. */
export type Updated =
  | { readonly is: "applied" }
  /** Another run holds the stack: nothing was done. */
  | { readonly is: "locked" }
  /** `output` is what pulumi printed, without colours. */
  | { readonly is: "failed"; readonly output: string };

export interface UpdateOptions {
  readonly pack?: string | undefined;
  /** The saved plan of the preview: the update does nothing that is not in it. */
  readonly plan: string | undefined;
  /** The file of the approved requests: the provider sends no other. */
  readonly approval: string;
  readonly withProgram: boolean;
}

/** Runs `pulumi up`, bound to a preview by its saved plan and by the approval of its requests. A lock that a failed engine leaves behind is removed. */
export async function update(context: Context, options: UpdateOptions): Promise<Updated> {
  const run = await up(context, options, options.withProgram);
  if (!hasPanicked(run)) return outcomeOf(run);
  await unlock(context);
  if (!options.withProgram) return outcomeOf(run);
  context.note("Pulumi crashed with --run-program (a known fault with renamed components); applying without it.");
  const again = await up(context, options, false);
  if (hasPanicked(again)) await unlock(context);
  return outcomeOf(again);
}

function up(context: Context, { pack, plan, approval }: UpdateOptions, withProgram: boolean): Promise<PulumiRun> {
  const bound = plan === undefined ? [] : ["--plan", plan];
  const args = ["up", "--yes", "--skip-preview", ...bound, ...commonArguments(context, pack, withProgram)];
  const { folder, pulumiEnvironment, terminal } = context;
  return runPulumi(args, {
    folder,
    env: { ...pulumiEnvironment, [approvalVariable]: approval },
    stopped: terminal.stopped,
    onOut: (line) => context.stream(line, false),
    onErr: (line) => context.stream(line, true),
  });
}

function outcomeOf(run: PulumiRun): Updated {
  if (run.code === 0) return { is: "applied" };
  if (isLocked(run)) return { is: "locked" };
  return { is: "failed", output: `${run.stdout}\n${run.stderr}`.replace(/\u001b\[[0-9;]*m/g, "") };
}

/** Removes the lock of an update of this run whose engine has failed. */
async function unlock(context: Context): Promise<void> {
  const { folder, pulumiEnvironment: env, stack, terminal } = context;
  const args = ["cancel", "--yes", "--non-interactive", ...(stack === undefined ? [] : ["--stack", stack])];
  const { code } = await runPulumi(args, { folder, env, stopped: terminal.stopped, onErr: (line) => context.stream(line, true) });
  if (code !== 0) context.note('the stack may still be locked; run "pulumi cancel".');
}
