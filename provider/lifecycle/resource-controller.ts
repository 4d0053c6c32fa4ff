import { blankSecrets } from "../messages/message";
import { type AnyResource, type Applied, isRefusal, type OperationContext, textOf } from "../definition";
import { InputError, NotAppliedError, OperationError, PartialError } from "../errors";
import { identical, toWellFormed, type Values } from "../values/json";
import { decide, decideDeletion } from "../reconcile/decide";
import { readTwiceIf } from "../reconcile/confirm-deleted";
import { mayBeReplacedText, staysText } from "../reconcile/deletion-policy";
import { runExclusively } from "../reconcile/keyed-lock";
import { deletionWindowMs } from "../reconcile/wait";
import { deleteObject } from "./deletion";
import { formatWarnings } from "./format-warnings";
import { ManagedObjects } from "./objects";
import { assertSameService, createContext, type ControllerContext, type Operation, redactorFor, type Subject } from "./operation";
import { PlanBuilder } from "./plan-builder";
import type { ProviderProcess } from "./process";
import { PlanEntryBuilder } from "./plan-entry-builder";
import { Replacements } from "./replacements";
import { type Declaration, describeDrifts, describeRemoval, knownArguments, preview, willCertainlyFail } from "./preview";
import { ownerOfRead, readMetadata, withoutMetadata } from "../reconcile/state-metadata";
import { hasPendingCreation } from "../reconcile/pending";
import { printableFailure, refuseSecretDecisions, secretNames } from "./secrets";
import { notFoundText } from "./service-change";
import { StateShape } from "./state-shape";
import { formatId, formatObject } from "../values/names";
import { isUnknown } from "../values/unknowns";
import { type CheckFailure, problemsOf } from "../values/validation";

/** A placeholder for the id of an object whose POST returned none: engines keep no resource without an id. The next refresh sets it. */
const idNotKnown = "not-known-yet";

/** The effect of an update on a resource: the changed arguments, and those that need another object. */
export type StateDiff = Awaited<ReturnType<ResourceController["diff"]>>;

/**
 * The engine's rules over any resource definition: checks, unknowns, partial errors, gone objects and whole states. Values
 * are plain values, secrets too; what an adapter adds to them for its engine is not among them.
 */
export class ResourceController {
  readonly shape: StateShape;
  private readonly objects: ManagedObjects;
  private readonly replacements: Replacements;

  constructor(
    readonly definition: AnyResource,
    private readonly process: ProviderProcess,
  ) {
    this.shape = new StateShape(definition);
    this.objects = new ManagedObjects(definition, this.shape, process);
    this.replacements = new Replacements(definition, this.shape, this.objects, process);
  }

  /** Returns the test for secret properties: always secret, or secret in the program or the state according to the adapter. */
  secretTest(secrets: readonly string[]): (property: string) => boolean {
    return secretNames(this.definition, [...secrets, ...this.definition.secretOutputs]);
  }

  /** Every problem with the arguments and, for a new resource, those that its preview finds. */
  check(given: Operation, olds: Values, news: Values): Promise<CheckFailure[]> {
    return this.withPlanEntry(given, async (operation) => {
      const [args, old] = [withoutMetadata(news), withoutMetadata(olds)];
      const differs = !identical(this.shape.declared(news), this.shape.declared(olds));
      this.process.declared.set(this.objects.keyOf(args), { kind: this.definition.kind, args, differs });
      const isSecret = secretNames(this.definition, operation.secrets);
      if (operation.planLog !== undefined) operation.entryBuilder?.addHashes(operation.planLog.key, this.shape.declared(news), isSecret);
      const failures = [
        ...problemsOf(this.definition.schema, args, old, isSecret),
        ...refuseSecretDecisions(args, operation.secrets),
        ...(this.definition.validate?.(args, old) ?? []),
        ...this.objects.findDuplicateDeclaration(operation, args),
        ...this.replacements.refuseKnown(args, old),
      ];
      this.replacements.renamePriorState(operation.formerUrn, operation.urn);
      if (Object.keys(old).length > 0) this.replacements.trackPriorState(operation.urn, old, true);
      else {
        failures.push(...this.objects.registerDeclaration(args), ...this.replacements.checkReplacement(operation.urn, args));
        const declaration = this.declarationOf(operation, news);
        if (failures.length === 0) {
          await this.emitNotices(declaration);
          this.emitNoUpdate(declaration);
          failures.push(...(await preview(this.definition, declaration)));
        }
      }
      const redact = redactorFor(operation, [args, old], isSecret);
      return failures.map(({ property, reason }) => toWellFormed(printableFailure({ property, reason: redact(reason) }, args, isSecret)));
    });
  }

