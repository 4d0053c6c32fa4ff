import { textOf } from "../definition";
import { OperationError } from "../errors";
import { protectedText } from "../reconcile/deletion-policy";
import { equals, type Values } from "../values/json";
import { isUnknown } from "../values/unknowns";
import type { CheckFailure } from "../values/validation";
import type { Properties } from "./properties";

/** A resource of the state that this process has seen. */
interface PriorState {
  readonly old: Properties;
  /** True if its changes need another object. */
  readonly requiresReplacement: boolean;
  readonly created: boolean;
  readonly isProtected: boolean;
}

/**
 * The states before this run, by URN, and what follows from them for replacements, whoever chooses one: the program's change, the engine, or
 * a flag. All resources of a process share it.
 *
 * The engine never says that it replaces a resource: it checks the new one like any other. So each call notes what it shows of the state, and a
 * check without old inputs is that of a replacement if the URN has a prior state. The calls of a replacement, in order:
 *
 * | call | what it notes or decides | what later calls may assume |
 * |---|---|---|
 * | Read, in a refresh | the state that it found; none if the object is gone | the object exists; whether the program still has it is unknown |
 * | Check with old inputs | the inputs in state | the program still has the resource: its `deletionPolicy` protects |
 * | Diff | the state, and if its changes need another object | as above, with owner and pending changes |
 * | Check without old inputs | {@link checkReplacement} refuses it if the state protects the object. If it names the same object, and no change needs another one, the object is kept | its plan has `adopt: true`, and compares with the prior state |
 * | Create | adopts the kept object, and continues the prior state under an owner of its own | the object has two resources until the deletion |
 * | Delete, after Create, or before it with `deleteBeforeReplace` | sends nothing for a kept object | |
 *
 * | who chooses the replacement | calls |
 * |---|---|
 * | an argument that cannot be updated; `replaceOnChanges` | Check, Diff, Check without old inputs, Create, Delete |
 * | a dependent's delete-before-replace | Diff, Delete, Check without old inputs, Create |
 * | `--replace`, `--target-replace` with `--refresh` | Read, Diff, Check without old inputs, Create, Delete |
 * | the same without `--refresh` | Check without old inputs, Create, Delete: no prior state, so a creation like any other, which refuses an existing object of its name (`reconcile/lookup-by-name.ts`) |
 */
export class PriorStates {
  private readonly states = new Map<string | undefined, PriorState>();
  /** The objects that their replacements keep. A state may have an earlier URN than its resource, so the object alone counts. */
  private readonly kept = new Set<string>();
  /** The URNs of the resources that this process has read by their ids alone: what such a state holds was never declared. */
  readonly readById = new Set<string | undefined>();

  /** Notes a resource of the state: whether the program still has it, and whether its changes need another object. */
  track(urn: string | undefined, old: Properties, isDeclared: boolean, requiresReplacement = false): void {
    if (urn === undefined) return;
    const created = old.metadata.created || this.states.get(urn)?.created === true;
    this.states.set(urn, { old, requiresReplacement, created, isProtected: isDeclared && old.isProtected });
  }

  rename(from: string | undefined, to: string | undefined): void {
    if (from === undefined || to === undefined || from === to) return;
    const known = this.states.get(from);
    this.states.delete(from);
    if (known !== undefined) this.states.set(to, known);
  }

  /** Notes that a read showed the object to be gone: what has its URN next is new. */
  forget(urn: string | undefined): void {
    this.states.delete(urn);
  }

  /** Returns true for the URN of a resource that the state has and the run has not found to be gone. */
  has(urn: string | undefined): boolean {
    return this.states.has(urn);
  }

  ownerOf(urn: string | undefined): string {
    return this.states.get(urn)?.old.metadata.owner ?? "";
  }

  /** The failures of a new resource that replaces a protected one. Notes the object that it keeps. */
  checkReplacement(urn: string | undefined, { object = "" }: Properties): CheckFailure[] {
    const prior = this.states.get(urn);
    if (prior === undefined) return [];
    if (prior.isProtected) return [{ property: "deletionPolicy", reason: protectedText("replacement") }];
    if (!prior.requiresReplacement && object === prior.old.object) this.kept.add(object);
    return [];
  }

  /** Returns true if the resource's replacement is the same object, which it keeps. */
  isKept({ object = "" }: Properties): boolean {
    return this.kept.has(object);
  }

  /** Returns true if graphplane created the object that a replacement keeps. */
  keepsCreatedObject(urn: string | undefined, news: Properties): boolean {
    return this.isKept(news) && this.states.get(urn)?.created === true;
  }

  /** The state that a replacement with the same object continues, under a new owner: what is pending and what was seen stay known. */
  continuedBy(urn: string | undefined, news: Properties): Properties | undefined {
    const old = this.states.get(urn)?.old;
    // A check knows the arguments alone.
    return old !== undefined && old.metadata.owner !== "" && this.isKept(news) ? old.withoutOwner() : undefined;
  }

  /** The policy on removal that was declared last: a replacement, which is checked as a new resource, has that of the old one. */
  lastPolicy(urn: string | undefined, olds: Properties): Values {
    return { deletionPolicy: this.states.get(urn)?.old.values["deletionPolicy"], ...olds.values };
  }
}

/** The failures of known arguments whose new values need another object, if the state protects the present one. */
export function refuseKnownReplacement(news: Properties, olds: Properties): CheckFailure[] {
  const [after, before] = [news.normalized, olds.normalized];
  const differs = (name: string) => after[name] !== undefined && before[name] !== undefined && !equals(before[name], after[name]);
  const known = news.replacing(Object.keys(after)).filter((name) => differs(name) && !isUnknown(after[name]));
  return refuseReplacement(olds, known);
}

/** Refuses a replacement of what is protected: the policy in state decides, so that one step cannot lift it and delete. */
export function refuseReplacement(olds: Properties, replaces: readonly string[]): CheckFailure[] {
  return olds.isProtected ? replaces.map((property) => ({ property, reason: protectedText("replacement") })) : [];
}

/**
 * The changed arguments that need another object, and those that are known later and are `held`: a protected object is not replaced for a
 * value that may turn out to be equal. If the engine asks what the replacement of another resource causes, the value surely changes, and
 * the replacement is refused before anything is deleted.
 */
export function selectReplacements(olds: Properties, news: Properties, changed: readonly string[], isDeclared: boolean) {
  const replaces = news.replacing(changed);
  const later = olds.isProtected ? replaces.filter((name) => isUnknown(news.values[name])) : [];
  if (isDeclared) return { replaces: replaces.filter((name) => !later.includes(name)), held: later };
  const [refused] = refuseReplacement(olds, later);
  if (refused !== undefined) throw new OperationError(`${olds.definition.review.address(olds.values)}: ${textOf(refused)}`);
  return { replaces, held: [] };
}
