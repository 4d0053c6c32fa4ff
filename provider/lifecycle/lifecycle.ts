import { blankSecrets } from "../announce/lines";
import { type AnyResource, type Applied, isRefusal, type OperationContext, textOf } from "../definition";
import { InputError, NotAppliedError, OperationError, PartialError } from "../errors";
import { identical, toWellFormed, type Values } from "../values/json";
import { decide, decideDeletion } from "../reconcile/decide";
import { readTwiceIf } from "../reconcile/gone";
import { mayBeReplacedText, staysText } from "../reconcile/deletion-policy";
import { runExclusively } from "../reconcile/keyed-lock";
import { goneWindowMs } from "../reconcile/wait";
import { deleteObject } from "./deletion";
import { describeOddTexts } from "./form-warnings";
import { ManagedObjects } from "./objects";
import { assertSameService, createContext, type LifecycleContext, type Operation, redactorFor, type Subject } from "./operation";
import { PlanRecording } from "./plan-record";
import type { ProviderProcess } from "./process";
import { Recorder } from "./recorder";
import { Replacements } from "./replacements";
import { type Declaration, describeDrifts, describeRemoval, knownArguments, preview, willCertainlyFail } from "./preview";
import { ownerOfRead, readNotes, withoutNotes } from "../reconcile/notes";
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
export type StateDiff = Awaited<ReturnType<Lifecycle["diff"]>>;

/**
 * The engine's rules over any resource definition: checks, unknowns, partial errors, gone objects and whole states. Values
 * are plain values, secrets too; what a door adds to them for its engine is not among them.
 */
export class Lifecycle {
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

  /** Returns the test for secret properties: always secret, or secret in the program or the state according to the door. */
  secretTest(secrets: readonly string[]): (property: string) => boolean {
    return secretNames(this.definition, [...secrets, ...this.definition.secretOutputs]);
  }

  /** Every problem with the arguments and, for a new resource, those that its preview finds. */
  check(given: Operation, olds: Values, news: Values): Promise<CheckFailure[]> {
    return this.recorded(given, async (operation) => {
      const [args, old] = [withoutNotes(news), withoutNotes(olds)];
      const differs = !identical(this.shape.declared(news), this.shape.declared(olds));
      this.process.declared.set(this.objects.keyOf(args), { kind: this.definition.kind, args, differs });
      const isSecret = secretNames(this.definition, operation.secrets);
      if (operation.records !== undefined) operation.recorder?.addHashes(operation.records.key, this.shape.declared(news), isSecret);
      const failures = [
        ...problemsOf(this.definition.schema, args, old, isSecret),
        ...refuseSecretDecisions(args, operation.secrets),
        ...(this.definition.validate?.(args, old) ?? []),
        ...this.objects.findSecondDeclaration(operation, args),
        ...this.replacements.refuseKnown(args, old),
      ];
      this.replacements.rename(operation.formerUrn, operation.urn);
      if (Object.keys(old).length > 0) this.replacements.meet(operation.urn, old, true);
      else {
        failures.push(...this.objects.claim(args), ...this.replacements.begin(operation.urn, args));
        const declaration = this.declarationOf(operation, news);
        if (failures.length === 0) {
          await this.announceNotices(declaration);
          this.announceNoUpdate(declaration);
          failures.push(...(await preview(this.definition, declaration)));
        }
      }
      const redact = redactorFor(operation, [args, old], isSecret);
      return failures.map(({ property, reason }) => toWellFormed(printableFailure({ property, reason: redact(reason) }, args, isSecret)));
    });
  }

