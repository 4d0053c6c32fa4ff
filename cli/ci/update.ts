import { approvalVariable } from "../../client/http/approval";
import type { PulumiRun } from "../pulumi";
import type { Context } from "./context";
import type { Examined } from "./examine";
import { commonArguments, hasPanicked, runWithProgram } from "./pulumi";

/**
 * Runs `pulumi up`, bound to a preview: the engine does nothing that is not in its saved plan, and the provider sends no request
 * that is not in the file of its approval. A lock that a failed engine leaves behind is removed.
 */
export async function update(context: Context, { plan, withProgram }: Examined, approval: string): Promise<PulumiRun> {
  const { onOut, onErr } = context;
  const bound = plan === undefined ? [] : ["--plan", plan];
  const updated = await runWithProgram(context, withProgram, "applying", async (isWith) => {
    const args = ["up", "--yes", "--skip-preview", ...bound, ...commonArguments(context, isWith)];
    const run = await context.pulumi(args, { env: { [approvalVariable]: approval }, onOut, onErr });
    if (hasPanicked(run)) await unlock(context);
    return run;
  });
  return updated.run;
}

/** Removes the lock of an update of this run whose engine has failed. */
async function unlock(context: Context): Promise<void> {
  const { stack, onErr } = context;
  const args = ["cancel", "--yes", "--non-interactive", ...(stack === undefined ? [] : ["--stack", stack])];
  const { code } = await context.pulumi(args, { onErr });
  if (code !== 0) context.note('the stack may still be locked; run "pulumi cancel".');
}
