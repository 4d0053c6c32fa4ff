import { isServiceError, type ServiceError } from "../../client";
import { errorMessage } from "../announce/error-text";
import { secretText } from "../announce/lines";
import {
  type Applied,
  type IsSecret,
  type Missing,
  type OperationContext,
  type OtherManager,
  type Plan,
  type Refusal,
  refuse,
  type Sending,
} from "../definition";
import { aliasesHint, InputError, NotAppliedError } from "../errors";
import { findMade, type Made, readAwaitingCreation, ambiguousCreationText } from "./made";
import { hasPendingCreation, type PendingState, readPending, writePendingCreation } from "./pending";
import type { Absence, MissingCall } from "./reading";

/** Objects named by the program and identified by the service: found by name until the identifier is known. */

/** The objects of one kind: their reads, list and identifiers. */
export interface NamedObjects<Args extends object, One extends Named> {
  /** The argument that names the object. */
  readonly nameArgument: keyof Args & string;
  readonly idOf: (one: One) => string;
  /** The id of the resource that manages an object. */
  resourceId(args: Args, id: string): string;
  /** Reads the object by its identifier. */
  find(args: Args, id: string, context: OperationContext, skipCache: boolean): Promise<One | Missing>;
  /** Lists the objects of the same parent. */
  list(args: Args, context: OperationContext, options: ListOptions): Promise<readonly One[] | Missing | MissingCall>;
}

/** The cache of a list, and the meaning of null. */
export interface ListOptions {
  readonly skipCache: boolean;
  /** False if earlier reads showed objects: null does not count as an empty list then. */
  readonly mayBeEmpty: boolean;
}

interface Named {
  readonly name?: string | null | undefined;
}

/** The objects that a read shows. */
export interface LiveNamed<One> {
  /** The object in state, or the one that an earlier POST made. */
  readonly known?: One | undefined;
  /** Objects that appeared since an earlier POST, of which any may be the one that it made. */
  readonly candidateIds?: readonly string[] | undefined;
  /** The objects that a new one must not repeat. */
  readonly all: readonly One[];
  /** Those of them that this run replaces: a new one may have their name. */
  readonly replaced?: readonly One[];
  /** The resources of the program that manage some of them. */
  readonly managers?: ReadonlyMap<One, OtherManager>;
  /** The response of a service that does not list them. */
  readonly noCall?: ServiceError | undefined;
}

/** The plan of a creation. */
export interface NamedCreationPlan<Body> extends Sending {
  readonly action: "post";
  readonly body: Body;
  /** The identifiers of the objects that are there before. */
  readonly before: readonly string[];
}

/** Reads the object; one that an earlier POST may have made is polled for. */
export function observeNamed<Args extends object, One extends Named>(
  kind: NamedObjects<Args, One>,
  args: Args,
  last: Partial<Args> | undefined,
  knownId: string | undefined,
  context: OperationContext,
): Promise<LiveNamed<One> | Missing> {
  const isNotShown = (live: LiveNamed<One> | Missing) =>
    !("missing" in live) &&
    live.known === undefined &&
    (live.candidateIds ?? [unidentified]).includes(unidentified) &&
    live.noCall === undefined;
  return readAwaitingCreation(last, context, (skipCache) => readNamed(kind, args, last, knownId, context, skipCache), isNotShown);
}

/** Reads the object by its identifier, the one that an earlier POST made, or the objects that a new one must not repeat. */
export async function readNamed<Args extends object, One extends Named>(
  kind: NamedObjects<Args, One>,
  args: Args,
  last: Partial<Args> | undefined,
  knownId: string | undefined,
  context: OperationContext,
  skipCache: boolean,
): Promise<LiveNamed<One> | Missing> {
  if (knownId) {
    const found = await kind.find(args, knownId, context, skipCache);
    if (!("missing" in found)) return { known: found, all: [] };
    const isParentMissing = kind.nameArgument !== `${found.what}Name`;
    // A creation that was accepted but never completed is sent again, unless the list shows the object.
    if (isParentMissing || !hasPendingCreation(last)) return found;
  }
  const before = readPending(last).creation?.before ?? [];
  const all = await kind.list(args, context, { skipCache, mayBeEmpty: before.length === 0 });
  if ("missing" in all) return all;
  if ("noCall" in all) return { all: [], noCall: all.noCall };
  const managers = managersOf(kind, args, all, context);
  const replaced = all.filter((one) => context.isReplacedFirst(kind.resourceId(args, kind.idOf(one))));
  if (!hasPendingCreation(last)) return { all, replaced, managers };
  // The POST named it as it was declared then.
  const sent = { ...args, [kind.nameArgument]: last?.[kind.nameArgument] ?? args[kind.nameArgument] };
  const made = findMadeByName(kind, sent, before, all, context);
  const candidates = made.is === "ambiguous" ? made.candidates.map(kind.idOf) : [];
  if (hasNewWithoutId(kind, sent, before, all)) candidates.push(unidentified);
  if (candidates.length > 0) return { all, candidateIds: candidates };
  return { all, replaced, managers, known: made.is === "found" ? made.object : undefined };
}

