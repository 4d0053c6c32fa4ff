import { type Deployment } from "./deployment";
import { remove } from "./steps";

/**
 * Deletes the resources that the program did not declare (in a destroy all of them) and those that were replaced, the last first:
 * dependents come after what they depend on.
 */
export async function removeUnwanted(deployment: Deployment): Promise<void> {
  const { snapshot, report } = deployment;
  for (const state of snapshot.unwanted().reverse()) {
    if (state.pendingReplacement) {
      // The deletion for a replacement that was never created.
      report.begin("remove-pending-replace", state);
      snapshot.end({ done: state });
    } else await deployment.operate(() => remove(deployment, state, { replacing: state.delete }));
  }
}
