import { isServiceError } from "../../client";
import { ifError } from "../../client/http/errors";
import { secretText } from "../messages/message";
import {
  isRefusal,
  type IsSecret,
  type MissingParent,
  type OperationContext,
  type OtherManager,
  type Plan,
  type Refusal,
  refuse,
  type RequestPlan,
} from "../definition";
import { aliasesHint, InputError } from "../errors";
import { getIn, type Values } from "../values/json";
import { comparableName } from "../values/names";
import { missingCallText, type WithoutCalls } from "./collection-item";
import { ambiguousCreationText, findCreated, type CreateOutcome, readAwaitingCreation } from "./create-outcome";
import { hasPendingCreation, readPending } from "./pending";
import { type NotFound, type MissingCall, unprovenNotFound } from "./read-result";

/** Finds objects whose name the program declares and whose identifier the service chooses. They are found by name until the identifier is known. */

interface Named {
  readonly name?: string | null | undefined;
}

interface NameLookupCalls<Args extends object, One extends Named> {
  /** The prefix of the names of a kind. A workspace has a `workspaceName`, a `workspaceId`, and a `workspace_id` in its record. */
  readonly noun: string;
  readonly path: (values: Values) => string;
  readonly resourceId: (args: Args, id: string) => string;
  readonly find: (
    args: Args,
    id: string,
    context: OperationContext,
    skipCache?: boolean,
  ) => Promise<{ readonly record: One } | MissingParent>;
  readonly list: (args: Args, context: OperationContext, options: ListOptions) => Promise<readonly One[] | MissingParent | MissingCall>;
}

interface ListOptions {
  readonly skipCache?: boolean | undefined;
  /** False if earlier reads returned objects, in which case null does not represent an empty list. */
  readonly mayBeEmpty: boolean;
  /** True after an acknowledged deletion. */
  readonly isAcknowledged?: boolean | undefined;
}

interface Namesake<One> {
  readonly record: One;
  /** The id of the resource that manages the record. */
  readonly resourceId: string;
  readonly manager?: OtherManager | undefined;
}

interface NameNotFound<One> extends NotFound {
  readonly all: readonly One[];
  /** The existing objects that have the declared name, except those that a Diff in this run has announced to delete first. */
  readonly namesakes: readonly Namesake<One>[];
}

/** The object in the state, or the object that an earlier POST created. */
export type LiveByName<One> = { readonly found: true; readonly record: One } | NameNotFound<One> | MissingCall;

/** The assumed result for a list that cannot be read yet. */
export const assumedNotFound = { ...unprovenNotFound, all: [], namesakes: [] } as const;

export interface CreateByNamePlan<Body> extends RequestPlan {
  readonly action: "post";
  readonly body: Body;
  /** The identifiers of the objects that existed before. */
  readonly before: readonly string[];
}

/** The objects of a kind, read by identifier or from the list. */
export class NameLookup<Args extends object, One extends Named> {
  constructor(private readonly calls: NameLookupCalls<Args, One>) {}

  /** Reads the object. If an earlier POST might have created it, polls for it. In a preview, also prints other objects that have the same name. */
  async observe(args: Args, last: object | undefined, context: OperationContext): Promise<LiveByName<One> | MissingParent> {
    const live = await readAwaitingCreation(last, context, (skipCache) => this.read(args, last, context, skipCache));
    if (context.isPreview && "found" in live && live.found) await this.reportSameNames(args, this.idOf(live.record), context);
    return live;
  }

  async read(
    args: Args,
    last: object | undefined,
    context: OperationContext,
    skipCache?: boolean,
  ): Promise<LiveByName<One> | MissingParent> {
    const { noun, find } = this.calls;
    const id = textIn(last, `${noun}Id`);
    if (!id) return this.readInList(args, last, context, skipCache);
    const found = await find(args, id, context, skipCache);
    if (!("missing" in found)) return { found: true, record: found.record };
    // A creation request that was accepted but never completed is sent again, unless the list contains the object.
    const isForgotten = found.what === noun && hasPendingCreation(last);
    return isForgotten ? this.readInList(args, { ...last, [`${noun}Id`]: "" }, context, skipCache) : found;
  }

