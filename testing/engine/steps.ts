import { type Deployment } from "./deployment";
import { HostError } from "./host";
import { messageOf } from "./protocol";
import { type ResourceState } from "./state";
import { keepSecrets } from "./values";

/** Creates a resource, perhaps in the place of an old one, which is deleted at the end unless it has been already. */
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
  // With the old inputs the next comparison still shows what is missing.
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

/** Deletes a resource, for good unless a replacement is then created. */
export async function remove(deployment: Deployment, old: ResourceState, { createLater = false } = {}): Promise<void> {
  deployment.report.begin("delete", old, old);
  // A pending one was deleted for a replacement that was never created.
  if (!deployment.preview && old.custom && !old.pendingReplacement) await deployment.host.delete(old);
  if (createLater) old.pendingReplacement = true;
  else deployment.end({ done: old });
}

/** Deletes undeclared resources (all in a destroy) and replaced ones, the last first: dependents come after what they depend on. */
export async function removeUnwanted(deployment: Deployment): Promise<void> {
  const unwanted = deployment.old.filter((state) => state.delete || !deployment.declared.has(state.urn));
  for (const state of unwanted.reverse()) await remove(deployment, state);
}

/** Reads every resource of the stack, and takes over what was found. */
export async function refresh(deployment: Deployment): Promise<void> {
  for (const old of deployment.old) {
    const found = await refreshOne(deployment, old);
    deployment.old = deployment.old.flatMap((state) => (state === old ? found : state));
  }
}

/** The state as found; none if the resource is gone. */
async function refreshOne({ report, host }: Deployment, old: ResourceState): Promise<ResourceState[]> {
  const step = report.begin("refresh", old, old);
  if (!old.custom || old.pendingReplacement) return [old];
  const read = await host.read(old.urn, old.id ?? "", old.inputs, old.outputs);
  if (!read.id) {
    step.gone = true;
    return [];
  }
  const found: ResourceState = { ...old, ...read, initErrors: [] };
  // The reverse of what the next update would do, as the CLI asks for it.
  await host.diff(found, old.inputs);
  return [found];
}

/** Takes over from the old state what the program does not declare. */
function inherit(state: ResourceState, { id, outputs }: ResourceState): void {
  Object.assign(state, { id, outputs: { ...outputs } });
}

/**
 * Creates or updates a resource. In a preview that the provider does not predict, the outputs are the inputs and anything else is unknown.
 * If the provider succeeded in part, the state keeps that part and the error is returned; any other failure is thrown.
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
