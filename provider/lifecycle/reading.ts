import { InputError } from "../errors";
import { readTwiceIf } from "../reconcile/confirm-deleted";
import { ownerOfRead, writeMetadata } from "../reconcile/state-metadata";
import { deletionWindowMs } from "../reconcile/wait";
import type { Values } from "../values/json";
import { formatId } from "../values/names";
import type { Operation } from "./operation";
import { type Properties, writeInputs, writeState } from "./properties";
import { ResourceOperations } from "./resource-operations";
import { notFoundText } from "./service-change";

/** A live resource, in the format stored by the engine. */
export interface FoundState {
  readonly id: string;
  readonly state: Values;
  readonly inputs: Values;
}

/** The reading call of the engine for one kind of resource: a refresh, an import, or a `get`. */
export class Reading extends ResourceOperations {
  async read(operation: Operation, id: string, props: Properties): Promise<FoundState | undefined> {
    const { definition, process } = this;
    const { objects, priorStates } = process;
    // Only the id is known, in an import or get(), for which the engine would treat an empty response as the outputs.
    const isOnlyIdKnown = props.isEmpty;
    const importFormat = isOnlyIdKnown && operation.imports === true ? definition.importFormat : undefined;
    const form = importFormat ?? definition.idFormat;
    const { state: last, isMalformed } = props.identified(id, form);
    const object = isMalformed || isOnlyIdKnown ? JSON.stringify(id) : undefined;
    const subject = { verb: "read", args: last, sources: [props], object, onlyIdKnown: isOnlyIdKnown };
    if (isOnlyIdKnown && operation.urn !== undefined) priorStates.readById.add(operation.urn);
    return this.run(operation, subject, async (context) => {
      if (isMalformed) throw new InputError(`the id must have the format ${form}`);
      // A single response without the object does not remove it from the state.
      const isDoubted = (state: Values | undefined) => state === undefined && !isOnlyIdKnown;
      const readFor = (isAgain: boolean) => definition.read(last, isAgain ? context.withFreshReads() : context);
      const state = await readTwiceIf(isDoubted, readFor, context, deletionWindowMs);
      const isShown = state !== undefined && state !== last;
      const moved = context.serviceChange();
      if (moved !== undefined && !isShown) throw new InputError(notFoundText(moved));
      if (moved !== undefined) context.emit({ is: "service", object: this.addressOf(operation, last), ...moved, found: true });
      if (state === undefined) {
        priorStates.forget(operation.urn);
        const formText = operation.imports === true ? `, which has the format ${form}` : " that get() was given";
        if (isOnlyIdKnown) throw new InputError(`it does not exist. Check the id ${JSON.stringify(id)}${formText}`);
        objects.forgetCreation(context, definition, last);
        return undefined;
      }
      const { owner, service, created, version } = props.metadata;
      if (!isOnlyIdKnown) priorStates.track(operation.urn, this.parse({ ...state, ...writeMetadata({ created }) }), false);
      const metadata = {
        // An imported resource has no owner yet, and without one it could delete another resource's object.
        owner: owner || (isOnlyIdKnown && ownerOfRead(operation.urn, id)) || process.newOwner(),
        service: (isShown && context.service()) || service,
        seen: context.wasSeen(),
        created,
        version: isOnlyIdKnown ? process.version : version,
      };
      return {
        id: formatId(definition.idFormat, state) || id,
        state: writeState(definition, state, metadata),
        inputs: writeInputs(definition, state, isOnlyIdKnown),
      };
    });
  }
}