  /** Compares the state with the program. In an update, also prints the request and fails if it is certain to fail; in a refresh, prints the drift. */
  diff(given: Operation, id: string, olds: Values, news: Values) {
    return this.withPlanEntry(given, async (operation) => {
      const { changed, pending, sends } = this.shape.compare(olds, news);
      // A refresh calls this too, with what it read and the inputs in state, before the program is checked.
      const isDeclared = this.process.runsProgram() && this.process.declared.has(this.objects.keyOf(withoutMetadata(news)));
      const { replaces, held } = this.replacements.selectReplacements(olds, news, changed, isDeclared);
      this.replacements.trackPriorState(operation.urn, olds, isDeclared, replaces.length > 0);
      // A refresh mostly compares what has not changed: going on would cost a sixth more.
      if (!isDeclared && changed.length === 0) return { changed, replaces, pending, deletesFirst: false };
      const known = this.shape.parse(id, olds).state;
      const last = this.process.imported.has(operation.urn ?? "") ? this.shape.onlyDeclared(known, news) : known;
      const declaration = this.declarationOf(operation, news, olds, last);
      for (const name of held)
        declaration.context.emit({ is: "notice", object: this.addressOf(operation, olds), text: mayBeReplacedText(name) });
      if (isDeclared && replaces.length > 0) await this.previewReplacement(declaration, last, replaces);
      else if (isDeclared) await this.previewUpdate(declaration, id, sends);
      // With unknown values, the engine only asks what another resource's replacement would cause.
      else if (replaces.length === 0 && !isUnknown(news)) await this.emitDrift(declaration);
      const deletesFirst = replaces.length > 0 && this.definition.deleteBeforeReplace === true;
      if (deletesFirst) this.process.deletedBeforeReplace.add(this.objects.managedKey(id, olds, readMetadata(olds).owner));
      return { changed, replaces, pending, deletesFirst };
    });
  }

  /** Runs a call of the engine, and adds its record if records are asked for. */
  private async withPlanEntry<T>(operation: Operation, act: (operation: Operation) => Promise<T>): Promise<T> {
    const { planLog } = operation;
    if (planLog === undefined) return act(operation);
    const entryBuilder = new PlanEntryBuilder(this.definition.kind, operation.urn);
    try {
      return await act({ ...operation, entryBuilder });
    } finally {
      if (entryBuilder.contents !== undefined) planLog.add(entryBuilder.contents);
    }
  }

  private declarationOf(operation: Operation, news: Values, olds: Values = {}, last?: Values): Declaration {
    const args = this.shape.declared(news);
    const replacesItself = last === undefined && this.replacements.replacementKeepsObject(news);
    const continued = replacesItself ? this.replacements.continued(operation.urn, news) : undefined;
    const known = knownArguments(args, replacesItself);
    return {
      operation,
      olds,
      news,
      args,
      last,
      known,
      replacesItself,
      continued: continued && this.shape.declared(continued),
      object: this.addressOf(operation, news),
      key: this.objects.keyOf(withoutMetadata(news)),
      context: this.contextFor(operation, { verb: "plan", args: known, sources: [news, olds, continued ?? {}] }),
    };
  }

  /** Announces a replacement; fails if the resource is protected, or if the deletion certainly will. Prints why it may. */
  private async previewReplacement(declaration: Declaration, last: Values, replaces: readonly string[]): Promise<void> {
    const { operation, olds, news } = declaration;
    await this.emitNotices(declaration);
    const [refused] = this.replacements.refuse(olds, replaces);
    if (refused !== undefined) throw new OperationError(textOf(refused));
    const recording = new PlanBuilder(this.definition, declaration);
    await this.run(operation, { verb: "update", args: last, sources: [news, olds] }, async (context) => {
      const plan = decideDeletion(this.definition, last, olds, context.isSecret);
      recording.addReplacement(plan);
      if (plan.action === "none") return;
      assertSameService(context);
      await this.definition.assertDeletable?.(last, context).catch((error: unknown) => {
        if (willCertainlyFail(error)) throw error;
        recording.addReplacement(plan, context.messageOf(error));
      });
    });
  }

