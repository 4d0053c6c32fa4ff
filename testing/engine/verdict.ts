import { type Deployment } from "./deployment";
import { compareInputs, type PropertyDiff, showAt } from "./diff";
import { dependenciesOf, isProvider, type ResourceState } from "./state";
import { type Properties, SECRET_MARK, UNKNOWN } from "./values";

/** The change of a resource. */
export interface Verdict {
  changed: boolean;
  diff: PropertyDiff;
  replaceKeys: string[];
  deleteBeforeReplace: boolean;
}

/** Asks the old state's provider what changed; if it leaves that open, the inputs decide. */
export async function diffWithProvider(
  deployment: Deployment,
  old: ResourceState,
  oldInputs: Properties,
  news: Properties,
  ignoreChanges: string[],
): Promise<Verdict> {
  const host = await deployment.host(old);
  const { changes, replaces: replaceKeys, deleteBeforeReplace, detailed = {}, warning } = await host.diff(old, news, ignoreChanges);
  if (warning) deployment.report.say("warning", warning, old.urn);
  if (changes !== "unknown") {
    const diff = withValues(detailed, { inputs: oldInputs, outputs: old.outputs }, news);
    return { changed: changes === "some", diff, replaceKeys, deleteBeforeReplace };
  }
  const diff = compareInputs(oldInputs, keepIgnoredChanges({ inputs: news, ignoreChanges }, oldInputs));
  return { changed: Object.keys(diff).length > 0, diff, replaceKeys, deleteBeforeReplace };
}

/** Adds the values to a provider's own comparison. */
function withValues(detailed: PropertyDiff, olds: { inputs: Properties; outputs: Properties }, news: Properties): PropertyDiff {
  return Object.fromEntries(
    Object.entries(detailed).map(([path, change]) => {
      const values = [showAt(change.inputDiff ? olds.inputs : olds.outputs, path), showAt(news, path)];
      // A value that is secret on one side is secret on the other, even if it is not marked there.
      const secret = values.includes(SECRET_MARK);
      const [before, after] = values.map((value) => (secret && value !== undefined ? SECRET_MARK : value));
      return [
        path,
        {
          ...change,
          ...(change.kind !== "add" && before !== undefined && { old: before }),
          ...(change.kind !== "delete" && after !== undefined && { new: after }),
        },
      ];
    }),
  );
}

/** The inputs, with the old values of those whose changes are ignored. */
export function keepIgnoredChanges(goal: { inputs: Properties; ignoreChanges: string[] }, olds: Properties): Properties {
  const inputs = { ...goal.inputs };
  for (const key of goal.ignoreChanges) {
    const old = olds[key];
    if (old === undefined) delete inputs[key];
    else inputs[key] = old;
  }
  return inputs;
}

/** A resource that must be deleted before one that it depends on, and the properties that require it. */
export interface CondemnedDependent {
  state: ResourceState;
  keys: string[];
}

/**
 * Finds the old resources that must be deleted before `root`, in dependency order: those that would themselves be replaced if
 * the inputs that they took from it were unknown. Resources that only depend on it otherwise stay.
 */
export async function condemnedDependents(
  deployment: Deployment,
  root: ResourceState,
  isSettled: (state: ResourceState) => boolean,
): Promise<CondemnedDependent[]> {
  const condemned: CondemnedDependent[] = [];
  const replaced = new Set([root.urn]);
  for (const state of dependents(deployment, root)) {
    if (isSettled(state) || !state.custom || state.external || isProvider(state)) continue;
    const inputs = withUnknowns(state, replaced);
    if (!inputs) continue;
    const verdict = await diffWithProvider(deployment, state, state.inputs, inputs, state.ignoreChanges);
    if (!verdict.changed || verdict.replaceKeys.length === 0) continue;
    replaced.add(state.urn);
    condemned.push({ state, keys: verdict.replaceKeys });
  }
  return condemned;
}

/** The old states that depend on one, directly or not, in the order of the checkpoint, which is topological. */
function dependents(deployment: Deployment, root: ResourceState): ResourceState[] {
  const { old } = deployment.snapshot;
  const reached = new Set([root.urn]);
  const found: ResourceState[] = [];
  for (const state of old.slice(old.indexOf(root) + 1)) {
    if (!dependenciesOf(state).some((urn) => reached.has(urn))) continue;
    reached.add(state.urn);
    found.push(state);
  }
  return found;
}

/** The inputs, those from a replaced resource unknown; undefined if there are none of those. */
function withUnknowns(state: ResourceState, replaced: ReadonlySet<string>): Properties | undefined {
  const touched = Object.keys(state.inputs).filter((key) => state.propertyDependencies[key]?.some((urn) => replaced.has(urn)));
  if (touched.length === 0) return undefined;
  return { ...state.inputs, ...Object.fromEntries(touched.map((key) => [key, UNKNOWN])) };
}
