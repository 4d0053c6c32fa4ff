import { type Deployment } from "./deployment";
import { Halted, messageOf } from "./errors";
import { shownInputs } from "./report";
import { type ResourceState } from "./state";

/** Reads every resource of the stack, and takes over what was found. A resource that cannot be read stops the deployment. */
export async function refresh(deployment: Deployment): Promise<void> {
  const { snapshot } = deployment;
  const found: ResourceState[] = [];
  for (const old of snapshot.old) {
    const state = deployment.stopping ? old : await refreshOne(deployment, old);
    if (state) found.push(state);
  }
  snapshot.old = found;
}

/** The state as found; undefined if the resource is gone. A state that could not be read stays as it was. */
async function refreshOne(deployment: Deployment, old: ResourceState): Promise<ResourceState | undefined> {
  const { report, host } = deployment;
  const step = report.begin("refresh", old, { found: "same", old, now: old });
  if (!old.custom || old.pendingReplacement) return old;
  try {
    const read = await deployment.operate(() => host.read(old.urn, old.id ?? "", old.inputs, old.outputs));
    if (!read.id) {
      step.found = "delete";
      return undefined;
    }
    const found: ResourceState = { ...old, ...read, initErrors: [] };
    // The reverse of what the next update would do, as the CLI asks for it.
    const { changed } = await deployment.operate(() => host.diff(found, old.inputs));
    Object.assign(step, shownInputs(old, found), { id: found.id, found: changed ? "update" : "same" });
    return found;
  } catch (error) {
    step.failed = true;
    if (error instanceof Halted) return old;
    report.fail(messageOf(error), old.urn);
    deployment.stop();
    return old;
  }
}