  /** Compares the state with the program. In an update, also prints the request and fails if it is certain to fail; in a refresh, prints the drift. */
  diff(given: Operation, id: string, olds: Values, news: Values) {
    return this.recorded(given, async (operation) => {
      const { changed, pending, sends } = this.shape.compare(olds, news);
      // A refresh calls this too, with what it read and the inputs in state, before the program is checked.
      const isDeclared = this.process.runsProgram() && this.process.declared.has(this.objects.keyOf(withoutNotes(news)));
      const { replaces, held } = this.replacements.choose(olds, news, changed, isDeclared);
      this.replacements.meet(operation.urn, olds, isDeclared, replaces.length > 0);
      // A refresh mostly compares what has not changed: going on would cost a sixth more.
      if (!isDeclared && changed.length === 0) return { changed, replaces, pending, deletesFirst: false };
      const known = this.shape.parse(id, olds).state;
      const last = this.process.imported.has(operation.urn ?? "") ? this.shape.onlyDeclared(known, news) : known;
      const declaration = this.declarationOf(operation, news, olds, last);
      for (const name of held)
        declaration.context.print({ is: "notice", object: this.addressOf(operation, olds), text: mayBeReplacedText(name) });
      if (isDeclared && replaces.length > 0) await this.announceReplacement(declaration, last, replaces);
      else if (isDeclared) await this.announceUpdate(declaration, id, sends);
      // With unknown values, the engine only asks what another resource's replacement would cause.
      else if (replaces.length === 0 && !isUnknown(news)) await this.printDrift(declaration);
      const deletesFirst = replaces.length > 0 && this.definition.deleteBeforeReplace === true;
      if (deletesFirst) this.process.replacedFirst.add(this.objects.managedBy(id, olds, readNotes(olds).owner));
      return { changed, replaces, pending, deletesFirst };
    });
  }

  /** Runs a call of the engine, and adds its record if records are asked for. */
  private async recorded<T>(operation: Operation, act: (operation: Operation) => Promise<T>): Promise<T> {
    const { records } = operation;
    if (records === undefined) return act(operation);
    const recorder = new Recorder(this.definition.kind, operation.urn);
    try {
      return await act({ ...operation, recorder });
    } finally {
      if (recorder.contents !== undefined) records.add(recorder.contents);
    }
  }

  private declarationOf(operation: Operation, news: Values, olds: Values = {}, last?: Values): Declaration {
    const args = this.shape.declared(news);
    const replacesItself = last === undefined && this.replacements.takesOver(news);
    const continued = replacesItself ? this.replacements.continued(operation.urn, news) : undefined;
    const known = knownArguments(args, replacesItself);
    return {
      operation,
      olds,
      news,
      args,
      last,
      known,
      isReplacement: last === undefined && this.replacements.isReplacement(operation.urn),
      replacesItself,
      continued: continued && this.shape.declared(continued),
      object: this.addressOf(operation, news),
      key: this.objects.keyOf(withoutNotes(news)),
      context: this.contextFor(operation, { verb: "plan", args: known, sources: [news, olds, continued ?? {}] }),
    };
  }

