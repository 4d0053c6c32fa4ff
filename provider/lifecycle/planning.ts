import { textOf } from "../definition";
import { OperationError } from "../errors";
import { decideDeletion } from "../reconcile/decide";
import { mayBeReplacedText } from "../reconcile/deletion-policy";
import { identical, toWellFormed, type Values } from "../values/json";
import { isUnknown } from "../values/unknowns";
import { type CheckFailure, problemsOf } from "../values/validation";
import { formatWarnings } from "./format-warnings";
import { managedKey } from "./objects";
import { assertSameService, type Operation } from "./operation";
import { PlanBuilder } from "./plan-builder";
import { type Declaration, describeDrifts, describeRemoval, failureOf, knownArguments, preview, willCertainlyFail } from "./preview";
import type { Properties } from "./properties";
import { selectReplacements, refuseKnownReplacement, refuseReplacement } from "./replacements";
import { ResourceOperations } from "./resource-operations";
import { printableFailure, redactorFor, refuseSecretDecisions, secretNames } from "./secrets";

/** The effect of an update on a resource: the changed arguments, and those that force replacement. */
export interface StateDiff {
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
  /** True if an earlier request is still pending. */
  readonly pending: boolean;
  readonly deletesFirst: boolean;
}

/** Handles the engine's planning calls for one kind of resource: Check and Diff. */
export class Planning extends ResourceOperations {
  /** Returns all problems with the arguments. For a new resource, includes the problems that its preview finds. */
  async check(operation: Operation, olds: Properties, news: Properties): Promise<CheckFailure[]> {
    const { definition, process } = this;
    const { objects, priorStates } = process;
    const isSecret = secretNames(definition, operation.secrets);
    const second = objects.declare(news, !identical(news.values, olds.values), operation.urn, isSecret);
    operation.entryBuilder?.addHashes(news.values, isSecret);
    const failures = [
      ...problemsOf(definition.schema, news.values, olds.values, isSecret),
      ...refuseSecretDecisions(definition.review, news.values, operation.secrets),
      ...(definition.validate?.(news.values, olds.values) ?? []),
      ...second,
      ...refuseKnownReplacement(news, olds),
    ];
    priorStates.rename(operation.formerUrn, operation.urn);
    if (!olds.isEmpty) priorStates.track(operation.urn, olds, true);
    else {
      failures.push(...objects.declareKind(news), ...priorStates.checkReplacement(operation.urn, news));
      const declaration = this.declarationOf(operation, news);
      if (failures.length === 0) {
        await this.emitNotices(declaration);
        this.emitNoUpdate(declaration);
        failures.push(...(await preview(definition, declaration)));
      }
    }
    const redact = redactorFor(operation.settings, [news, olds], isSecret);
    return failures.map(({ property, reason }) =>
      toWellFormed(printableFailure({ property, reason: redact(reason) }, news.values, isSecret)),
    );
  }

  /** Compares the state with the program. In an update, prints the planned request, and throws if it will certainly fail. In a refresh, prints the drift. */
  async diff(operation: Operation, id: string, olds: Properties, news: Properties): Promise<StateDiff> {
    const { definition, process } = this;
    const { objects, priorStates } = process;
    const { changed, pending, sends } = news.changesFrom(olds);
    // A refresh also calls this method, with the read state and the old inputs, before it checks the program.
    const isDeclared = objects.declarations.has(news.key);
    const { replaces, held } = selectReplacements(olds, news, changed, isDeclared);
    priorStates.track(operation.urn, olds, isDeclared, replaces.length > 0);
    // Most resources are unchanged in a refresh, which would take about 17 % longer without this shortcut.
    if (!isDeclared && changed.length === 0) return { changed, replaces, pending, deletesFirst: false };
    const known = olds.identified(id).state;
    const last = priorStates.readById.has(operation.urn) ? news.declaredIn(known) : known;
    const declaration = this.declarationOf(operation, news, olds, last);
    for (const name of held)
      declaration.context.emit({ is: "notice", object: this.addressOf(operation, olds.values), text: mayBeReplacedText(name) });
    if (isDeclared && replaces.length > 0) await this.previewReplacement(declaration, last, replaces);
    else if (isDeclared) await this.previewUpdate(declaration, id, last, sends);
    // With unknown values, this is no refresh: the engine determines the effects of replacing another resource.
    else if (replaces.length === 0 && !isUnknown(news.values)) await this.emitDrift(declaration);
    const deletesFirst = replaces.length > 0 && definition.deleteBeforeReplace === true;
    if (deletesFirst) objects.deletedBeforeReplace.add(managedKey(definition, id, known, olds.metadata.owner));
    return { changed, replaces, pending, deletesFirst };
  }

