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
 * The states of resources before this run, by URN, and the replacements that follow from them, whoever chooses one: a change of the program,
 * the engine, or a flag. All resources of a process share it.
 *
 * The engine does not say that it replaces a resource: it checks the new one like any other. So each call records the state that it sees, and
 * a check without old inputs belongs to a replacement if its URN has a prior state. The calls of a replacement, in order:
 *
 * | call | records or decides | later calls can rely on |
 * |---|---|---|
 * | Read, in a refresh | the state, or that the object is deleted | the object exists; the program may have dropped the resource |
 * | Check with old inputs | the inputs in the state | the program has the resource, so its `deletionPolicy` protects it |
 * | Diff | the state, and if its changes require another object | the same, and the owner and pending changes are known |
 * | Check without old inputs | {@link PriorStates.checkReplacement}: refused if the state protects the object; the object is kept if the new resource names the same one and no change requires another | the plan of a kept object has `adopt: true`, and compares with the prior state |
 * | Create | adopts a kept object, and continues its prior state under a new owner | two resources have the object until the deletion |
 * | Delete | sends no request for a kept object | |
 *
 * | the replacement is chosen by | calls |
 * |---|---|
 * | an argument that cannot be updated, or `replaceOnChanges` | Check, Diff, Check without old inputs, then Create and Delete, or the reverse with `deleteBeforeReplace` |
 * | the replacement of a resource that it depends on, deleted first | Diff, Delete, Check without old inputs, Create |
 * | `--replace` or `--target-replace`, with `--refresh` | Read, Diff, Check without old inputs, Create, Delete |
 * | the same without `--refresh` | Check without old inputs, Create, Delete. Without a prior state it is a creation like any other, which is refused if an object has its name (`reconcile/lookup-by-name.ts`) |
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