  /** Announces a replacement; fails if the resource is protected, or if the deletion certainly will. Prints why it may. */
  private async announceReplacement(declaration: Declaration, last: Values, replaces: readonly string[]): Promise<void> {
    const { operation, olds, news } = declaration;
    await this.announceNotices(declaration);
    const [refused] = this.replacements.refuse(olds, replaces);
    if (refused !== undefined) throw new OperationError(textOf(refused));
    const recording = new PlanRecording(this.definition, declaration);
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
  private async announceUpdate(declaration: Declaration, id: string, sends: boolean): Promise<void> {
    const { operation, olds, news, key } = declaration;
    await this.announceNotices(declaration);
    const { owner } = readNotes(olds);
    this.objects.own(operation, id, olds, owner, news, sends);
    const twice = this.objects.whyManagedTwice(id);
    if (twice !== undefined) throw new OperationError(twice);
    if (!sends) return new PlanRecording(this.definition, declaration).addNothing();
    const subject = { verb: "update", args: this.shape.declared(olds), sources: [news, olds] };
    await this.run(operation, subject, async (context) => assertSameService(context));
    const failures = await this.once("plan", declaration, () => preview(this.definition, declaration));
    if (failures.length === 0) return;
    const text = failures.map(({ reason }) => reason).join("\n");
    if (this.process.declared.get(key)?.differs === true) throw new OperationError(text);
    // An engine may also compare a resource that it is about to delete; with a policy that keeps the object, that works without an API key.
    new PlanRecording(this.definition, declaration).addFailure(text);
  }

  async create(operation: Operation, news: Values): Promise<{ id: string; state: Values }> {
    const continued = this.replacements.continued(operation.urn, news);
    return this.apply("create", operation, news, continued ?? {}, (args, context) => {
      const adopting = this.replacements.takesOver(args) ? { ...args, adopt: true } : args;
      return this.carryOut(adopting, args, continued && this.shape.declared(continued), context);
    });
  }

  async update(operation: Operation, id: string, olds: Values, news: Values): Promise<Values> {
    const last = this.shape.parse(id, olds).state;
    const { state } = await this.apply("update", operation, news, olds, async (args, context) => {
      if (!this.shape.compare(olds, news).sends) return { id, state: this.shape.withLocalArguments(last, args) };
      assertSameService(context);
      const applied = await this.carryOut(args, args, last, context);
      const text = this.objects.describeFoundId(id, last, applied.state);
      if (text !== undefined) context.print({ is: "notice", object: this.addressOf(operation, { ...news, ...applied.state }), text });
      return applied;
    });
    return state;
  }

  /** The resource as the service shows it; undefined if it is gone. */
  read(given: Operation, id: string, props: Values) {
    return this.recorded(given, (operation) => this.readObject(operation, id, props));
  }

  private async readObject(operation: Operation, id: string, props: Values) {
    const { definition } = this;
    // Only the id is known: an import or a get(), for which the engine would take an empty response as the outputs.
    const isUnseen = Object.keys(this.shape.declared(props)).length === 0;
    const importForm = isUnseen && operation.imports === true ? definition.importForm : undefined;
    const form = importForm ?? definition.idForm;
    const { state: last, notes: kept, isMalformed } = this.shape.parse(id, props, form);
    const object = isMalformed || isUnseen ? JSON.stringify(id) : undefined;
    const subject = { verb: "read", args: last, sources: [props], object, knowsIdAlone: isUnseen };
    if (isUnseen && operation.urn !== undefined) this.process.imported.add(operation.urn);
    return this.run(operation, subject, async (context) => {
      if (isMalformed) throw new InputError(`the id must have the form ${form}`);
      // One response without the object does not remove it from the state.
      const isDoubted = (state: Values | undefined) => state === undefined && !isUnseen;
      const readFor = (isAgain: boolean) => definition.read(last, isAgain ? context.anew() : context);
      const state = await readTwiceIf(isDoubted, readFor, context, goneWindowMs);
      const isShown = state !== undefined && state !== last;
      const moved = context.serviceChange();
      if (moved !== undefined && !isShown) throw new InputError(notFoundText(moved));
      if (moved !== undefined) context.print({ is: "service", object: this.addressOf(operation, last), ...moved, found: true });
      if (state === undefined) {
        this.replacements.forget(operation.urn);
        const formText = operation.imports === true ? `, which has the form ${form}` : " that get() was given";
        if (isUnseen) throw new InputError(`it does not exist. Check the id ${JSON.stringify(id)}${formText}`);
        this.objects.forgetMade(context, last);
        return undefined;
      }
      const { owner, service, made } = kept;
      if (!isUnseen) this.replacements.meet(operation.urn, { ...state, __made: made }, false);
      // An imported resource has no owner yet, and without one it could delete what another resource manages.
      const notes = {
        owner: owner || (isUnseen && ownerOfRead(operation.urn, id)) || this.process.newOwner(),
        service: (isShown && context.service()) || service,
        seen: context.wasSeen(),
        made,
        version: isUnseen ? this.process.version : kept.version,
      };
      const written = this.shape.write(state, notes);
      const inputs = this.shape.write(this.shape.inputs(written, isUnseen));
      return { id: formatId(definition.idForm, state) || id, state: written, inputs };
    });
  }

  async delete(operation: Operation, id: string, props: Values): Promise<void> {
    const { state: last, notes } = this.shape.parse(id, props);
    await this.run(operation, { verb: "delete", args: last, sources: [props] }, async (context) => {
      const { owner } = notes;
      const object = this.objects.managedBy(id, props, owner);
      const other = this.objects.otherManager(object, owner);
      const shown = formatObject(this.definition.displayTemplate, last);
      const stays = this.definition.review.deletesMade === true ? staysText(notes, props) : "";
      // Pulumi deletes last, after any replacement exists.
      if (this.replacements.takesOver(props)) context.say(`graphplane: no request for ${shown}: its replacement is the same object`);
      else if (other !== undefined) {
        const which = other.urn !== undefined && other.urn === operation.urn ? "its replacement" : "another resource of the program";
        context.say(`graphplane: no request for ${shown}: ${which} manages it${stays}`);
      } else await deleteObject(this.definition, last, props, context, this.addressOf(operation, last));
      this.objects.disown(object, owner);
      this.objects.forgetMade(context, last);
    });
  }

  /** Carries out a create or an update: observe, plan, execute. */
  private async carryOut(argsToPlan: Values, args: Values, last: Values | undefined, context: LifecycleContext) {
    const { definition } = this;
    this.objects.assertOnlyKind(formatId(definition.idForm, { ...args, ...last }));
    const planBy = async (reading: OperationContext) =>
      decide(definition, argsToPlan, last, await definition.observe(args, last, reading), context.isSecret);
    const anew = context.anew();
    const planned = await planBy(context);
    // A POST needs a read that was sent for it. Those that look for an object of an earlier POST are.
    const plan = planned.action === "post" && !hasPendingCreation(last) ? await planBy(anew) : planned;
    if (isRefusal(plan)) throw new InputError(textOf(plan));
    if (plan.action === "post" && last === undefined) this.objects.assertNotMade(context, args);
    return definition.execute(plan, args, last, context);
  }

  /** Makes or changes an object, then waits for it; a failed wait keeps what is known. */
  private async apply(
    verb: string,
    operation: Operation,
    news: Values,
    olds: Values,
    act: (args: Values, context: LifecycleContext) => Promise<Applied<Values, unknown>>,
  ): Promise<{ id: string; state: Values }> {
    const args = this.shape.declared(news);
    const notes = readNotes(olds);
    const owner = notes.owner || this.process.newOwner();
    const lockKey = this.definition.lockKey?.(args, this.shape.declared(olds));
    return this.run(operation, { verb, args, sources: [news, olds] }, async (context) => {
      let made = notes.made || this.replacements.takesOverMade(operation.urn, args);
      const { version } = this.process;
      const stateOf = (state: Values) =>
        this.shape.write(state, { owner, service: notes.service || context.service(), seen: context.wasSeen(), made, version });
      const actAndOwn = async () => {
        const applied = await act(args, context);
        made ||= applied.made === true;
        if (applied.made === true) this.objects.addMade(context, args, Infinity);
        const id = toWellFormed(formatId(this.definition.idForm, applied.state) || applied.id || idNotKnown);
        // Under the lock, before another resource reads the object and takes it for its own.
        this.objects.own(operation, id, applied.state, owner, news, applied.pending !== undefined);
        return { ...applied, id };
      };
      const applied = await (lockKey === undefined ? actAndOwn() : runExclusively(lockKey, actAndOwn));
      const { id, pending, lost } = applied;
      try {
        if (lost !== undefined) throw lost;
        if (pending === undefined || this.definition.waitUntilApplied === undefined) return { id, state: stateOf(applied.state) };
        const done = await this.definition.waitUntilApplied(args, { ...applied, pending }, context);
        this.objects.own(operation, id, done, owner, news, false);
        return { id, state: stateOf(done) };
      } catch (error) {
        const state = error instanceof NotAppliedError ? (error.state as Values) : applied.state;
        throw new PartialError(context.messageOf(error), id, stateOf(state));
      } finally {
        if (applied.made === true) this.objects.addMade(context, args);
      }
    });
  }

  /** Prints that a removal deletes from now on, if that is newly declared; and, once for all resources, that the control plane has changed. */
  private async announceNotices(declaration: Declaration): Promise<void> {
    await this.once("facts", declaration, async () => {
      const { operation, olds, news, context, object } = declaration;
      const last = this.replacements.lastPolicy(operation.urn, olds);
      for (const text of describeRemoval(this.definition.review, last, news)) context.print({ is: "consequence", object, text });
      const old = this.shape.declared(olds);
      const warnings = this.definition.warnings?.(this.shape.declared(news), old, context) ?? [];
      for (const text of [...(await describeOddTexts(this.definition, old, news, context)), ...warnings])
        context.notify({ is: "notice", object, text });
      const moved = context.serviceChange();
      if (moved !== undefined && this.process.isFirst(`${moved.from} ${moved.to}`))
        context.print({ is: "service", object, ...moved, found: false });
      return [];
    });
  }

  /** Prints that the update that a comparison announced is not sent, because the engine replaces the object by another one. */
  private announceNoUpdate({ operation, key, object, context, replacesItself }: Declaration): void {
    const { owner } = readNotes(this.process.met.get(operation.urn ?? "")?.old ?? {});
    if (replacesItself || owner === "" || !this.process.announced.has(`plan ${owner} ${key}`)) return;
    context.print({ is: "notice", object, text: "replaces the existing object: graphplane does not send the update announced above" });
  }

  /** Prints what a refresh found to differ: `olds` are the live values here, and `news` those in state. */
  private async printDrift(declaration: Declaration): Promise<void> {
    await this.once("drift", declaration, async () => {
      const { olds, news, object, context } = declaration;
      const [live, applied] = [this.shape.normalize(this.shape.arguments(olds)), this.shape.normalize(this.shape.arguments(news))];
      // A pending change is our own, not drift.
      const drifts = "__pending" in olds ? [] : describeDrifts(this.definition, live, applied, context.isSecret);
      for (const text of drifts) context.print({ is: "drift", object, text });
      return [];
    });
  }

  /** Runs the work once for a resource and phase. A state without an owner, from an earlier version, always runs it. */
  private once(phase: string, { olds, key }: Declaration, act: () => Promise<CheckFailure[]>): Promise<CheckFailure[]> {
    const { announced } = this.process;
    const { owner } = readNotes(olds);
    const place = `${phase} ${owner} ${key}`;
    const result = (owner === "" ? undefined : announced.get(place)) ?? act();
    announced.set(place, result);
    return result;
  }

  /** Runs an operation. Any error becomes an OperationError, whose message the engine may print. */
  private async run<T>(operation: Operation, subject: Subject, act: (context: LifecycleContext) => Promise<T>): Promise<T> {
    const context = this.contextFor(operation, subject);
    try {
      return await act(context);
    } catch (error) {
      throw error instanceof OperationError ? error : new OperationError(context.messageOf(error));
    } finally {
      context.end();
    }
  }

  private contextFor(operation: Operation, subject: Subject): LifecycleContext {
    const notes = subject.sources.map((source) => readNotes(source));
    for (const { version } of notes) {
      const warning = this.process.warnOfLater(version);
      if (warning !== undefined) operation.log(warning);
    }
    const owner = notes.map((one) => one.owner).find(Boolean) ?? "";
    return createContext(this.definition, operation, this.process, subject, this.objects.others(operation, owner, subject.verb));
  }

  private addressOf({ secrets }: Operation, news: Values): string {
    return this.definition.review.address(blankSecrets(withoutNotes(news), secretNames(this.definition, secrets)));
  }
}
