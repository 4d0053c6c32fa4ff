import { type Deployment } from "./deployment";
import { Halted } from "./errors";
import { dependenciesOf, type ResourceState } from "./state";
import { remove } from "./steps";

/**
 * Deletes the resources that the program did not declare (in a destroy all of them) and those that were replaced: each as soon as
 * all that depend on it are deleted, in parallel if possible.
 */
export async function removeUnwanted(deployment: Deployment): Promise<void> {
  const { snapshot } = deployment;
  const unwanted = snapshot.old.filter((state) => !snapshot.isDone(state) && (state.delete || !snapshot.claimed.has(state)));
  const removals = new Map<ResourceState, Promise<boolean>>();
  // From the last to the first: dependents come after what they depend on.
  for (const [index, state] of [...unwanted.entries()].reverse()) {
    const dependents = unwanted.slice(index + 1).filter((later) => dependsOn(deployment, later, state));
    const before = dependents.flatMap((dependent) => removals.get(dependent) ?? []);
    removals.set(state, removeAfter(deployment, state, before));
  }
  await Promise.all(removals.values());
}

async function removeAfter(deployment: Deployment, state: ResourceState, before: Promise<boolean>[]): Promise<boolean> {
  const gone = await Promise.all(before);
  if (gone.includes(false)) return false;
  try {
    if (state.pendingReplacement) await forget(deployment, state);
    else await deployment.operate(() => remove(deployment, state, { replacing: state.delete }));
    return true;
  } catch (error) {
    if (error instanceof Halted) return false;
    throw error;
  }
}

/** Completes the deletion for a replacement that was never created. */
async function forget(deployment: Deployment, state: ResourceState): Promise<void> {
  const { report, snapshot } = deployment;
  report.end(report.begin("remove-pending-replace", state));
  await snapshot.end(state, { done: state });
}

function dependsOn(deployment: Deployment, later: ResourceState, earlier: ResourceState): boolean {
  const urns = dependenciesOf(later);
  return urns.includes(earlier.urn) || urns.some((urn) => deployment.snapshot.canonical(urn) === earlier.urn);
}