  /** Prints the request of an update, if it sends one; fails if another resource manages the object. */
  private async previewUpdate(declaration: Declaration, id: string, sends: boolean): Promise<void> {
    const { operation, olds, news, key } = declaration;
    await this.emitNotices(declaration);
    const { owner } = readMetadata(olds);
    this.objects.registerOwner(operation, id, olds, owner, news, sends);
    const twice = this.objects.conflictingKindText(id);
    if (twice !== undefined) throw new OperationError(twice);
    if (!sends) return new PlanBuilder(this.definition, declaration).addNothing();
    const subject = { verb: "update", args: this.shape.declared(olds), sources: [news, olds] };
    await this.run(operation, subject, async (context) => assertSameService(context));
    const failures = await this.once("plan", declaration, () => preview(this.definition, declaration));
    if (failures.length === 0) return;
    const text = failures.map(({ reason }) => reason).join("\n");
    if (this.process.declared.get(key)?.differs === true) throw new OperationError(text);
    // An engine may also compare a resource that it is about to delete; with a policy that keeps the object, that works without an API key.
    new PlanBuilder(this.definition, declaration).addFailure(text);
  }

  async create(operation: Operation, news: Values): Promise<{ id: string; state: Values }> {
    const continued = this.replacements.continued(operation.urn, news);
    return this.writeAndWait("create", operation, news, continued ?? {}, (args, context) => {
      const adopting = this.replacements.replacementKeepsObject(args) ? { ...args, adopt: true } : args;
      return this.applyPlan(adopting, args, continued && this.shape.declared(continued), context);
    });
  }

  async update(operation: Operation, id: string, olds: Values, news: Values): Promise<Values> {
    const last = this.shape.parse(id, olds).state;
    const { state } = await this.writeAndWait("update", operation, news, olds, async (args, context) => {
      if (!this.shape.compare(olds, news).sends) return { id, state: this.shape.withProviderOnlyArguments(last, args) };
      assertSameService(context);
      const applied = await this.applyPlan(args, args, last, context);
      const text = this.objects.describeFoundId(id, last, applied.state);
      if (text !== undefined) context.emit({ is: "notice", object: this.addressOf(operation, { ...news, ...applied.state }), text });
      return applied;
    });
    return state;
  }

  /** The resource as the service shows it; undefined if it is gone. */
  read(given: Operation, id: string, props: Values) {
    return this.withPlanEntry(given, (operation) => this.readObject(operation, id, props));
  }

  private async readObject(operation: Operation, id: string, props: Values) {
    const { definition } = this;
    // Only the id is known: an import or a get(), for which the engine would take an empty response as the outputs.
    const isOnlyIdKnown = Object.keys(this.shape.declared(props)).length === 0;
    const importFormat = isOnlyIdKnown && operation.imports === true ? definition.importFormat : undefined;
    const form = importFormat ?? definition.idFormat;
    const { state: last, metadata: kept, isMalformed } = this.shape.parse(id, props, form);
    const object = isMalformed || isOnlyIdKnown ? JSON.stringify(id) : undefined;
    const subject = { verb: "read", args: last, sources: [props], object, onlyIdKnown: isOnlyIdKnown };
    if (isOnlyIdKnown && operation.urn !== undefined) this.process.imported.add(operation.urn);
    return this.run(operation, subject, async (context) => {
      if (isMalformed) throw new InputError(`the id must have the form ${form}`);
      // One response without the object does not remove it from the state.
      const isDoubted = (state: Values | undefined) => state === undefined && !isOnlyIdKnown;
      const readFor = (isAgain: boolean) => definition.read(last, isAgain ? context.withFreshReads() : context);
      const state = await readTwiceIf(isDoubted, readFor, context, deletionWindowMs);
      const isShown = state !== undefined && state !== last;
      const moved = context.serviceChange();
      if (moved !== undefined && !isShown) throw new InputError(notFoundText(moved));
      if (moved !== undefined) context.emit({ is: "service", object: this.addressOf(operation, last), ...moved, found: true });
      if (state === undefined) {
        this.replacements.forgetPriorState(operation.urn);
        const formText = operation.imports === true ? `, which has the form ${form}` : " that get() was given";
        if (isOnlyIdKnown) throw new InputError(`it does not exist. Check the id ${JSON.stringify(id)}${formText}`);
        this.objects.forgetCreation(context, last);
        return undefined;
      }
      const { owner, service, created } = kept;
      if (!isOnlyIdKnown) this.replacements.trackPriorState(operation.urn, { ...state, __made: created }, false);
      // An imported resource has no owner yet, and without one it could delete what another resource manages.
      const metadata = {
        owner: owner || (isOnlyIdKnown && ownerOfRead(operation.urn, id)) || this.process.newOwner(),
        service: (isShown && context.service()) || service,
        seen: context.wasSeen(),
        created,
        version: isOnlyIdKnown ? this.process.version : kept.version,
      };
      const written = this.shape.write(state, metadata);
      const inputs = this.shape.write(this.shape.inputs(written, isOnlyIdKnown));
      return { id: formatId(definition.idFormat, state) || id, state: written, inputs };
    });
  }

