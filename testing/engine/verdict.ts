import { type Deployment } from "./deployment";
import { compareInputs, type PropertyChange, type PropertyDiff, SECRET_MARK, showAt } from "./diff";
import { type DetailedChange } from "./resource-host";
import { type ResourceState } from "./state";
import { type Properties } from "./values";

/** What a provider's answer to Diff comes to. */
export interface Verdict {
  changed: boolean;
  diff: PropertyDiff;
  replaceKeys: string[];
  deleteBeforeReplace: boolean;
}

/** Asks the old state's provider what changed; where it leaves that open, the inputs decide. */
export async function diffWithProvider(
  deployment: Deployment,
  old: ResourceState,
  oldInputs: Properties,
  news: Properties,
  ignoreChanges: string[],
): Promise<Verdict> {
  const host = await deployment.host(old);
  const answer = await host.diff(old, news, ignoreChanges);
  const { replaces, deleteBeforeReplace, detailed = {}, warning } = answer;
  if (warning) deployment.report.say("warning", warning, old.urn);
  if (answer.changes !== "unknown") {
    const diff = readDetailed(detailed, { inputs: oldInputs, outputs: old.outputs }, news);
    return { changed: answer.changes === "some", diff, replaceKeys: replaces, deleteBeforeReplace };
  }
  const diff = compareInputs(oldInputs, keepIgnoredChanges({ inputs: news, ignoreChanges }, oldInputs));
  return { changed: Object.keys(diff).length > 0, diff, replaceKeys: replaces, deleteBeforeReplace };
}

/** The values behind what a provider says itself. */
function readDetailed(
  detailed: Record<string, DetailedChange>,
  olds: { inputs: Properties; outputs: Properties },
  news: Properties,
): PropertyDiff {
  return Object.fromEntries(
    Object.entries(detailed).map(([path, { kind, replaces, inputDiff }]) => {
      const change: PropertyChange = { kind, inputDiff, ...(replaces && { replaces }) };
      const values = [showAt(inputDiff ? olds.inputs : olds.outputs, path), showAt(news, path)];
      // What is secret on one side is on the other, whatever mark it bears there.
      const secret = values.includes(SECRET_MARK);
      const [before, after] = values.map((value) => (secret && value !== undefined ? SECRET_MARK : value));
      if (kind !== "add" && before !== undefined) change.old = before;
      if (kind !== "delete" && after !== undefined) change.new = after;
      return [path, change];
    }),
  );
}

/** The inputs, with the old values of those whose changes are to be ignored. */
export function keepIgnoredChanges(goal: { inputs: Properties; ignoreChanges: string[] }, olds: Properties): Properties {
  const inputs = { ...goal.inputs };
  for (const key of goal.ignoreChanges) {
    const old = olds[key];
    if (old === undefined) delete inputs[key];
    else inputs[key] = old;
  }
  return inputs;
}