  /** Searches the list for the object whose identifier is in the state. Without an identifier, searches for the object that an earlier POST created. */
  async readInList(
    args: Args,
    last: object | undefined,
    context: OperationContext,
    skipCache?: boolean,
    isAcknowledged?: boolean,
  ): Promise<LiveByName<One> | MissingParent> {
    const { noun, list } = this.calls;
    const { before } = readPending(last).creation ?? { before: [] };
    const all = await list(args, context, { skipCache, mayBeEmpty: before.length === 0, isAcknowledged });
    if ("missing" in all || "noCall" in all) return all;
    const declared = textIn(args, `${noun}Name`);
    const resourceId = (one: One) => this.calls.resourceId(args, this.idOf(one));
    // The program might have renamed the object since the POST.
    const name = textIn(last, `${noun}Name`) ?? declared;
    const alike = all.filter((one) => !one.name || comparableName(one.name) === comparableName(name));
    const isManagedElsewhere = (one: One) => context.isManagedElsewhere(resourceId(one));
    const { created, ...candidates } = findInList(noun, last, { all, alike, name, isManagedElsewhere });
    if (created !== undefined) return { found: true, record: created };
    const namesakes = all.filter((one) => one.name === declared && !context.isDeletedBeforeReplace(resourceId(one)));
    return {
      found: false,
      certain: alike.every((one) => this.idOf(one) !== ""),
      others: all.length > 0,
      seenBefore: context.seenBefore,
      ...candidates,
      all,
      namesakes: namesakes.map((one) => ({ record: one, resourceId: resourceId(one), manager: context.managerOf(resourceId(one)) })),
    };
  }

  /**
   * Prints other objects that have the same name, because two stacks that create objects in parallel do not know about each other. Skipped
   * if the list cannot be read.
   */
  async reportSameNames(args: Args, id: string, context: OperationContext): Promise<void> {
    const { noun, list, path } = this.calls;
    const name = textIn(args, `${noun}Name`);
    const isUnreadable = (error: unknown) => isServiceError(error) || error instanceof InputError;
    const all = await list(args, context, { mayBeEmpty: true }).catch(ifError(isUnreadable, () => []));
    const others = "missing" in all || "noCall" in all ? [] : all.filter((one) => one.name === name && this.idOf(one) !== id);
    if (others.length === 0) return;
    const ids = others.map((one) => context.client.redact(this.idOf(one)) || unidentified).join(", ");
    const text = `other objects have the same ${noun}Name: ${ids}. Another stack or the console might have created them, or a deletionPolicy retained them. Delete those that you do not need`;
    context.emit({ is: "double", object: path({ ...args, [`${noun}Id`]: id }), text });
  }

  private idOf(one: One): string {
    return idOf(this.calls.noun, one);
  }
}

/** A list, along with the objects in it that might have the name: those without a name, and those with a different spelling of it. */
interface Listing<One> {
  readonly all: readonly One[];
  readonly alike: readonly One[];
  readonly name: string | undefined;
  readonly isManagedElsewhere: (one: One) => boolean;
}

function findInList<One extends Named>(
  noun: string,
  last: object | undefined,
  { all, alike, name, isManagedElsewhere }: Listing<One>,
): CreateOutcome<One> & Pick<NotFound, "isPartial"> {
  const id = textIn(last, `${noun}Id`);
  if (id) return { created: all.find((one) => idOf(noun, one) === id) };
  const { creation } = readPending(last);
  if (creation === undefined) return {};
  const { before } = creation;
  const showsSentValues = (one: One) => one.name === name;
  const found = findCreated({ before, now: alike, idOf: (one) => idOf(noun, one), showsSentValues, isManagedElsewhere });
  const { candidateIds = [] } = found;
  // If objects have no identifiers, only their number reveals that one of them is new.
  const countWithoutId = (ids: readonly string[]) => ids.filter((one) => one === "").length;
  const isUnidentified = alike.some((one) => idOf(noun, one) === "");
  if (isUnidentified && countWithoutId(all.map((one) => idOf(noun, one))) > countWithoutId(before))
    return { candidateIds: [...candidateIds, unidentified], isPartial: true };
  if (candidateIds.length === 0) return found;
  return { candidateIds, isPartial: !alike.some((one) => one.name && candidateIds.includes(idOf(noun, one))) };
}

const idOf = (noun: string, one: Named): string => textIn(one, `${noun}_id`) ?? "";

const unidentified = "one without an identifier";

function textIn(values: object | undefined, name: string): string | undefined {
  const value = getIn(values, [name]);
  return typeof value === "string" ? value : undefined;
}

/** The requests that create and update an object of a kind, and the wording of its refusals. */
interface PlanByNameOptions<One, Planned extends Plan> extends WithoutCalls {
  readonly noun: string;
  readonly listPath: string;
  /** Returns the live values of arguments that cannot be updated. A value that the service does not return is undefined. */
  readonly fixed: (one: One) => Values;
  /** Those of these arguments that are required. */
  readonly required?: readonly string[];
  /** Plans the POST, given the identifiers of the existing objects. */
  readonly create: (before: readonly string[]) => Planned | Refusal;
  readonly update: (one: One, isAdopted: boolean) => Planned | Refusal;
}

