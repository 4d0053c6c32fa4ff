import { approvalVariable } from "../../client/http/approval";
import type { PulumiRun } from "../pulumi";
import type { Context } from "./context";

export function commonOptions({ stack, pack, passed, runsProgram }: Context): string[] {
  return [
    ...(stack === undefined ? [] : ["--stack", stack]),
    "--non-interactive",
    "--refresh",
    ...(runsProgram ? ["--run-program"] : []),
    ...(pack === undefined ? [] : ["--policy-pack", pack]),
    ...passed,
  ];
}

/** Runs a command; if the engine panics, once more without `--run-program`. `again` describes that for the user. */
export async function withoutPanic(context: Context, again: string, command: () => Promise<PulumiRun>): Promise<PulumiRun> {
  const run = await command();
  if (!context.runsProgram || !hasPanicked(run)) return run;
  context.note(`Pulumi crashed with --run-program (a known bug with renamed components); ${again} without it.`);
  context.runsProgram = false;
  return command();
}

/**
 * Runs `pulumi up`, bound to a preview: the engine does nothing that is not in its saved plan, and the provider sends no request
 * that is not in the file of its approval. A lock that a failed engine leaves behind is removed.
 */
export function update(context: Context, plan: string | undefined, approval: string): Promise<PulumiRun> {
  const { onOut, onErr } = context;
  const bound = plan === undefined ? [] : ["--plan", plan];
  return withoutPanic(context, "applying", async () => {
    const args = ["up", "--yes", "--skip-preview", ...bound, ...commonOptions(context)];
    const run = await context.pulumi(args, { env: { [approvalVariable]: approval }, onOut, onErr });
    if (hasPanicked(run)) await unlock(context);
    return run;
  });
}

/** Removes the lock of an update of this run whose engine has failed. */
async function unlock(context: Context): Promise<void> {
  const { stack, onErr } = context;
  const args = ["cancel", "--yes", "--non-interactive", ...(stack === undefined ? [] : ["--stack", stack])];
  const { code } = await context.pulumi(args, { onErr });
  if (code !== 0) context.note('the stack may still be locked; run "pulumi cancel".');
}

function hasPanicked({ code, stdout, stderr }: PulumiRun): boolean {
  return code !== 0 && [stderr, stdout].some((text) => /^(?:.*\b)?(?:panic: |fatal error: )|^goroutine \d+ \[/m.test(text));
}

export function isLocked({ code, stdout, stderr }: PulumiRun): boolean {
  return code !== 0 && /stack is currently locked|another update is currently in progress/i.test(`${stderr}\n${stdout}`);
}

/** Sentences of pulumi or of the provider about a secret that is missing, and the secret's name. */
const missingSecrets: readonly (readonly [RegExp, string])[] = [
  [/PULUMI_ACCESS_TOKEN must be set/, "PULUMI_ACCESS_TOKEN"],
  [/passphrase must be set with PULUMI_CONFIG_PASSPHRASE/, "PULUMI_CONFIG_PASSPHRASE"],
  [/(graphplane:apiKey|GRAPHPLANE_API_KEY|apiKey of the provider) is missing/, "graphplane:apiKey (GRAPHPLANE_API_KEY)"],
];

/** The name of a secret that the run lacks, by what pulumi and the provider printed. */
export function missingSecret({ terminal }: Context, { stdout, stderr }: PulumiRun): string | undefined {
  const printed = `${stderr}\n${stdout}`;
  const [, name] = missingSecrets.find(([sentence]) => sentence.test(printed)) ?? [];
  if (name !== undefined) return name;
  // A job without secrets has the variable with an empty text, which pulumi takes for a passphrase.
  const isEmpty = terminal.environment["PULUMI_CONFIG_PASSPHRASE"] === "";
  return isEmpty && printed.includes("incorrect passphrase") ? "PULUMI_CONFIG_PASSPHRASE" : undefined;
}
