import { type PendingOperation } from "./checkpoint";
import { type Deployment } from "./deployment";
import { messageOf } from "./errors";
import { type Change, stepChange } from "./report";
import { HostError, type ResourceHost } from "./resource-host";
import { type Op } from "./result";
import { isProvider, packageOf, type ResourceState } from "./state";
import { keepSecrets, reuseCiphertexts, Secret } from "./values";

/** A resource to be created, perhaps in place of an old one. */
export interface Creation {
  state: ResourceState;
  change: Change;
  /** The resource that it replaces. */
  old?: ResourceState | undefined;
  /** Whether the old one is still there, to be deleted at the end. */
  deleteLater?: boolean;
}

/**
 * Creates a resource. In a preview it has its inputs for outputs, and what else it will have is unknown, unless its
 * provider says it.
 */
export async function create(deployment: Deployment, { state, change, old, deleteLater }: Creation): Promise<ResourceState> {
  const { preview, snapshot } = deployment;
  return perform(deployment, old ? "create-replacement" : "create", state, change, async () => {
    let incomplete: Incomplete | undefined;
    if (await asksProvider(deployment, state)) {
      incomplete = await ask(deployment, state, "creating", async (host) => {
        const created = await host.create(state.urn, state.inputs, preview);
        if (!created.id && !preview) throw new Error("The provider did not return an ID from create.");
        Object.assign(state, { ...created, id: created.id || undefined });
      });
      if (incomplete) state.id = incomplete.id;
    } else state.outputs = state.custom ? { ...state.inputs } : {};
    hideOutputs(state, old);
    state.created = state.modified = now();
    if (old && deleteLater) old.delete = true;
    await snapshot.end(state, { added: state, done: [old && !deleteLater ? old : undefined] });
    if (incomplete) throw incomplete.error;
    return state;
  });
}

/** Updates a resource in place. */
export async function update(deployment: Deployment, old: ResourceState, state: ResourceState, change: Change): Promise<ResourceState> {
  const { preview, snapshot } = deployment;
  inherit(state, old);
  return perform(deployment, "update", state, change, async () => {
    let incomplete: Incomplete | undefined;
    if (await asksProvider(deployment, state)) {
      incomplete = await ask(deployment, state, "updating", async (host) => {
        state.outputs = await host.update({ ...old, urn: state.urn }, state.inputs, state.ignoreChanges, preview);
      });
      // The old inputs stay, so that the next comparison still shows what has not been brought about.
      if (incomplete) state.inputs = old.inputs;
    } else state.outputs = state.custom ? { ...state.inputs } : old.outputs;
    hideOutputs(state, old);
    state.modified = now();
    await snapshot.end(state, { done: [old], added: state });
    if (incomplete) throw incomplete.error;
    return state;
  });
}

/** Records that a resource is as it was. */
export function keep(deployment: Deployment, old: ResourceState, state: ResourceState): ResourceState {
  inherit(state, old);
  state.outputs = { ...old.outputs };
  hideOutputs(state, old);
  deployment.snapshot.same(old, state);
  deployment.report.end(deployment.report.begin("same", state, stepChange(old, state)));
  return state;
}

/** Reads a resource that the stack does not own. An old one of its own with another ID is given up later. */
export async function read(deployment: Deployment, state: ResourceState, old?: ResourceState, replaces = false): Promise<ResourceState> {
  const { snapshot } = deployment;
  return perform(deployment, replaces ? "read-replacement" : "read", state, stepChange(old, state), async () => {
    await ask(deployment, state, "reading", async (host) => {
      const found = await host.read(state.urn, state.id ?? "", state.inputs, state.inputs);
      state.outputs = found.outputs;
      if (found.id) state.id = found.id;
    });
    hideOutputs(state, old);
    if (old) Object.assign(state, { created: old.created, modified: old.modified });
    if (old && replaces) old.delete = true;
    await snapshot.end(state, { done: [replaces ? undefined : old], added: state });
    return state;
  });
}

/** Reads a resource that exists into the stack, to go on from as if the stack had made it. */
export async function importState(deployment: Deployment, state: ResourceState, old?: ResourceState): Promise<ResourceState> {
  return perform(deployment, "import", state, stepChange(undefined, state), async () => {
    const id = state.importID ?? "";
    const host = await deployment.host(state);
    const found = await host.read(state.urn, id, {}, {});
    if (!found.id && Object.keys(found.outputs).length === 0) throw new Error(`resource '${id}' does not exist`);
    if (!found.inputs) {
      throw new Error(`provider does not support importing resources; please try updating the '${packageOf(state.type)}' plugin`);
    }
    Object.assign(state, { ...found, id: found.id || id, created: now(), modified: now() });
    hideOutputs(state);
    await deployment.snapshot.end(state, { added: state, done: [old] });
    return state;
  });
}

/** Deletes a resource, or lets go of it where the resource itself is not the stack's to delete. */
export async function remove(
  deployment: Deployment,
  old: ResourceState,
  how: { replacing: boolean; createLater?: boolean } = { replacing: false },
): Promise<void> {
  const { preview, snapshot, report } = deployment;
  const op: Op = old.external ? (how.replacing ? "discard-replaced" : "discard") : how.replacing ? "delete-replaced" : "delete";
  const change: Change = stepChange(old, undefined);
  if (old.retainOnDelete && old.custom) change.retained = true;
  if (!how.replacing && old.protect) {
    // As the CLI reports it: only in the update itself has the step failed.
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
    if (how.createLater) old.pendingReplacement = true;
    await snapshot.end(old, { done: [how.createLater ? undefined : old] });
  });
}

/** Whether the provider makes or changes a resource, or says what that would come to. */
async function asksProvider(deployment: Deployment, state: ResourceState): Promise<boolean> {
  if (!state.custom || !deployment.preview) return state.custom;
  return (await deployment.host(state)).supportsPreview;
}

/** What every state takes over from the one before it. */
function inherit(state: ResourceState, old: ResourceState): void {
  state.id = old.id;
  state.created = old.created;
  state.modified = old.modified;
}

/** Outputs that the program wants secret are so from here on; equal secrets keep their encrypted form. */
export function hideOutputs(state: ResourceState, old?: ResourceState): void {
  for (const key of state.additionalSecretOutputs) {
    const value = state.outputs[key];
    if (value !== undefined && !(value instanceof Secret)) state.outputs[key] = new Secret(value);
  }
  if (!old) return;
  reuseCiphertexts(state.inputs, old.inputs);
  reuseCiphertexts(state.outputs, old.outputs);
}

/** A change that came about in part: the resource's id, and the error that its step ends with. */
interface Incomplete {
  id: string;
  error: Error;
}

/**
 * Asks the provider for something that is recorded as pending until it has ended. A resource that was created or updated in part
 * keeps what there is of it; any other failure is thrown.
 */
async function ask(
  deployment: Deployment,
  state: ResourceState,
  pending: PendingOperation["type"],
  send: (host: ResourceHost) => Promise<void>,
): Promise<Incomplete | undefined> {
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
    state.outputs = keepSecrets(properties, state.inputs);
    state.initErrors = reasons;
    const count = `${reasons.length} error${reasons.length === 1 ? "" : "s"} occurred`;
    const message = reasons.length === 0 ? messageOf(error) : `${count}:\n${reasons.map((reason) => `\t* ${reason}`).join("\n")}`;
    return { id, error: new Error(message) };
  }
}

/** Runs one step and reports its begin and end; its failure stops the deployment. */
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