  private declarationOf(operation: Operation, news: Properties, olds = this.parse({}), last?: Values): Declaration {
    const { priorStates } = this.process;
    const keepsObject = last === undefined && priorStates.isKept(news);
    const continued = keepsObject ? priorStates.continuedBy(operation.urn, news) : undefined;
    const known = knownArguments(news.values, keepsObject);
    return {
      operation,
      olds,
      news,
      args: news.values,
      last,
      known,
      isReplacement: last === undefined && priorStates.has(operation.urn),
      keepsObject,
      continued: continued?.values,
      object: this.addressOf(operation, news.values),
      context: this.contextFor(operation, { verb: "plan", args: known, sources: [news, olds, ...(continued ? [continued] : [])] }),
    };
  }

  /** Prints a replacement. Throws if the resource is protected, or if its deletion will certainly fail. If it might fail, prints the reason. */
  private async previewReplacement(declaration: Declaration, last: Values, replaces: readonly string[]): Promise<void> {
    const { definition } = this;
    const { operation, olds, news } = declaration;
    await this.emitNotices(declaration);
    const [refused] = refuseReplacement(olds, replaces);
    if (refused !== undefined) throw new OperationError(textOf(refused));
    const builder = new PlanBuilder(definition, declaration);
    await this.run(operation, { verb: "update", args: last, sources: [news, olds] }, async (context) => {
      const plan = decideDeletion(definition, last, olds.given, context.isSecret);
      builder.addReplacement(plan);
      if (plan.action === "none") return;
      assertSameService(context);
      await definition.assertDeletable?.(last, context).catch((error: unknown) => {
        if (willCertainlyFail(error)) throw error;
        builder.addReplacement(plan, failureOf(error, context));
      });
    });
  }

  /** Prints the request of an update, if any. Throws if a resource of a different kind manages the object. */
  private async previewUpdate(declaration: Declaration, id: string, last: Values, sends: boolean): Promise<void> {
    const { definition, process } = this;
    const { operation, olds, news } = declaration;
    const { owner } = olds.metadata;
    await this.emitNotices(declaration);
    process.objects.registerOwner({ urn: operation.urn, owner, id, state: last, news, isChanging: sends });
    const twice = process.objects.conflictingKindText(definition, id);
    if (twice !== undefined) throw new OperationError(twice);
    if (!sends) return new PlanBuilder(definition, declaration).addNothing();
    const subject = { verb: "update", args: olds.values, sources: [news, olds] };
    await this.run(operation, subject, async (context) => assertSameService(context));
    const failures = await process.log.once("plan", owner, news, () => preview(definition, declaration));
    if (failures.length === 0) return;
    const text = failures.map(({ reason }) => reason).join("\n");
    if (process.objects.declarations.get(news.key)?.differs === true) throw new OperationError(text);
    // An engine can also compare a resource before it deletes it. If the policy retains the object, this must work without an API key.
    new PlanBuilder(definition, declaration).addFailure({ reason: text });
  }

  /** Prints the consequences of a new deletion policy, the warnings about arguments and, once for all resources, a changed control plane. */
  private async emitNotices({ operation, olds, news, context, object }: Declaration): Promise<void> {
    const { definition, process } = this;
    await process.log.once("facts", olds.metadata.owner, news, async () => {
      const last = process.priorStates.lastPolicy(operation.urn, olds);
      for (const text of describeRemoval(definition.review, last, news.values)) context.emit({ is: "consequence", object, text });
      const warnings = definition.warnings?.(news.values, olds.values, context) ?? [];
      for (const text of [...(await formatWarnings(definition, olds.values, news.values, context)), ...warnings])
        context.emitOnce({ is: "notice", object, text });
      const moved = context.serviceChange();
      if (moved !== undefined && process.log.shouldLogOnce(`${moved.from} ${moved.to}`))
        context.emit({ is: "service", object, ...moved, found: false });
      return [];
    });
  }

  /** Prints that the previewed update will not be sent, because the engine replaces the object. */
  private emitNoUpdate({ operation, news, object, context, keepsObject }: Declaration): void {
    const { priorStates, log } = this.process;
    const owner = priorStates.ownerOf(operation.urn);
    if (keepsObject || owner === "" || !log.wasPreviewed("plan", owner, news)) return;
    context.emit({ is: "notice", object, text: "replaces the existing object: graphplane does not send the update announced above" });
  }

  /** Prints the drift that a refresh found. Here `olds` contains the live values, and `news` those in the state. */
  private async emitDrift({ olds, news, object, context }: Declaration): Promise<void> {
    await this.process.log.once("drift", olds.metadata.owner, news, async () => {
      // A pending change by graphplane is not drift.
      const isPending = "__pending" in olds.values;
      const drifts = isPending ? [] : describeDrifts(this.definition, olds.normalizedArgs, news.normalizedArgs, context.isSecret);
      for (const text of drifts) context.emit({ is: "drift", object, text });
      return [];
    });
  }
}
