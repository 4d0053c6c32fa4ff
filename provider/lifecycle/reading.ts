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

/** Handles the engine's Read call for one kind of resource, for a refresh, an import, or a `get`. */
export class Reading extends ResourceOperations {
  async read(operation: Operation, id: string, props: Properties): Promise<FoundState | undefined> {
    const { definition, process } = this;
    const { objects, priorStates } = process;
    // In an import or get(), only the id is known. The engine would treat an empty response as the outputs, so a missing object is an error.
    const isOnlyIdKnown = props.isEmpty;
    const importFormat = isOnlyIdKnown && operation.imports === true ? definition.importFormat : undefined;
    const idFormat = importFormat ?? definition.idFormat;
    const { state: last, isMalformed } = props.identified(id, idFormat);
    const object = isMalformed || isOnlyIdKnown ? JSON.stringify(id) : undefined;
    const subject = { verb: "read", args: last, sources: [props], object, onlyIdKnown: isOnlyIdKnown };
    if (isOnlyIdKnown && operation.urn !== undefined) priorStates.readById.add(operation.urn);
    return this.run(operation, subject, async (context) => {
      if (isMalformed) throw new InputError(`the id must have the format ${idFormat}`);
      // A single response without the object does not remove it from the state.
      const isDoubted = (state: Values | undefined) => state === undefined && !isOnlyIdKnown;
      const readFor = (isAgain: boolean) => definition.read(last, isAgain ? context.withFreshReads() : context);
      const state = await readTwiceIf(isDoubted, readFor, context, deletionWindowMs);
      const isFound = state !== undefined && state !== last;
      const moved = context.serviceChange();
      if (moved !== undefined && !isFound) throw new InputError(notFoundText(moved));
      if (moved !== undefined) context.emit({ is: "service", object: this.addressOf(operation, last), ...moved, found: true });
      if (state === undefined) {
        priorStates.forget(operation.urn);
        const idText = operation.imports === true ? `, which must have the format ${idFormat}` : " passed to get()";
        if (isOnlyIdKnown) throw new InputError(`it does not exist. Check the id ${JSON.stringify(id)}${idText}`);
        objects.forgetCreation(context, definition, last);
        return undefined;
      }
      const { owner, service, created, version } = props.metadata;
      if (!isOnlyIdKnown) priorStates.track(operation.urn, this.parse({ ...state, ...writeMetadata({ created }) }), false);
      const metadata = {
        // An imported resource has no owner yet. Without an owner, it could delete another resource's object.
        owner: owner || (isOnlyIdKnown && ownerOfRead(operation.urn, id)) || process.newOwner(),
        service: (isFound && context.service()) || service,
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
