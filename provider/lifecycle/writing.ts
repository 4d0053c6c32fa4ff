import { rethrowWithDeletionHint } from "../messages/error-text";
import { type Applied, isRefusal, type OperationContext, textOf } from "../definition";
import { InputError, NotAppliedError, PartialError } from "../errors";
import { decide, decideDeletion } from "../reconcile/decide";
import { isProtected, mayUndoText, protectedText, staysText } from "../reconcile/deletion-policy";
import { runExclusively } from "../reconcile/keyed-lock";
import { waitForPending } from "../reconcile/create-outcome";
import { hasPendingCreation } from "../reconcile/pending";
import { toWellFormed, type Values } from "../values/json";
import { formatId, formatObject } from "../values/names";
import { managedKey } from "./objects";
import { assertSameService, type ControllerContext, type Operation } from "./operation";
import { type Properties, writeState } from "./properties";
import { ResourceOperations } from "./resource-operations";

/** The placeholder for the id of an object if the response to the POST contained none, because engines require an id. The next refresh replaces it. */
const idNotKnown = "not-known-yet";

/** Handles the engine's writing calls for one kind of resource: Create, Update, and Delete. */
export class Writing extends ResourceOperations {
  async create(operation: Operation, news: Properties): Promise<{ id: string; state: Values }> {
    const { priorStates } = this.process;
    const continued = priorStates.continuedBy(operation.urn, news);
    return this.writeAndWait("create", operation, news, continued ?? this.parse({}), (context) => {
      const argsToPlan = priorStates.isKept(news) ? { ...news.values, adopt: true } : news.values;
      return this.applyPlan(argsToPlan, news.values, continued?.values, context);
    });
  }

  async update(operation: Operation, id: string, olds: Properties, news: Properties): Promise<Values> {
    const last = olds.identified(id).state;
    const { state } = await this.writeAndWait("update", operation, news, olds, async (context) => {
      if (!news.changesFrom(olds).sends) return { id, state: news.declaredOver(last) };
      assertSameService(context);
      const applied = await this.applyPlan(news.values, news.values, last, context);
      const text = describeFoundId(this.definition.idFormat, id, last, applied.state);
      if (text !== undefined) context.emit({ is: "notice", object: this.addressOf(operation, { ...news.values, ...applied.state }), text });
      return applied;
    });
    return state;
  }

  async delete(operation: Operation, id: string, props: Properties): Promise<void> {
    const { definition, process } = this;
    const { objects, priorStates } = process;
    const { state: last } = props.identified(id);
    await this.run(operation, { verb: "delete", args: last, sources: [props] }, async (context) => {
      const { metadata, values } = props;
      const object = managedKey(definition, id, last, metadata.owner);
      const other = objects.otherManager(object, metadata.owner);
      const shown = formatObject(definition.displayTemplate, last);
      const stays = definition.review.deletesCreated === true ? staysText(metadata, values) : "";
      // A replacement might already exist and have the same object, which it has either kept or adopted.
      if (priorStates.isKept(props)) context.log(`graphplane: no request for ${shown}: its replacement is the same object`);
      else if (other !== undefined) {
        const which = other.urn !== undefined && other.urn === operation.urn ? "its replacement" : "another resource of the program";
        context.log(`graphplane: no request for ${shown}: ${which} manages it${stays}`);
      } else await this.deleteObject(last, props, operation, context);
      objects.releaseOwner(object, metadata.owner);
      objects.forgetCreation(context, definition, last);
    });
  }

  /** Deletes the object of a state, unless its policy protects or retains it. */
  private async deleteObject(state: Values, props: Properties, operation: Operation, context: ControllerContext): Promise<void> {
    const { definition } = this;
    if (isProtected(definition.review, state)) throw new InputError(protectedText("deletion"));
    const plan = decideDeletion(definition, state, props.given, context.isSecret);
    plan.notices?.forEach(context.emit);
    if (plan.action === "none") return;
    // A 404 from another control plane does not prove that the object is gone.
    assertSameService(context);
    // A pending change that takes effect later could undo a pause. It cannot affect an object that has been deleted.
    const mightBeUndone =
      plan.action !== "delete" && !(await waitForPending(state, () => definition.read(state, context.withFreshReads()), context));
    if (mightBeUndone) context.emit({ is: "notice", object: this.addressOf(operation, state), text: mayUndoText });
    await definition.delete?.(plan, state, context).catch(rethrowWithDeletionHint);
  }