function managersOf<Args extends object, One extends Named>(
  kind: NamedObjects<Args, One>,
  args: Args,
  all: readonly One[],
  { managerOf }: OperationContext,
): ReadonlyMap<One, OtherManager> {
  const managed = all.map((one) => [one, managerOf(kind.resourceId(args, kind.idOf(one)))] as const);
  return new Map(managed.flatMap(([one, manager]) => (manager === undefined ? [] : [[one, manager] as const])));
}

/** The word for an object that is shown without its identifier. */
const unidentified = "one without an identifier";

/** Returns true if there are more objects without an identifier than before the POST, and one of them may be the one that it made. */
function hasNewWithoutId<Args extends object, One extends Named>(
  kind: Pick<NamedObjects<Args, One>, "nameArgument" | "idOf">,
  args: Partial<Args>,
  before: readonly string[],
  all: readonly One[],
): boolean {
  const withoutId = all.filter((one) => kind.idOf(one) === "");
  return withoutId.length > before.filter((id) => id === "").length && withoutId.some((one) => mayHaveName(one, args[kind.nameArgument]));
}

/** The result of a read that does not show the object. One that is shown without its identifier may be it, unless it has another name. */
export function absenceOf<Args extends object, One extends Named>(
  kind: Pick<NamedObjects<Args, One>, "nameArgument" | "idOf">,
  args: Partial<Args>,
  { all, candidateIds }: LiveNamed<One>,
  { seenBefore }: OperationContext,
): Absence {
  const certain = !hasNewWithoutId(kind, args, [], all);
  return { found: false, certain, others: all.length > 0, seenBefore, ...(candidateIds && { candidateIds }) };
}

/**
 * Prints which other objects have the object's name: two stacks that create at once do not see each other. A list that cannot be
 * read says nothing.
 */
export async function reportSameNames<Args extends object, One extends Named>(
  kind: NamedObjects<Args, One>,
  args: Args,
  { id, object }: { readonly id: string; readonly object: string },
  context: OperationContext,
): Promise<void> {
  const name = args[kind.nameArgument];
  const all = await kind.list(args, context, { skipCache: false, mayBeEmpty: true }).catch((error: unknown) => {
    if (isServiceError(error) || error instanceof InputError) return [];
    throw error;
  });
  const others = "missing" in all || "noCall" in all ? [] : all.filter((one) => one.name === name && kind.idOf(one) !== id);
  if (others.length === 0) return;
  const ids = others.map((one) => context.client.redact(kind.idOf(one)) || unidentified).join(", ");
  const text = `others have its ${kind.nameArgument} too: ${ids}. Another stack or the console may have created them: keep those that you need`;
  context.print({ is: "notice", object, text });
}

/** The object that a POST made: of those with its name, in whatever form, the one that was not there before. */
function findMadeByName<Args extends object, One extends Named>(
  kind: NamedObjects<Args, One>,
  args: Args,
  before: readonly string[],
  all: readonly One[],
  context: OperationContext,
): Made<One> {
  const sent = String(args[kind.nameArgument]);
  return findMade({
    before,
    now: all.filter((one) => mayHaveName(one, sent)),
    idOf: kind.idOf,
    showsWhatWasSent: ({ name }) => name === sent,
    isManagedElsewhere: (one) => context.isManagedElsewhere(kind.resourceId(args, kind.idOf(one))),
  });
}

/** Returns true if the object shows no name, or this one in whatever form. */
function mayHaveName({ name }: Named, sent: unknown): boolean {
  return !name || formOf(name) === formOf(sent);
}

