import type { PulumiRun } from "../pulumi";
import type { Context } from "./context";

/** The arguments that a preview and an update have in common. */
export function commonArguments({ stack, pack, passed }: Context, withProgram: boolean): string[] {
  return [
    ...(stack === undefined ? [] : ["--stack", stack]),
    "--non-interactive",
    "--refresh",
    ...(withProgram ? ["--run-program"] : []),
    ...(pack === undefined ? [] : ["--policy-pack", pack]),
    ...passed,
  ];
}

/** Runs a command with `--run-program`; if the engine panics, once more without it. `again` describes that for the user. */
export async function runWithProgram(
  context: Context,
  withProgram: boolean,
  again: string,
  command: (withProgram: boolean) => Promise<PulumiRun>,
): Promise<{ readonly run: PulumiRun; readonly withProgram: boolean }> {
  const run = await command(withProgram);
  if (!withProgram || !hasPanicked(run)) return { run, withProgram };
  context.note(`Pulumi crashed with --run-program (a known fault with renamed components); ${again} without it.`);
  return { run: await command(false), withProgram: false };
}

/** Returns true if the engine itself failed, as with renamed components and `--run-program`. */
export function hasPanicked({ code, stdout, stderr }: PulumiRun): boolean {
  return code !== 0 && [stderr, stdout].some((text) => /^(?:.*\b)?(?:panic: |fatal error: )|^goroutine \d+ \[/m.test(text));
}

/** Returns true if another run holds the stack. */
export function isLocked({ code, stdout, stderr }: PulumiRun): boolean {
  return code !== 0 && /stack is currently locked|another update is currently in progress/i.test(`${stderr}\n${stdout}`);
}

export function withoutColours(text: string): string {
  return text.replace(/\u001b\[[0-9;]*m/g, "");
}