  /** Runs a create or an update: observes, plans, and executes. */
  private async applyPlan(argsToPlan: Values, args: Values, last: Values | undefined, context: ControllerContext) {
    const { definition, process } = this;
    process.objects.assertOnlyKind(definition, formatId(definition.idFormat, { ...args, ...last }));
    const planBy = async (readContext: OperationContext) =>
      decide(definition, argsToPlan, last, await definition.observe(args, last, readContext), context.isSecret);
    const fresh = context.withFreshReads();
    const planned = await planBy(context);
    // A POST requires a fresh read. Reads that search for the object of an earlier POST are always fresh.
    const plan = planned.action === "post" && !hasPendingCreation(last) ? await planBy(fresh) : planned;
    if (isRefusal(plan)) throw new InputError(textOf(plan));
    if (plan.action === "post" && last === undefined) process.objects.assertNotCreated(context, definition, args);
    return definition.execute(plan, args, last, context);
  }

  /** Creates or changes an object, then waits for it. If the wait fails, throws a {@link PartialError} with the state. */
  private async writeAndWait(
    verb: string,
    operation: Operation,
    news: Properties,
    olds: Properties,
    act: (context: ControllerContext) => Promise<Applied<Values, unknown>>,
  ): Promise<{ id: string; state: Values }> {
    const { definition, process } = this;
    const { objects, priorStates, version } = process;
    const { values: args } = news;
    const owner = olds.metadata.owner || process.newOwner();
    const lockKey = definition.lockKey?.(args, olds.values);
    return this.run(operation, { verb, args, sources: [news, olds] }, async (context) => {
      let created = olds.metadata.created || priorStates.keepsCreatedObject(operation.urn, news);
      const stateOf = (state: Values) => {
        const service = olds.metadata.service || context.service();
        return writeState(definition, state, { owner, service, seen: context.wasSeen(), created, version });
      };
      const register = (id: string, state: Values, isChanging: boolean) =>
        objects.registerOwner({ urn: operation.urn, owner, id, state, news, isChanging });
      const actAndRegister = async () => {
        const applied = await act(context);
        created ||= applied.created === true;
        if (applied.created === true) objects.addCreation(context, definition, args, Infinity);
        const id = toWellFormed(formatId(definition.idFormat, applied.state) || applied.id || idNotKnown);
        // Registered under the lock, before another resource can read and adopt the object.
        register(id, applied.state, applied.pending !== undefined);
        return { ...applied, id };
      };
      const applied = await (lockKey === undefined ? actAndRegister() : runExclusively(lockKey, actAndRegister));
      const { id, pending, lost } = applied;
      try {
        if (lost !== undefined) throw lost;
        if (pending === undefined || definition.waitUntilApplied === undefined) return { id, state: stateOf(applied.state) };
        const done = await definition.waitUntilApplied(args, { ...applied, pending }, context);
        register(id, done, false);
        return { id, state: stateOf(done) };
      } catch (error) {
        const state = error instanceof NotAppliedError ? (error.state as Values) : applied.state;
        throw new PartialError(context.messageOf(error), id, stateOf(state));
      } finally {
        if (applied.created === true) objects.addCreation(context, definition, args);
      }
    });
  }
}

/** Describes the id of an object that an earlier run created. An update cannot change the placeholder id, so a message is printed. Undefined if the id was known. */
export function describeFoundId(idFormat: string, id: string, last: Values, state: Values): string | undefined {
  const [before, found = ""] = [last, state].map((values) => formatId(idFormat, values));
  if (found === "" || found === before || found === id) return undefined;
  return `its id is ${found}; the stack contains ${JSON.stringify(id)} until the next "pulumi refresh"`;
}
