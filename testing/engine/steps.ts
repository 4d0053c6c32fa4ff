import { type Deployment } from "./deployment";
import { messageOf } from "./errors";
import { HostError } from "./host";
import { type Change, type Op } from "./report";
import { type ResourceState } from "./state";
import { keepSecrets } from "./values";

/** Creates a resource, perhaps in place of the old one of `change`. With `deleteLater` that one still exists and is deleted at the end. */
export async function create(
  deployment: Deployment,
  state: ResourceState,
  change: Change,
  { deleteLater = false } = {},
): Promise<ResourceState> {
  const { preview, snapshot, host } = deployment;
  const { old } = change;
  return perform(deployment, old ? "create-replacement" : "create", state, change, async () => {
    const failure = await make(deployment, state, async () => {
      const { id, outputs } = await host.create(state.urn, state.inputs, preview);
      if (!id && !preview) throw new Error("The provider did not return an ID from create.");
      Object.assign(state, { id: id || undefined, outputs });
    });
    if (old && deleteLater) old.delete = true;
    snapshot.end({ added: state, done: deleteLater ? undefined : old });
    if (failure) throw failure;
    return state;
  });
}

/** Updates a resource in place. */
export async function update(deployment: Deployment, old: ResourceState, state: ResourceState, change: Change): Promise<ResourceState> {
  const { preview, snapshot, host } = deployment;
  inherit(state, old);
  return perform(deployment, "update", state, change, async () => {
    const failure = await make(deployment, state, async () => {
      state.outputs = await host.update(old, state.inputs, preview);
    });
    // With the old inputs the next comparison still shows what is missing.
    if (failure) state.inputs = old.inputs;
    snapshot.end({ added: state, done: old });
    if (failure) throw failure;
    return state;
  });
}

/** Records that a resource is unchanged. */
export function keep({ snapshot, report }: Deployment, old: ResourceState, state: ResourceState): ResourceState {
  inherit(state, old);
  snapshot.end({ added: state, done: old });
  report.begin("same", state, { old, now: state });
  return state;
}

/** Reads a resource that the stack does not own. */
export async function read(deployment: Deployment, state: ResourceState): Promise<ResourceState> {
  return perform(deployment, "read", state, { now: state }, async () => {
    const { id, outputs } = await deployment.host.read(state.urn, state.id ?? "", state.inputs, state.inputs);
    return Object.assign(state, { outputs, ...(id && { id }) });
  });
}

/** Reads an existing resource into the stack, as if the stack had created it. */
export async function importState(deployment: Deployment, state: ResourceState): Promise<ResourceState> {
  return perform(deployment, "import", state, { now: state }, async () => {
    const id = state.importID ?? "";
    const found = await deployment.host.read(state.urn, id, {}, {});
    if (!found.id && Object.keys(found.outputs).length === 0) throw new Error(`resource '${id}' does not exist`);
    if (!found.inputs) throw new Error("provider does not support importing resources");
    Object.assign(state, { ...found, id: found.id || id });
    deployment.snapshot.end({ added: state });
    return state;
  });
}

/** Deletes a resource. */
export async function remove(deployment: Deployment, old: ResourceState, { replacing = false, createLater = false } = {}): Promise<void> {
  const { preview, snapshot, host } = deployment;
  await perform(deployment, replacing ? "delete-replaced" : "delete", old, { old }, async () => {
    if (!preview && old.custom) await host.delete(old);
    if (createLater) old.pendingReplacement = true;
    snapshot.end({ done: createLater ? undefined : old });
  });
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
async function perform<T>(deployment: Deployment, op: Op, state: ResourceState, change: Change, work: () => Promise<T>): Promise<T> {
  const step = deployment.report.begin(op, state, change);
  try {
    return await work();
  } catch (error) {
    step.failed = true;
    return deployment.fail(error, state.urn);
  }
}
