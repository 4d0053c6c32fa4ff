import { type Deployment } from "./deployment";
import { HostError } from "./host";
import { messageOf } from "./protocol";
import { type ResourceState } from "./state";
import { keepSecrets } from "./values";

/** Creates a resource. If it replaces an old resource that still exists, that is deleted at the end. */
export async function create(deployment: Deployment, state: ResourceState, old?: ResourceState): Promise<ResourceState> {
  const { preview, host, report } = deployment;
  report.begin(old ? "replace" : "create", state, old);
  const failure = await make(deployment, state, async () => {
    const { id, outputs } = await host.create(state.urn, state.inputs, preview);
    if (!id && !preview) throw new Error("The provider did not return an ID from create.");
    Object.assign(state, { id: id || undefined, outputs });
  });
  const isLeft = old !== undefined && !old.pendingReplacement;
  if (isLeft) old.delete = true;
  deployment.end({ added: state, done: isLeft ? undefined : old });
  if (failure) throw failure;
  return state;
}

export async function update(deployment: Deployment, old: ResourceState, state: ResourceState): Promise<ResourceState> {
  const { preview, host, report } = deployment;
  inherit(state, old);
  report.begin("update", state, old);
  const failure = await make(deployment, state, async () => {
    state.outputs = await host.update(old, state.inputs, preview);
  });
  // With the old inputs, the next diff still contains the missing changes.
  if (failure) state.inputs = old.inputs;
  deployment.end({ added: state, done: old });
  if (failure) throw failure;
  return state;
}

/** Records that a resource is unchanged. */
export function keep(deployment: Deployment, old: ResourceState, state: ResourceState): ResourceState {
  inherit(state, old);
  deployment.end({ added: state, done: old });
  deployment.report.begin("same", state, old);
  return state;
}

/** Deletes a resource, permanently or before its replacement is created. */
export async function remove(deployment: Deployment, old: ResourceState, { createLater = false } = {}): Promise<void> {
  deployment.report.begin("delete", old, old);
  // A pending resource was deleted for a replacement that was never created.
  if (!deployment.preview && old.custom && !old.pendingReplacement) await deployment.host.delete(old);
  if (createLater) old.pendingReplacement = true;
  else deployment.end({ done: old });
}

/** Deletes undeclared resources (all in a destroy) and replaced ones, in reverse order, so that dependents are deleted first. */
export async function removeUnwanted(deployment: Deployment): Promise<void> {
  const unwanted = deployment.old.filter((state) => state.delete || !deployment.declared.has(state.urn));
  for (const state of unwanted.reverse()) await remove(deployment, state);
}

/** Refreshes every resource of the stack. */
export async function refresh(deployment: Deployment): Promise<void> {
  for (const old of deployment.old) {
    const found = await refreshOne(deployment, old);
    deployment.old = deployment.old.flatMap((state) => (state === old ? found : state));
  }
}

/** Returns the refreshed state; undefined if the resource no longer exists. */
async function refreshOne({ report, host }: Deployment, old: ResourceState): Promise<ResourceState[]> {
  const step = report.begin("refresh", old, old);
  if (!old.custom || old.pendingReplacement) return [old];
  const read = await host.read(old.urn, old.id ?? "", old.inputs, old.outputs);
  if (!read.id) {
    step.gone = true;
    return [];
  }
  const found: ResourceState = { ...old, ...read, initErrors: [] };
  // Reversed, as in the CLI: the next update would undo these changes.
  await host.diff(found, old.inputs);
  return [found];
}

/** Copies from the old state any values that the program does not declare. */
function inherit(state: ResourceState, { id, outputs }: ResourceState): void {
  Object.assign(state, { id, outputs: { ...outputs } });
}

/**
 * Creates or updates a resource. In a preview that the provider does not support, the inputs become outputs, and all other outputs are unknown.
 * A partial failure of the provider is recorded in the state and returned; any other failure is thrown.
 */
async function make({ preview, host }: Deployment, state: ResourceState, send: () => Promise<void>): Promise<Error | undefined> {
  if (!state.custom) return undefined;
  if (preview && host.supportsPreview !== true) {
    state.outputs = { ...state.inputs };
    return undefined;
  }
  try {
    await send();
    return undefined;
  } catch (error) {
    const partial = error instanceof HostError ? error.partial : undefined;
    if (!partial) throw error;
    const { id, properties, reasons } = partial;
    state.id ??= id;
    state.outputs = keepSecrets(properties, state.inputs);
    state.initErrors = reasons;
    return new Error(reasons.join("\n") || messageOf(error));
  }
}
