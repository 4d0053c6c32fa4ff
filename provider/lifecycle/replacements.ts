import { textOf } from "../definition";
import { OperationError } from "../errors";
import { protectedText } from "../reconcile/deletion-policy";
import { equals, type Values } from "../values/json";
import { isUnknown } from "../values/unknowns";
import type { CheckFailure } from "../values/validation";
import type { Properties } from "./properties";

interface PriorState {
  readonly old: Properties;
  /** True if the last Diff found a change that forces replacement, either in the program or, in a refresh, outside. */
  readonly requiresReplacement: boolean;
  readonly created: boolean;
  readonly isProtected: boolean;
}

/**
 * The states of resources before this run, keyed by URN. They reveal replacements, which a change in the program, the engine, or an option
 * of the command can cause. Shared by all resources of a process.
 *
 * The engine does not report a replacement: it checks the new resource like any other. Therefore each call records the state that it
 * receives, and a check without old inputs belongs to a replacement if its URN has a prior state. The calls of a replacement, in order:
 *
 * | call | records or decides | later calls can rely on |
 * |---|---|---|
 * | Read, in a refresh | the state, or that the object is deleted | the object exists; the program may have dropped the resource |
 * | Check with old inputs | the inputs in the state | the program has the resource, so its `deletionPolicy` protects it |
 * | Diff | the state, and if its changes require another object | the same, and the owner and pending changes are known |
 * | Check without old inputs | {@link PriorStates.checkReplacement}: refused if the program has the resource and the state protects the object; an object that the new resource identifies too is kept, or refused if a change requires another | the plan of a kept object has `adopt: true`, compares with the prior state, and states that the object is kept |
 * | Create, in a preview | sends nothing, and returns unknown outputs | |
 * | Create | adopts a kept object, and continues its prior state under a new owner | two resources have the object until the deletion |
 * | Delete | sends no request for a kept object | |
 *
 * | cause of the replacement | calls |
 * |---|---|
 * | an argument that cannot be updated, or `replaceOnChanges` | Check, Diff, Check without old inputs, then Create and Delete, or the reverse with `deleteBeforeReplace` |
 * | the replacement of a resource that it depends on, deleted first | Diff, Delete, Check without old inputs, Create |
 * | `--replace` or `--target-replace`, with `--refresh` | Read, Diff, Check without old inputs, Create, Delete. The Diff precedes the program, so it neither compares the declaration nor deletes first, and the Check does not refuse a protected object, of which Delete is then refused unless it is kept |
 * | the same without `--refresh` | Check without old inputs, Create, Delete. Without a prior state it is a creation like any other, which is refused if an object has its name (`reconcile/lookup-by-name.ts`) |
 */
export class PriorStates {
  private readonly states = new Map<string | undefined, PriorState>();
  /** The objects kept by their replacements. Not keyed by URN, because a state can have an earlier URN than its resource. */
  private readonly kept = new Set<string>();
  /** The URNs of resources read by id only, whose arguments no program has declared. */
  readonly readById = new Set<string | undefined>();

  /** Records the state of a resource, whether it is still declared, and whether its changes force replacement. */
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

  /** Records that a read found the object deleted, so that the next resource with this URN is considered new. */
  forget(urn: string | undefined): void {
    this.states.delete(urn);
  }

  /** Returns true if the state contains a resource with the URN, and this run has not found it deleted. */
  has(urn: string | undefined): boolean {
    return this.states.has(urn);
  }

  ownerOf(urn: string | undefined): string {
    return this.states.get(urn)?.old.metadata.owner ?? "";
  }

  /** Returns failures if a new resource replaces a protected one. Records the object that the new resource keeps. */
  checkReplacement(urn: string | undefined, news: Properties): CheckFailure[] {
    const prior = this.states.get(urn);
    if (prior === undefined) return [];
    if (prior.isProtected) return [{ property: "deletionPolicy", reason: protectedText("replacement") }];
    const { object } = news;
    if (prior.requiresReplacement || object === undefined || object !== prior.old.object) return [];
    const changed = knownReplacements(news, prior.old);
    if (changed.length === 0) this.kept.add(object);
    return changed.map((property) => ({ property, reason: createdFirstText }));
  }

  /** Returns true if the resource's replacement keeps its object. */
  isKept({ object = "" }: Properties): boolean {
    return this.kept.has(object);
  }

  keepsCreatedObject(urn: string | undefined, news: Properties): boolean {
    return this.isKept(news) && this.states.get(urn)?.created === true;
  }

  /** Returns the state that a replacement with the same object continues under a new owner, including its pending changes. */
  continuedBy(urn: string | undefined, news: Properties): Properties | undefined {
    const old = this.states.get(urn)?.old;
    // Without an owner, the prior state consists of the arguments of a check.
    return old !== undefined && old.metadata.owner !== "" && this.isKept(news) ? old.withoutOwner() : undefined;
  }

  /** Returns the old values with the last declared deletion policy. A replacement is checked like a new resource and therefore has no policy of its own. */
  lastPolicy(urn: string | undefined, olds: Properties): Values {
    return { deletionPolicy: this.states.get(urn)?.old.values["deletionPolicy"], ...olds.values };
  }
}

/** The reason why `--replace` cannot apply a change that forces replacement. */
const createdFirstText =
  "this change forces replacement by itself, and --replace would create the new object while the old one, with the same name, exists. Run the command without --replace";

/** Refuses the replacement of a protected object because of known values. */
export function refuseKnownReplacement(news: Properties, olds: Properties): CheckFailure[] {
  return refuseReplacement(olds, knownReplacements(news, olds));
}

/** Returns the arguments whose known new values force replacement. */
function knownReplacements(news: Properties, olds: Properties): string[] {
  const [after, before] = [news.normalized, olds.normalized];
  const differs = (name: string) => after[name] !== undefined && before[name] !== undefined && !equals(before[name], after[name]);
  return news.replacing(Object.keys(after)).filter((name) => differs(name) && !isUnknown(after[name]));
}

/** Refuses the replacement of a protected object. The policy in the state decides, so a single update cannot both change the policy and delete the object. */
export function refuseReplacement(olds: Properties, replaces: readonly string[]): CheckFailure[] {
  return olds.isProtected ? replaces.map((property) => ({ property, reason: protectedText("replacement") })) : [];
}

/**
 * Returns the changed arguments that force replacement. Unknown arguments of a protected object are returned as `held`, because they might
 * turn out to be equal. If the engine asks about the effects of replacing another resource, the values do change, and this function refuses
 * the replacement before anything is deleted.
 */
export function selectReplacements(olds: Properties, news: Properties, changed: readonly string[], isDeclared: boolean) {
  const replaces = news.replacing(changed);
  const later = olds.isProtected ? replaces.filter((name) => isUnknown(news.values[name])) : [];
  if (isDeclared) return { replaces: replaces.filter((name) => !later.includes(name)), held: later };
  const [refused] = refuseReplacement(olds, later);
  if (refused !== undefined) throw new OperationError(`${olds.definition.review.address(olds.values)}: ${textOf(refused)}`);
  return { replaces, held: [] };
}
