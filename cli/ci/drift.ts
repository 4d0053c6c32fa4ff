import { exit } from "../command";
import { exitCodeOf } from "../review/exit-code";
import { formats } from "../review/formats";
import { isMarked, type StackId } from "../review/marker";
import type { Context, Outcome } from "./context";
import { type Engine, engine, present, problemOf } from "./examine";
import type { Published } from "./host";

const label = "graphplane-drift";

/** Previews the unchanged program, and keeps a single issue open as long as the live settings differ from it. */
export async function drift(context: Context, using: Pick<Engine, "examine"> = engine): Promise<Outcome> {
  const keepsIssue = context.ci.connect !== undefined && !context.isDry;
  // Reports a missing token before the long preview.
  if (keepsIssue) void context.host;
  const examined = await using.examine(context);
  const { review } = examined;
  const { stack, id, options, markdown } = present(context, examined, { drift: true });
  const hasDrift = review.changes.length + review.services.length > 0;
  const comment = keepsIssue ? await keepIssue(context, id, review.complete ? markdown : undefined, hasDrift) : undefined;
  await context.writeSummary(markdown);
  context.print(formats.text(review, options));
  const problem = problemOf(examined);
  if (problem !== undefined) context.reportFailure(`The preview of ${stack} ${problem}`);
  const exitCode = review.complete ? exit.fine : exitCodeOf(review, {});
  return { stack, commit: context.commit, comment, changes: review.changes.length, exitCode };
}

/** Opens, updates or closes the issue. If the check failed, an open issue keeps its content, and one line about the failed check is added. */
async function keepIssue(context: Context, id: StackId, report: string | undefined, hasDrift: boolean): Promise<Published | undefined> {
  const { host } = context;
  const open = (await host.issues(label)).filter(isMarked("drift", id));
  const [first] = open;
  if (report !== undefined && !hasDrift) {
    for (const { id } of open) await host.closeIssue(id);
    return first && { id: first.id, action: "closed" };
  }
  const body = context.redact(report ?? withFailedCheck(first?.body ?? "", context));
  if (first !== undefined) {
    await host.editIssue(first.id, body);
    return { id: first.id, action: "updated" };
  }
  if (report === undefined) return undefined;
  const created = await host.openIssue(label, `Drift in ${id.stack}`, body);
  return { id: created.id, action: "created" };
}

const failedCheckMark = "<!-- graphplane-unread -->";

/** Returns the earlier report with one line about the failed check, which replaces any earlier line of this kind. */
function withFailedCheck(body: string, { run }: Context): string {
  const lines = body.trimEnd().split("\n");
  const marker = lines.pop() ?? "";
  const kept = lines.filter((line) => !line.endsWith(failedCheckMark)).join("\n");
  const log = run?.url === undefined ? "the run" : `[the run](${run.url})`;
  return `${kept.trimEnd()}\n\nThe check${run === undefined ? "" : ` at ${run.at}`} could not read the live settings: see the log of ${log}. ${failedCheckMark}\n\n${marker}\n`;
}
