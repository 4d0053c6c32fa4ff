import { exit } from "../command";
import { exitCodeOf } from "../review/exit-code";
import { formats } from "../review/formats";
import { isMarked, type StackId } from "../review/marker";
import { stackName } from "../review/words";
import type { Context, Outcome } from "./context";
import { examine } from "./examine";
import type { Published } from "./host";

const label = "graphplane-drift";

/** Previews the unchanged program, and keeps one issue while the live settings differ from it. */
export async function drift(context: Context): Promise<Outcome> {
  const { ci, isDry } = context;
  const keepsIssue = ci.connect !== undefined && !isDry;
  if (keepsIssue) void context.host;
  const { review, missing, notes } = await examine(context);
  const stack = stackName(review) ?? "unknown";
  const id = context.stackId(stack);
  const rendering = { directory: context.directory, run: context.run, notes, drift: true, folder: id.folder };
  const text = formats.markdown(review, rendering);
  const changes = review.changes.length + review.services.length;
  const comment = keepsIssue ? await keepIssue(context, id, review.complete ? text : undefined, changes === 0) : undefined;
  await context.writeSummary(text);
  context.print(formats.text(review, rendering));
  if (missing !== undefined)
    context.reportFailure(`The live settings could not be read: ${missing} is missing. Add it to the job's \`env\`.`);
  else if (!review.complete) context.reportFailure(`The live settings of ${stack} could not be read; the report says why.`);
  return {
    stack,
    commit: context.commit,
    comment,
    changes: review.changes.length,
    exitCode: review.complete ? exit.fine : exitCodeOf(review, {}),
  };
}

/** Opens, updates or closes the issue. Without a report, an open issue keeps its findings and gets one line about the failed check. */
async function keepIssue(context: Context, id: StackId, report: string | undefined, isGone: boolean): Promise<Published | undefined> {
  const { host } = context;
  const open = (await host.issues(label)).filter(isMarked("drift", id));
  const [first] = open;
  if (report !== undefined && isGone) {
    for (const { id } of open) await host.closeIssue(id);
    return first && { id: first.id, action: "closed" };
  }
  const body = context.redact(report ?? withUnread(first?.body ?? "", context));
  if (first !== undefined) {
    await host.editIssue(first.id, body);
    return { id: first.id, action: "updated" };
  }
  if (report === undefined) return undefined;
  const made = await host.openIssue(label, `Drift in ${id.stack}`, body);
  return { id: made.id, action: "created" };
}

const unreadMark = "<!-- graphplane-unread -->";

/** The earlier report, with a line about a check that could read nothing, in place of an earlier such line. */
function withUnread(body: string, { run }: Context): string {
  const lines = body.trimEnd().split("\n");
  const marker = lines.pop() ?? "";
  const kept = lines.filter((line) => !line.endsWith(unreadMark)).join("\n");
  const log = run?.url === undefined ? "the run" : `[the run](${run.url})`;
  return `${kept.trimEnd()}\n\nThe check${run === undefined ? "" : ` of ${run.at}`} could not read the live settings: see the log of ${log}. ${unreadMark}\n\n${marker}\n`;
}
