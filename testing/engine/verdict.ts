import { type Deployment } from "./deployment";
import { compareInputs, type PropertyDiff } from "./diff";
import { type ResourceState } from "./state";
import { type Properties } from "./values";

/** What a provider's answer to Diff comes to. */
export interface Verdict {
  changed: boolean;
  diff: PropertyDiff;
  replaceKeys: string[];
  deleteBeforeReplace: boolean;
}

/** Asks the provider what changed; where it leaves that open, the inputs decide. */
export async function diffWithProvider(
  deployment: Deployment,
  old: ResourceState,
  oldInputs: Properties,
  news: Properties,
  ignoreChanges: string[],
): Promise<Verdict> {
  const host = await deployment.host();
  const answer = await host.diff(old, news, ignoreChanges);
  const { replaces, deleteBeforeReplace } = answer;
  if (answer.changes !== "unknown") return { changed: answer.changes === "some", diff: {}, replaceKeys: replaces, deleteBeforeReplace };
  const diff = compareInputs(oldInputs, keepIgnoredChanges({ inputs: news, ignoreChanges }, oldInputs));
  return { changed: Object.keys(diff).length > 0, diff, replaceKeys: replaces, deleteBeforeReplace };
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
