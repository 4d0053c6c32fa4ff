import { type PendingOperation } from "./checkpoint";
import { type Deployment } from "./deployment";
import { messageOf } from "./errors";
import { type Change, type Op } from "./report";
import { HostError, type ResourceHost } from "./host";
import { isProvider, packageOf, type ResourceState } from "./state";
import { keepSecrets, reuseCiphertexts, Secret } from "./values";

/** Creates a resource, perhaps in place of the old one of `change`. With `deleteLater` that one still exists and is deleted at the end. */
export async function create(
  deployment: Deployment,
  state: ResourceState,
  change: Change,
  { deleteLater = false } = {},
): Promise<ResourceState> {
  const { preview, snapshot } = deployment;
  const { old } = change;
  return perform(deployment, old ? "create-replacement" : "create", state, change, async () => {
    const failure = await make(deployment, state, "creating", async (host) => {
      const created = await host.create(state.urn, state.inputs, preview);
      if (!created.id && !preview) throw new Error("The provider did not return an ID from create.");
      Object.assign(state, { ...created, id: created.id || undefined });
    });
    hideOutputs(state, old);
    state.created = state.modified = now();
    if (old && deleteLater) old.delete = true;
    await snapshot.end(state, { added: state, done: deleteLater ? undefined : old });
    if (failure) throw failure;
    return state;
  });
}

/** Updates a resource in place. */
export async function update(deployment: Deployment, old: ResourceState, state: ResourceState, change: Change): Promise<ResourceState> {
  const { preview, snapshot } = deployment;
  inherit(state, old);
  return perform(deployment, "update", state, change, async () => {
    const failure = await make(deployment, state, "updating", async (host) => {
      state.outputs = await host.update({ ...old, urn: state.urn }, state.inputs, state.ignoreChanges, preview);
    });
    // With the old inputs the next comparison still shows what is missing.
    if (failure) state.inputs = old.inputs;
    hideOutputs(state, old);
    state.modified = now();
    await snapshot.end(state, { added: state, done: old });
    if (failure) throw failure;
    return state;
  });
}

/** Records that a resource is unchanged. */
export function keep(deployment: Deployment, old: ResourceState, state: ResourceState): ResourceState {
  inherit(state, old);
  hideOutputs(state, old);
  deployment.snapshot.same(old, state);
  deployment.report.end(deployment.report.begin("same", state, { old, now: state }));
  return state;
}

/** Reads a resource that the stack does not own. With `replaces` the old one, which the stack owns, is given up at the end. */
export async function read(deployment: Deployment, state: ResourceState, change: Change, replaces: boolean): Promise<ResourceState> {
  const { old } = change;
  return perform(deployment, replaces ? "read-replacement" : "read", state, change, async () => {
    await ask(deployment, state, "reading", async (host) => {
      const found = await host.read(state.urn, state.id ?? "", state.inputs, state.inputs);
      state.outputs = found.outputs;
      if (found.id) state.id = found.id;
    });
    hideOutputs(state, old);
    if (old) Object.assign(state, { created: old.created, modified: old.modified });
    if (old && replaces) old.delete = true;
    await deployment.snapshot.end(state, { added: state, done: replaces ? undefined : old });
    return state;
  });
}

/** Reads an existing resource into the stack, as if the stack had created it. */
export async function importState(deployment: Deployment, state: ResourceState, old?: ResourceState): Promise<ResourceState> {
  return perform(deployment, "import", state, { now: state }, async () => {
    const id = state.importID ?? "";
    const host = await deployment.host(state);
    const found = await host.read(state.urn, id, {}, {});
    if (!found.id && Object.keys(found.outputs).length === 0) throw new Error(`resource '${id}' does not exist`);
    if (!found.inputs) {
      throw new Error(`provider does not support importing resources; please try updating the '${packageOf(state.type)}' plugin`);
    }
    Object.assign(state, { ...found, id: found.id || id, created: now(), modified: now() });
    hideOutputs(state);
    await deployment.snapshot.end(state, { added: state, done: old });
    return state;
  });
}

