import { exit } from "../command";
import { exitCodeOf } from "../review/exit-code";
import { formats } from "../review/formats";
import { isMarked } from "../review/marker";
import { stackName } from "../review/words";
import type { Context, Outcome } from "./context";
import { examine } from "./examine";
import type { Published } from "./host";

const label = "graphplane-drift";

/** Previews the unchanged program, and keeps one issue while the live settings differ from it. */
export async function drift(context: Context): Promise<Outcome> {
  const { place, isDry } = context;
  const keepsIssue = place.connect !== undefined && !isDry;
  if (keepsIssue) void context.host;
  const { review, missing, notes } = await examine(context);
  const rendering = { directory: context.directory, run: context.run, notes, drift: true };
  const text = formats.markdown(review, rendering);
  context.say(formats.text(review, rendering));
  await context.summarize(text);
  const stack = stackName(review) ?? "unknown";
  if (missing !== undefined) context.fail(`The secret ${missing} is missing: the live settings could not be read. Give it to the job.`);
  else if (!review.complete) context.fail(`The live settings of ${stack} could not be read; the report says why.`);
  const changes = review.changes.length + review.services.length;
  const comment = keepsIssue ? await keepIssue(context, stack, text, review.complete && changes === 0) : undefined;
  return {
    stack,
    commit: context.commit,
    comment,
    changes: review.changes.length,
    exitCode: review.complete ? exit.fine : exitCodeOf(review, {}),
  };
}

async function keepIssue(context: Context, stack: string, text: string, isGone: boolean): Promise<Published | undefined> {
  const { host } = context;
  const body = context.clean(text);
  const open = (await host.issues(label)).filter(isMarked("drift", stack));
  const [first] = open;
  if (isGone) {
    for (const { id } of open) await host.closeIssue(id);
    return first && { id: first.id, action: "closed" };
  }
  if (first !== undefined) {
    await host.editIssue(first.id, body);
    return { id: first.id, action: "updated" };
  }
  const { id } = await host.openIssue(label, `Drift in ${stack}`, body);
  return { id, action: "created" };
}
