import { type Deployment } from "./deployment";
import { HostError } from "./host";
import { messageOf } from "./protocol";
import { type Op } from "./report";
import { type ResourceState } from "./state";
import { keepSecrets } from "./values";

/** Creates a resource, perhaps in place of an old one. With `deleteLater` that one still exists and is deleted at the end. */
export function create(
  deployment: Deployment,
  state: ResourceState,
  old?: ResourceState,
  { deleteLater = false } = {},
): Promise<ResourceState> {
  const { preview, host } = deployment;
  return perform(deployment, old ? "create-replacement" : "create", state, old, async () => {
    const failure = await make(deployment, state, async () => {
      const { id, outputs } = await host.create(state.urn, state.inputs, preview);
      if (!id && !preview) throw new Error("The provider did not return an ID from create.");
      Object.assign(state, { id: id || undefined, outputs });
    });
    if (old && deleteLater) old.delete = true;
    deployment.end({ added: state, done: deleteLater ? undefined : old });
    if (failure) throw failure;
    return state;
  });
}

/** Updates a resource in place. */
export function update(deployment: Deployment, old: ResourceState, state: ResourceState): Promise<ResourceState> {
  inherit(state, old);
  return perform(deployment, "update", state, old, async () => {
    const failure = await make(deployment, state, async () => {
      state.outputs = await deployment.host.update(old, state.inputs, deployment.preview);
    });
    // With the old inputs the next comparison still shows what is missing.
    if (failure) state.inputs = old.inputs;
    deployment.end({ added: state, done: old });
    if (failure) throw failure;
    return state;
  });
}

/** Records that a resource is unchanged. */
export function keep(deployment: Deployment, old: ResourceState, state: ResourceState): ResourceState {
  inherit(state, old);
  deployment.end({ added: state, done: old });
  deployment.report.begin("same", state, old);
  return state;
}

/** Reads a resource that the stack does not own. */
export function read(deployment: Deployment, state: ResourceState): Promise<ResourceState> {
  return perform(deployment, "read", state, undefined, async () => {
    const { id, outputs } = await deployment.host.read(state.urn, state.id ?? "", state.inputs, state.inputs);
    return Object.assign(state, { outputs, ...(id && { id }) });
  });
}

/** Reads an existing resource into the stack, as if the stack had created it. */
export function importState(deployment: Deployment, state: ResourceState): Promise<ResourceState> {
  return perform(deployment, "import", state, undefined, async () => {
    const id = state.importID ?? "";
    const found = await deployment.host.read(state.urn, id, {}, {});
    if (!found.id && Object.keys(found.outputs).length === 0) throw new Error(`resource '${id}' does not exist`);
    if (!found.inputs) throw new Error("provider does not support importing resources");
    Object.assign(state, { ...found, id: found.id || id });
    deployment.end({ added: state });
    return state;
  });
}

/** Deletes a resource. */
export async function remove(deployment: Deployment, old: ResourceState, { replacing = false, createLater = false } = {}): Promise<void> {
  await perform(deployment, replacing ? "delete-replaced" : "delete", old, old, async () => {
    if (!deployment.preview && old.custom) await deployment.host.delete(old);
    if (createLater) old.pendingReplacement = true;
    else deployment.end({ done: old });
  });
}

/**
 * Deletes the resources that the program did not declare (in a destroy all of them) and those that were replaced, the last first:
 * dependents come after what they depend on.
 */
export async function removeUnwanted(deployment: Deployment): Promise<void> {
  const unwanted = deployment.old.filter((state) => state.delete || !deployment.declared.has(state.urn));
  for (const state of unwanted.reverse()) {
    if (state.pendingReplacement) {
      // The deletion for a replacement that was never created.
      deployment.report.begin("remove-pending-replace", state, state);
      deployment.end({ done: state });
    } else await deployment.operate(() => remove(deployment, state, { replacing: state.delete }));
  }
}

/** Reads every resource of the stack, and takes over what was found. A resource that cannot be read stops the deployment. */
export async function refresh(deployment: Deployment): Promise<void> {
  const found: ResourceState[] = [];
  for (const old of deployment.old) {
    const state = deployment.stopping ? old : await refreshOne(deployment, old);
    if (state) found.push(state);
  }
  deployment.old = found;
}

/** The state as found; undefined if the resource is gone. A state that could not be read stays as it was. */
async function refreshOne(deployment: Deployment, old: ResourceState): Promise<ResourceState | undefined> {
  const { report, host } = deployment;
  const step = report.begin("refresh", old, old);
  if (!old.custom || old.pendingReplacement) return old;
  try {
    const read = await deployment.operate(() => host.read(old.urn, old.id ?? "", old.inputs, old.outputs));
    if (!read.id) {
      step.gone = true;
      return undefined;
    }
    const found: ResourceState = { ...old, ...read, initErrors: [] };
    // The reverse of what the next update would do, as the CLI asks for it.
    await deployment.operate(() => host.diff(found, old.inputs));
    return found;
  } catch (error) {
    step.failed = true;
    report.fail(messageOf(error), old.urn);
    deployment.stop();
    return old;
  }
}

/** Takes over from the old state what the program does not declare. */
function inherit(state: ResourceState, { id, outputs }: ResourceState): void {
  Object.assign(state, { id, outputs: { ...outputs } });
}

/**
 * Asks the provider to create or update a resource. In a preview whose provider does not predict the result, the outputs are the
 * inputs and anything else is unknown. If the provider succeeded in part, the state keeps that part and the error is returned; any
 * other failure is thrown.
 */
async function make({ preview, host }: Deployment, state: ResourceState, send: () => Promise<void>): Promise<Error | undefined> {
  if (!state.custom) return undefined;
  if (preview && !host.supportsPreview) {
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
    const count = `${reasons.length} error${reasons.length === 1 ? "" : "s"} occurred`;
    return new Error(reasons.length === 0 ? messageOf(error) : `${count}:\n${reasons.map((reason) => `\t* ${reason}`).join("\n")}`);
  }
}

/** Runs one step and reports it; its failure stops the deployment. */
async function perform<T>(
  deployment: Deployment,
  op: Op,
  state: ResourceState,
  old: ResourceState | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const step = deployment.report.begin(op, state, old);
  try {
    return await work();
  } catch (error) {
    step.failed = true;
    return deployment.fail(error, state.urn);
  }
}