/** Deletes a resource, or only takes it out of the state if the stack may not delete it. */
export async function remove(deployment: Deployment, old: ResourceState, { replacing = false, createLater = false } = {}): Promise<void> {
  const { preview, snapshot, report } = deployment;
  const op = `${old.external ? "discard" : "delete"}${replacing ? "-replaced" : ""}` as const;
  const change: Change = { old, ...(old.retainOnDelete && old.custom && { retained: true }) };
  if (!replacing && old.protect) {
    // As the CLI reports it: the step has failed only in the update itself.
    report.end(report.begin(op, old, change), !preview);
    return deployment.fail(
      new Error(
        `resource "${old.urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${old.urn}'\``,
      ),
      old.urn,
    );
  }
  await perform(deployment, op, old, change, async () => {
    const real = old.custom && !isProvider(old) && !old.external && !old.retainOnDelete;
    if (!preview && real) await ask(deployment, old, "deleting", async (host) => host.delete(old));
    if (createLater) old.pendingReplacement = true;
    await snapshot.end(old, { done: createLater ? undefined : old });
  });
}

/** Takes over from the old state what the program does not declare. */
function inherit(state: ResourceState, { id, created, modified, outputs }: ResourceState): void {
  Object.assign(state, { id, created, modified, outputs: { ...outputs } });
}

/** Makes the outputs secret that the program wants secret; equal secrets keep their encrypted form. */
export function hideOutputs(state: ResourceState, old?: ResourceState): void {
  for (const key of state.additionalSecretOutputs) {
    const value = state.outputs[key];
    if (value !== undefined && !(value instanceof Secret)) state.outputs[key] = new Secret(value);
  }
  if (!old) return;
  reuseCiphertexts(state.inputs, old.inputs);
  reuseCiphertexts(state.outputs, old.outputs);
}

/**
 * Asks the provider to create or update a resource. In a preview whose provider does not predict the result, the outputs are the
 * inputs and anything else is unknown.
 */
async function make(
  deployment: Deployment,
  state: ResourceState,
  pending: "creating" | "updating",
  send: (host: ResourceHost) => Promise<void>,
): Promise<Error | undefined> {
  if (!state.custom) return undefined;
  if (!deployment.preview || (await deployment.host(state)).supportsPreview) return ask(deployment, state, pending, send);
  state.outputs = { ...state.inputs };
  return undefined;
}

/**
 * Sends a request to the provider, recorded as pending until it has ended. If a creation or an update succeeded in part, the state
 * keeps that part and the error is returned; any other failure is thrown.
 */
async function ask(
  deployment: Deployment,
  state: ResourceState,
  pending: PendingOperation["type"],
  send: (host: ResourceHost) => Promise<void>,
): Promise<Error | undefined> {
  const { snapshot } = deployment;
  // The engine makes providers itself: nothing of them can be left behind.
  if (!isProvider(state)) await snapshot.begin(state, pending);
  try {
    await send(await deployment.host(state));
    return undefined;
  } catch (error) {
    const partial = error instanceof HostError && (pending === "creating" || pending === "updating") ? error.partial : undefined;
    if (!partial) {
      await snapshot.end(state);
      throw error;
    }
    const { id, properties, reasons } = partial;
    if (pending === "creating") state.id = id;
    state.outputs = keepSecrets(properties, state.inputs);
    state.initErrors = reasons;
    const count = `${reasons.length} error${reasons.length === 1 ? "" : "s"} occurred`;
    return new Error(reasons.length === 0 ? messageOf(error) : `${count}:\n${reasons.map((reason) => `\t* ${reason}`).join("\n")}`);
  }
}

/** Runs one step and reports its beginning and end; its failure stops the deployment. */
async function perform<T>(deployment: Deployment, op: Op, state: ResourceState, change: Change, work: () => Promise<T>): Promise<T> {
  const { report } = deployment;
  const step = report.begin(op, state, change);
  try {
    const done = await work();
    if (state.id) step.id = state.id;
    report.end(step);
    return done;
  } catch (error) {
    if (state.initErrors.length > 0) step.initErrors = state.initErrors;
    report.end(step, true);
    return deployment.fail(error, state.urn);
  }
}

function now(): string {
  return new Date().toISOString();
}