  async delete(operation: Operation, id: string, props: Values): Promise<void> {
    const { state: last, metadata } = this.shape.parse(id, props);
    await this.run(operation, { verb: "delete", args: last, sources: [props] }, async (context) => {
      const { owner } = metadata;
      const object = this.objects.managedKey(id, props, owner);
      const other = this.objects.otherManager(object, owner);
      const shown = formatObject(this.definition.displayTemplate, last);
      const stays = this.definition.review.deletesCreated === true ? staysText(metadata, props) : "";
      // Pulumi deletes last, after any replacement exists.
      if (this.replacements.replacementKeepsObject(props))
        context.log(`graphplane: nothing is deleted for ${shown}: its replacement is the same object`);
      else if (other !== undefined) {
        const which = other.urn !== undefined && other.urn === operation.urn ? "its replacement" : "another resource of the program";
        context.log(`graphplane: nothing is sent for ${shown}: ${which} manages it${stays}`);
      } else await deleteObject(this.definition, last, props, context, this.addressOf(operation, last));
      this.objects.releaseOwner(object, owner);
      this.objects.forgetCreation(context, last);
    });
  }

  /** Carries out a create or an update: observe, plan, execute. */
  private async applyPlan(argsToPlan: Values, args: Values, last: Values | undefined, context: ControllerContext) {
    const { definition } = this;
    this.objects.assertOnlyKind(formatId(definition.idFormat, { ...args, ...last }));
    const planBy = async (readContext: OperationContext) =>
      decide(definition, argsToPlan, last, await definition.observe(args, last, readContext), context.isSecret);
    const fresh = context.withFreshReads();
    const planned = await planBy(context);
    // A POST needs a read that was sent for it. Those that look for an object of an earlier POST are.
    const plan = planned.action === "post" && !hasPendingCreation(last) ? await planBy(fresh) : planned;
    if (isRefusal(plan)) throw new InputError(textOf(plan));
    if (plan.action === "post" && last === undefined) this.objects.assertNotCreated(context, args);
    return definition.execute(plan, args, last, context);
  }

  /** Makes or changes an object, then waits for it; a failed wait keeps what is known. */
  private async writeAndWait(
    verb: string,
    operation: Operation,
    news: Values,
    olds: Values,
    act: (args: Values, context: ControllerContext) => Promise<Applied<Values, unknown>>,
  ): Promise<{ id: string; state: Values }> {
    const args = this.shape.declared(news);
    const metadata = readMetadata(olds);
    const owner = metadata.owner || this.process.newOwner();
    const lockKey = this.definition.lockKey?.(args, this.shape.declared(olds));
    return this.run(operation, { verb, args, sources: [news, olds] }, async (context) => {
      let created = metadata.created || this.replacements.replacementKeepsCreatedObject(operation.urn, args);
      const { version } = this.process;
      const stateOf = (state: Values) =>
        this.shape.write(state, { owner, service: metadata.service || context.service(), seen: context.wasSeen(), created, version });
      const actAndRegister = async () => {
        const applied = await act(args, context);
        created ||= applied.created === true;
        if (applied.created === true) this.objects.addCreation(context, args, Infinity);
        const id = toWellFormed(formatId(this.definition.idFormat, applied.state) || applied.id || idNotKnown);
        // Under the lock, before another resource reads the object and takes it for its own.
        this.objects.registerOwner(operation, id, applied.state, owner, news, applied.pending !== undefined);
        return { ...applied, id };
      };
      const applied = await (lockKey === undefined ? actAndRegister() : runExclusively(lockKey, actAndRegister));
      const { id, pending, lost } = applied;
      try {
        if (lost !== undefined) throw lost;
        if (pending === undefined || this.definition.waitUntilApplied === undefined) return { id, state: stateOf(applied.state) };
        const done = await this.definition.waitUntilApplied(args, { ...applied, pending }, context);
        this.objects.registerOwner(operation, id, done, owner, news, false);
        return { id, state: stateOf(done) };
      } catch (error) {
        const state = error instanceof NotAppliedError ? (error.state as Values) : applied.state;
        throw new PartialError(context.messageOf(error), id, stateOf(state));
      } finally {
        if (applied.created === true) this.objects.addCreation(context, args);
      }
    });
  }

