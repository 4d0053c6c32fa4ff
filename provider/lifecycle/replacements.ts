import { type AnyResource, textOf } from "../definition";
import { OperationError } from "../errors";
import { isProtected, protectedText } from "../reconcile/deletion-policy";
import { readNotes } from "../reconcile/notes";
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
  meet(urn: string | undefined, old: Values, isDeclared: boolean, needsAnother = false): void {
    if (urn === undefined) return;
    const made = readNotes(old).made || this.replacedBy(urn)?.made === true;
    this.process.met.set(urn, { old, needsAnother, made, isProtected: isDeclared && this.protects(old) });
  }

  rename(from: string | undefined, to: string | undefined): void {
    if (from === undefined || to === undefined || from === to) return;
    const { met } = this.process;
    const known = met.get(from);
    met.delete(from);
    if (known !== undefined) met.set(to, known);
  }

  /** Notes that a read showed the object to be gone: what has its URN next is new. */
  forget(urn = ""): void {
    this.process.met.delete(urn);
  }

  /** The resource that a new one of the same URN replaces; undefined if it replaces none. */
  private replacedBy(urn = "") {
    return this.process.met.get(urn);
  }

  /** Returns true for the URN of a resource that the state has and the run has not found to be gone. */
  isReplacement(urn: string | undefined): boolean {
    return this.replacedBy(urn) !== undefined;
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
  choose(olds: Values, news: Values, changed: readonly string[], isDeclared: boolean) {
    const replaces = this.replacing(changed);
    const later = this.protects(olds) ? replaces.filter((name) => isUnknown(news[name])) : [];
    if (isDeclared) return { replaces: replaces.filter((name) => !later.includes(name)), held: later };
    const [refused] = this.refuse(olds, later);
    if (refused !== undefined) throw new OperationError(`${this.definition.review.address(olds)}: ${textOf(refused)}`);
    return { replaces, held: [] };
  }

  /** Begins the creation of a resource that may replace one of its own URN. Refuses it if the state protects that object. */
  begin(urn = "", args: Values): CheckFailure[] {
    const met = this.replacedBy(urn);
    if (met === undefined) return [];
    if (met.isProtected) return [{ property: "deletionPolicy", reason: protectedText("replacement") }];
    const object = this.objects.declaredBy(args) ?? "";
    if (!met.needsAnother && object === this.objects.declaredBy(met.old)) this.process.takenOver.add(object);
    return [];
  }

  /** The policy on removal that was declared last: a replacement, which is checked as a new resource, has that of the old one. */
  lastPolicy(urn: string | undefined, olds: Values): Values {
    return { deletionPolicy: this.replacedBy(urn)?.old["deletionPolicy"], ...olds };
  }

  /** Returns true if the resource's replacement is the same object, which it takes over. */
  takesOver(args: Values): boolean {
    return this.process.takenOver.has(this.objects.declaredBy(args) ?? "");
  }

  takesOverMade(urn: string | undefined, args: Values): boolean {
    return this.takesOver(args) && this.replacedBy(urn)?.made === true;
  }

  /** The state that a replacement with the same object continues, under a new owner: what is pending and what was seen stay known. */
  continued(urn: string | undefined, args: Values): Values | undefined {
    const { old = {} } = this.replacedBy(urn) ?? {};
    // A check knows the arguments alone.
    return readNotes(old).owner !== "" && this.takesOver(args) ? omit(old, ["__owner"]) : undefined;
  }

  private replacing(names: readonly string[]): string[] {
    return this.definition.review.replaceOnChanges.filter((name) => names.includes(name));
  }

  private protects(old: Values): boolean {
    return isProtected(this.definition.review, old);
  }
}