/** Decides whether an object is created, adopted, or changed. Pure. */
export function planByName<One extends Named, Planned extends Plan>(
  choice: PlanByNameOptions<One, Planned>,
  args: Values,
  live: LiveByName<One>,
  isSecret: IsSecret,
): Planned | Refusal {
  const { noun } = choice;
  const nameArgument = `${noun}Name`;
  if ("noCall" in live) {
    const reason = missingCallText(choice, { method: "GET", path: choice.listPath }, live.noCall);
    return refuse(nameArgument, reason, live.noCall);
  }
  if (live.found) return choice.update(live.record, false);
  const name = isSecret(nameArgument) ? secretText : JSON.stringify(args[nameArgument]);
  if (live.candidateIds !== undefined) return refuse(nameArgument, ambiguousCreationText(`the ${noun} ${name}`, live.candidateIds));
  for (const { record, manager } of live.namesakes) {
    const reason = manager && whyTaken(nameArgument, manager, args, `the ${noun} ${name} (${idOf(noun, record)})`);
    if (reason !== undefined) return refuse(nameArgument, reason);
  }
  // An object that another resource has renamed no longer has the name, even if a list that lags still contains it.
  const [only, ...others] = live.namesakes.filter(({ manager }) => manager === undefined);
  if (only === undefined) return choice.create(live.all.map((one) => idOf(noun, one)));
  const ids = [only, ...others].map(({ record }) => idOf(noun, record));
  const exists = `a ${noun} ${name} already exists`;
  if (ids.includes("")) return refuse(nameArgument, `${exists}, and the service returns it without its identifier. Try again`);
  if (args["adopt"] !== true) {
    const type = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
    const fix = `add adopt: true to adopt it, or run "pulumi import graphplane:index:${type} <name> ${only.resourceId}"`;
    return refuse(nameArgument, `${exists} (${ids.join(", ")}). ${aliasesHint}. Otherwise ${fix}`);
  }
  if (others.length > 0) {
    return refuse(nameArgument, `several ${noun}s ${name} exist (${ids.join(", ")}): import the one that you mean by its id`);
  }
  const refusal = refuseAdoption(choice, args, only.record, `the ${noun} ${name} (${ids.join(", ")})`, isSecret);
  const plan = refusal ?? choice.update(only.record, true);
  return isRefusal(plan) ? plan : { ...plan, adopted: idOf(noun, only.record) };
}

/** Refuses to adopt an object if the service returns a different value, or no value, for a declared argument that cannot be updated. */
function refuseAdoption<One extends Named>(
  { noun, fixed, required = [] }: PlanByNameOptions<One, Plan>,
  args: Values,
  one: One,
  object: string,
  isSecret: IsSecret,
): Refusal | undefined {
  const declared = Object.entries(fixed(one)).filter(([argument]) => args[argument] !== undefined);
  const isShown = (live: unknown) => live !== undefined && live !== null;
  const [differing, live] = declared.find(([argument, value]) => isShown(value) && args[argument] !== value) ?? [];
  if (differing !== undefined) {
    const value = isSecret(differing) ? "another value" : JSON.stringify(live);
    const fix = `declare that value, or use a different ${noun}Name`;
    return refuse(differing, `${differing} of ${object} is ${value} and cannot be changed: ${fix}`);
  }
  const [unseen] = declared.find(([argument, value]) => !isShown(value) && !required.includes(argument)) ?? [];
  if (unseen === undefined) return undefined;
  const fix = `to adopt the ${noun}, remove ${unseen} from the program`;
  return refuse(unseen, `the service does not return ${unseen} of ${object}, and it cannot be changed: ${fix}`);
}

/** Explains why an object of another resource prevents the creation of an object with the same name; undefined if that resource has renamed its object. */
function whyTaken(
  nameArgument: string,
  { resource, declared, isChanging }: OtherManager,
  args: Values,
  object: string,
): string | undefined {
  if (declared[nameArgument] === args[nameArgument])
    return `${resource} manages ${object}, and two resources must not manage one object: use a different ${nameArgument}`;
  if (!isChanging) return undefined;
  return `${resource} manages ${object} and has not renamed it yet, so graphplane sent no request. Add dependsOn: [<${resource}>] to the options of this resource, or run "pulumi up" again`;
}