/** The part of a name that every form of it has: some services change case and punctuation. */
export function formOf(name: unknown): string {
  return String(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Finds the object that a POST made in the list. One without a name may be that of a creation under another name, and may come to show it. */
export async function findNamed<Args extends object, One extends Named>(
  kind: NamedObjects<Args, One>,
  args: Args,
  before: readonly string[],
  context: OperationContext,
): Promise<Made<One>> {
  const all = await kind.list(args, context, { skipCache: true, mayBeEmpty: before.length === 0 });
  if ("missing" in all) throw new InputError(all.missing);
  if ("noCall" in all) throw all.noCall;
  const made = findMadeByName(kind, args, before, all, context);
  return made.is === "ambiguous" && made.candidates.every(({ name }) => !name) ? { is: "none" } : made;
}

/** The part of a state that remembers its creation until a read shows the object ready. */
export function pendingCreationOf(last: object | undefined): PendingState {
  return writePendingCreation(readPending(last).creation ?? { before: [] }, [], () => false);
}

/** Resolves with the change that follows a creation; a failed one keeps the state from which the next update resumes. */
export async function afterCreation<Change extends Applied<object, unknown>>(change: Promise<Change>, kept: object): Promise<Change> {
  const applied = await change.catch((error: unknown) => {
    throw new NotAppliedError(errorMessage(error), kept, error);
  });
  if (applied.lost !== undefined) throw new NotAppliedError(errorMessage(applied.lost), applied.state);
  return applied;
}

/** The requests that create or update an object of a kind, and the wording of its refusals. */
export interface NamedChoice<One, Planned extends Plan> {
  /** The kind in a sentence: `workspace`. */
  readonly noun: string;
  /** The beginning of a sentence about one, and about several: `there is a`, `there are several`. */
  readonly existsPhrases: readonly [string, string];
  readonly importId: (one: One) => string;
  /** The arguments that cannot be changed, as an object shows them; undefined if it does not. */
  readonly fixed: (one: One) => Readonly<Record<string, unknown>>;
  /** Those of them that a program must declare. */
  readonly required?: readonly string[];
  readonly create: (all: readonly One[]) => Planned | Refusal;
  readonly update: (one: One, isAdopted: boolean) => Planned | Refusal;
}

/** Explains why an object that another resource manages keeps a new one from having its name; undefined if that resource has renamed it. */
function whyTaken(
  nameArgument: string,
  { resource, declared, isChanging }: OtherManager,
  args: object,
  object: string,
): string | undefined {
  const isKept = declared[nameArgument] === (args as Readonly<Record<string, unknown>>)[nameArgument];
  if (isKept) return `${resource} manages ${object}, and two resources must not manage one object: use another ${nameArgument}`;
  if (!isChanging) return undefined;
  return `${resource} manages ${object} and has not renamed it yet. Nothing is sent. Add dependsOn: [<${resource}>] to the options of this resource, or run "pulumi up" again`;
}

/** Decides whether an object is made, adopted or changed. Pure. */
export function planNamed<Args extends { readonly adopt?: boolean | undefined }, One extends Named, Planned extends Plan>(
  kind: Pick<NamedObjects<Args, One>, "nameArgument" | "idOf">,
  args: Args,
  { known, candidateIds, all, replaced = [], managers = new Map() }: LiveNamed<One>,
  { noun, existsPhrases, importId, fixed, required = [], create, update }: NamedChoice<One, Planned>,
  isSecret: IsSecret,
): Planned | Refusal {
  const name = isSecret(kind.nameArgument) ? secretText : JSON.stringify(args[kind.nameArgument]);
  if (candidateIds !== undefined) return refuse(kind.nameArgument, ambiguousCreationText(`the ${noun} ${name}`, candidateIds));
  if (known !== undefined) return update(known, false);
  const alike = all.filter((one) => one.name === args[kind.nameArgument] && !replaced.includes(one));
  for (const one of alike) {
    const manager = managers.get(one);
    const reason = manager && whyTaken(kind.nameArgument, manager, args, `the ${noun} ${name} (${kind.idOf(one)})`);
    if (reason !== undefined) return refuse(kind.nameArgument, reason);
  }
  // What another resource of the program renames has the name no more, whatever a late list shows.
  const named = alike.filter((one) => !managers.has(one));
  const ids = named.map(kind.idOf).join(", ");
  const [only, ...others] = named;
  if (only === undefined) return create(all);
  if (named.some((one) => kind.idOf(one) === ""))
    return refuse(
      kind.nameArgument,
      `${existsPhrases[0]} ${noun} ${name} already, and the service shows it without its identifier. Try again`,
    );
  const type = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  if (args.adopt !== true)
    return refuse(
      kind.nameArgument,
      `${existsPhrases[0]} ${noun} ${name} already (${ids}). ${aliasesHint}. Otherwise add adopt: true to adopt it, or run "pulumi import graphplane:index:${type} <name> ${importId(only)}"`,
    );
  if (others.length > 0)
    return refuse(kind.nameArgument, `${existsPhrases[1]} ${noun}s ${name} (${ids}): import the one that you mean by its id`);
  const declared = args as Readonly<Record<string, unknown>>;
  const fixedOf = Object.entries(fixed(only)).filter(([argument]) => declared[argument] !== undefined);
  const isShown = (live: unknown) => live !== undefined && live !== null;
  const differs = fixedOf.find(([argument, live]) => isShown(live) && declared[argument] !== live);
  const [unseen] = fixedOf.find(([argument, live]) => !isShown(live) && !required.includes(argument)) ?? [];
  if (differs === undefined && unseen !== undefined)
    return refuse(
      unseen,
      `the service does not show ${unseen} of the ${noun} ${name} (${ids}), and it cannot be changed: to adopt the ${noun}, remove ${unseen} from the program`,
    );
  if (differs === undefined) return update(only, true);
  const [argument, live] = differs;
  const value = isSecret(argument) ? "another value" : JSON.stringify(live);
  const reason = `${argument} of the ${noun} ${name} (${ids}) is ${value} and cannot be changed: declare that value, or use another ${kind.nameArgument}`;
  return refuse(argument, reason);
}