  /** Prints that a removal deletes from now on, if that is newly declared; and, once for all resources, that the control plane has changed. */
  private async emitNotices(declaration: Declaration): Promise<void> {
    await this.once("facts", declaration, async () => {
      const { operation, olds, news, context, object } = declaration;
      const last = this.replacements.lastPolicy(operation.urn, olds);
      for (const text of describeRemoval(this.definition.review, last, news)) context.emit({ is: "consequence", object, text });
      const old = this.shape.declared(olds);
      const warnings = this.definition.warnings?.(this.shape.declared(news), old, context) ?? [];
      for (const text of [...(await formatWarnings(this.definition, old, news, context)), ...warnings])
        context.emitOnce({ is: "notice", object, text });
      const moved = context.serviceChange();
      if (moved !== undefined && this.process.shouldLogOnce(`${moved.from} ${moved.to}`))
        context.emit({ is: "service", object, ...moved, found: false });
      return [];
    });
  }

  /** Prints that the update that a comparison announced is not sent, because the engine replaces the object by another one. */
  private emitNoUpdate({ operation, key, object, context, replacesItself }: Declaration): void {
    const { owner } = readMetadata(this.process.priorStates.get(operation.urn ?? "")?.old ?? {});
    if (replacesItself || owner === "" || !this.process.previews.has(`plan ${owner} ${key}`)) return;
    context.emit({ is: "notice", object, text: "replaces the existing object: graphplane does not send the update announced above" });
  }

  /** Prints what a refresh found to differ: `olds` are the live values here, and `news` those in state. */
  private async emitDrift(declaration: Declaration): Promise<void> {
    await this.once("drift", declaration, async () => {
      const { olds, news, object, context } = declaration;
      const [live, applied] = [this.shape.normalize(this.shape.arguments(olds)), this.shape.normalize(this.shape.arguments(news))];
      // A pending change is our own, not drift.
      const drifts = "__pending" in olds ? [] : describeDrifts(this.definition, live, applied, context.isSecret);
      for (const text of drifts) context.emit({ is: "drift", object, text });
      return [];
    });
  }

  /** Runs the work once for a resource and phase. A state without an owner, from an earlier version, always runs it. */
  private once(phase: string, { olds, key }: Declaration, act: () => Promise<CheckFailure[]>): Promise<CheckFailure[]> {
    const { previews } = this.process;
    const { owner } = readMetadata(olds);
    const place = `${phase} ${owner} ${key}`;
    const result = (owner === "" ? undefined : previews.get(place)) ?? act();
    previews.set(place, result);
    return result;
  }

  /** Runs an operation. Any error becomes an OperationError, whose message the engine may print. */
  private async run<T>(operation: Operation, subject: Subject, act: (context: ControllerContext) => Promise<T>): Promise<T> {
    const context = this.contextFor(operation, subject);
    try {
      return await act(context);
    } catch (error) {
      throw error instanceof OperationError ? error : new OperationError(context.messageOf(error));
    } finally {
      context.end();
    }
  }

  private contextFor(operation: Operation, subject: Subject): ControllerContext {
    const metadata = subject.sources.map((source) => readMetadata(source));
    for (const { version } of metadata) {
      const warning = this.process.warnOfLater(version);
      if (warning !== undefined) operation.log(warning);
    }
    const owner = metadata.map((one) => one.owner).find(Boolean) ?? "";
    return createContext(this.definition, operation, this.process, subject, this.objects.others(operation, owner, subject.verb));
  }

  private addressOf({ secrets }: Operation, news: Values): string {
    return this.definition.review.address(blankSecrets(withoutMetadata(news), secretNames(this.definition, secrets)));
  }
}
