import { type Deployment } from "./deployment";
import { invert } from "./diff";
import { Halted, messageOf } from "./errors";
import { shownInputs, type Step } from "./report";
import { type ResourceHost } from "./host";
import { dependenciesOf, isProvider, providerUrn, type ResourceState } from "./state";
import { hideOutputs } from "./steps";
import { equal } from "./values";
import { diffWithProvider } from "./verdict";

/** Reads every resource of the stack, in parallel, and takes over what was found. */
export async function refresh(deployment: Deployment): Promise<void> {
  const { snapshot } = deployment;
  snapshot.unfinished = [];
  const old = [...snapshot.old];
  const found = await Promise.all(old.map((state) => refreshOne(deployment, state)));
  // After a failure too: the results so far are worth keeping.
  await snapshot.rebase(withoutTheGone(found));
}

/** The state as found; undefined if the resource is gone. A state that could not be read stays as it was. */
async function refreshOne(deployment: Deployment, old: ResourceState): Promise<ResourceState | undefined> {
  const { report } = deployment;
  const step = report.begin("refresh", old, { found: "same", old, now: old });
  if (!old.custom || isProvider(old) || old.pendingReplacement) {
    report.end(step);
    return old;
  }
  try {
    const host = await deployment.host(old);
    const found = await deployment.operate(() => readAsFound(deployment, host, old));
    if (found) await describe(deployment, old, found, step);
    else step.found = "delete";
    report.end(step);
    return found;
  } catch (error) {
    report.end(step, true);
    if (error instanceof Halted) return old;
    report.fail(messageOf(error), old.urn);
    deployment.stop();
    return old;
  }
}

async function readAsFound(deployment: Deployment, host: ResourceHost, old: ResourceState): Promise<ResourceState | undefined> {
  const read = await host.read(old.urn, old.id ?? "", old.inputs, old.outputs);
  if (!read.id) return undefined;
  const found: ResourceState = { ...old, ...read, initErrors: [] };
  hideOutputs(found, old);
  return found;
}

/** Records in the step what has happened to the resource: the reverse of what the next update would do. */
async function describe(deployment: Deployment, old: ResourceState, found: ResourceState, step: Step): Promise<void> {
  const changed = !equal(old.inputs, found.inputs) || !equal(old.outputs, found.outputs);
  if (changed) found.modified = new Date().toISOString();
  if (found.id) step.id = found.id;
  if (old.external) {
    if (!equal(old.outputs, found.outputs)) step.found = "update";
    return;
  }
  const asked = deployment.oneAtATime(() => diffWithProvider(deployment, found, found.inputs, old.inputs, old.ignoreChanges));
  const verdict = await asked.catch((error: unknown) => {
    // After a failure elsewhere the provider is asked nothing more, but the result of the read counts.
    if (error instanceof Halted) return { changed, diff: {} };
    throw error;
  });
  Object.assign(step, shownInputs(old, found), { diff: invert(verdict.diff) });
  if (verdict.changed) step.found = "update";
}

/** The states that are left, without references to those that are gone; orphans get no parent. */
function withoutTheGone(found: readonly (ResourceState | undefined)[]): ResourceState[] {
  const states = found.filter((state) => state !== undefined);
  const left = new Set(states.map((state) => state.urn));
  const has = (urn: string) => left.has(urn);
  return states.map((state) => {
    const missing = dependenciesOf(state).some((urn) => !has(urn) && urn !== providerUrn(state.provider ?? ""));
    if (!missing) return state;
    const propertyDependencies = Object.entries(state.propertyDependencies).map(([key, urns]) => [key, urns.filter(has)] as const);
    const parent = state.parent && has(state.parent) ? state.parent : undefined;
    return {
      ...state,
      parent,
      dependencies: state.dependencies.filter(has),
      propertyDependencies: Object.fromEntries(propertyDependencies),
    };
  });
}
