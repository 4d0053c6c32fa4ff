import { type AnyResource, textOf } from "../definition";
import { OperationError } from "../errors";
import { isProtected, protectedText } from "../reconcile/deletion-policy";
import { readMetadata } from "../reconcile/state-metadata";
import { equals, omit, type Values } from "../values/json";
import { isUnknown } from "../values/unknowns";
import type { CheckFailure } from "../values/validation";
import type { ManagedObjects } from "./objects";
import type { ProviderProcess } from "./process";
import type { StateShape } from "./state-shape";

/** The replacements of one kind of resource, whoever chooses them: the program's change, the engine, or a flag. */
export class Replacements {
  constructor(
    private readonly definition: AnyResource,
    private readonly shape: StateShape,
    private readonly objects: ManagedObjects,
    private readonly process: ProviderProcess,
  ) {}

  /** Notes a resource of the state: whether the program still has it, and whether its changes need another object. */
  trackPriorState(urn: string | undefined, old: Values, isDeclared: boolean, requiresReplacement = false): void {
    if (urn === undefined) return;
    const created = readMetadata(old).created || this.priorStateOf(urn)?.created === true;
    this.process.priorStates.set(urn, { old, requiresReplacement, created: created, isProtected: isDeclared && this.protects(old) });
  }

  renamePriorState(from: string | undefined, to: string | undefined): void {
    if (from === undefined || to === undefined || from === to) return;
    const { priorStates } = this.process;
    const known = priorStates.get(from);
    priorStates.delete(from);
    if (known !== undefined) priorStates.set(to, known);
  }

  /** Notes that a read showed the object to be gone: what has its URN next is new. */
  forgetPriorState(urn = ""): void {
    this.process.priorStates.delete(urn);
  }

  /** The resource that a new one of the same URN replaces; undefined if it replaces none. */
  private priorStateOf(urn = "") {
    return this.process.priorStates.get(urn);
  }

  /** The failures of known arguments whose new values require another object, if the state protects the present one. */
  refuseKnown(args: Values, old: Values): CheckFailure[] {
    const [after, before] = [this.shape.normalize(args), this.shape.normalize(old)];
    const differs = (name: string) => after[name] !== undefined && before[name] !== undefined && !equals(before[name], after[name]);
    const known = this.replacing(Object.keys(after)).filter((name) => differs(name) && !isUnknown(after[name]));
    return this.refuse(old, known);
  }

  /** Refuses a replacement of what is protected: the policy in state decides, so that one step cannot lift it and delete. */
  refuse(old: Values, replaces: readonly string[]): CheckFailure[] {
    if (!this.protects(old)) return [];
    return replaces.map((property) => ({ property, reason: protectedText("replacement") }));
  }

  /**
   * The changed arguments that need another object, and those that are known later and are `held`: a protected object is not replaced for a
   * value that may turn out to be equal. If the engine asks what the replacement of another resource causes, the value surely changes, and
   * the replacement is refused before anything is deleted.
   */
  selectReplacements(olds: Values, news: Values, changed: readonly string[], isDeclared: boolean) {
    const replaces = this.replacing(changed);
    const later = this.protects(olds) ? replaces.filter((name) => isUnknown(news[name])) : [];
    if (isDeclared) return { replaces: replaces.filter((name) => !later.includes(name)), held: later };
    const [refused] = this.refuse(olds, later);
    if (refused !== undefined) throw new OperationError(`${this.definition.review.address(olds)}: ${textOf(refused)}`);
    return { replaces, held: [] };
  }

  /** Begins the creation of a resource that may replace one of its own URN. Refuses it if the state protects that object. */
  checkReplacement(urn = "", args: Values): CheckFailure[] {
    const prior = this.priorStateOf(urn);
    if (prior === undefined) return [];
    if (prior.isProtected) return [{ property: "deletionPolicy", reason: protectedText("replacement") }];
    const object = this.objects.declaredKey(args) ?? "";
    if (!prior.requiresReplacement && object === this.objects.declaredKey(prior.old)) this.process.keptByReplacement.add(object);
    return [];
  }

  /** The policy on removal that was declared last: a replacement, which is checked as a new resource, has that of the old one. */
  lastPolicy(urn: string | undefined, olds: Values): Values {
    return { deletionPolicy: this.priorStateOf(urn)?.old["deletionPolicy"], ...olds };
  }

  /** Returns true if the resource's replacement is the same object, which it takes over. */
  replacementKeepsObject(args: Values): boolean {
    return this.process.keptByReplacement.has(this.objects.declaredKey(args) ?? "");
  }

  replacementKeepsCreatedObject(urn: string | undefined, args: Values): boolean {
    return this.replacementKeepsObject(args) && this.priorStateOf(urn)?.created === true;
  }

  /** The state that a replacement with the same object continues, under a new owner: what is pending and what was seen stay known. */
  continued(urn: string | undefined, args: Values): Values | undefined {
    const { old = {} } = this.priorStateOf(urn) ?? {};
    // A check knows the arguments alone.
    return readMetadata(old).owner !== "" && this.replacementKeepsObject(args) ? omit(old, ["__owner"]) : undefined;
  }

  private replacing(names: readonly string[]): string[] {
    return this.definition.review.replaceOnChanges.filter((name) => names.includes(name));
  }

  private protects(old: Values): boolean {
    return isProtected(this.definition.review, old);
  }
}
