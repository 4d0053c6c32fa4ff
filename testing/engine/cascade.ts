import { type Deployment } from "./deployment";
import { dependenciesOf, isProvider, type ResourceState } from "./state";
import { type Properties, UNKNOWN } from "./values";
import { diffWithProvider } from "./verdict";

/** A resource that must go before one that it depends on can, and the properties that make it so. */
export interface CondemnedDependent {
  state: ResourceState;
  keys: string[];
}

/**
 * Finds the old resources that have to be deleted before `root` is, in dependency order: those that would
 * themselves be replaced if what they took from it were unknown. Resources that merely mention it stay.
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

/** The inputs with everything unknown that came from a replaced resource, or nothing if there is no such input. */
function withUnknowns(state: ResourceState, replaced: ReadonlySet<string>): Properties | undefined {
  const touched = Object.keys(state.inputs).filter((key) => state.propertyDependencies[key]?.some((urn) => replaced.has(urn)));
  if (touched.length === 0) return undefined;
  return { ...state.inputs, ...Object.fromEntries(touched.map((key) => [key, UNKNOWN])) };
}
