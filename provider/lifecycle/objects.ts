import type { Clock } from "../../client";
import { blankSecrets } from "../messages/message";
import type { AnyResource, IsSecret, OtherManager } from "../definition";
import { InputError } from "../errors";
import { resumeWindowMs } from "../reconcile/create-outcome";
import { canonicalJson, type Values } from "../values/json";
import { formatId, formatObject, parseId } from "../values/names";
import { isUnknown } from "../values/unknowns";
import { partsOf } from "../values/urn";
import type { CheckFailure } from "../values/validation";
import { idsIn, type Properties } from "./properties";

/** A resource of the program that manages an object; `isChanging` until the update that the program asks for is done. */
interface Manager extends OtherManager {
  readonly kind: string;
  readonly urn: string | undefined;
}

/** A service, by its address, and the time. */
interface At {
  readonly service: () => string;
  readonly clock: Clock;
}

/** A resource, by its URN and its owner, and the object that it manages, by its id or its state. */
interface Ownership {
  readonly urn: string | undefined;
  readonly owner: string;
  readonly id: string;
  readonly state: Values;
  /** The resource as the program declares it. */
  readonly news: Properties;
  readonly isChanging: boolean;
}

/** The objects that the resources of a program declare and manage: two resources of one object overwrite each other. All resources of a process share it. */
export class ManagedObjects {
  /** Names of objects of which this process has sent a deletion. */
  readonly deletions = new Set<string>();
  /** The objects that their own replacements delete first. */
  readonly deletedBeforeReplace = new Set<string>();
  /** The declarations that this process has checked, by the same key for equal ones; `differs` for one that differs from the state. */
  readonly declarations = new Map<string, { readonly news: Properties; readonly differs: boolean }>();
  /** The URN of the resource that declares an object. */
  private readonly declaredBy = new Map<string, string>();
  /** The kinds of the first new resources that declare an object by its id. */
  private readonly declaredKinds = new Map<string, string>();
  /** The resources that manage an object, by its key and by their owners: this process created it, or compared it. */
  private readonly managers = new Map<string, Map<string, Manager>>();
  /** The objects of which this process has sent a creation, and when; Infinity while the creation is waited for. */
  private readonly creations = new Map<string, number>();

  /** Notes a declaration, and finds a second one, by another resource of this kind, for the object that the arguments name. */
  declare(news: Properties, differs: boolean, urn: string | undefined, isSecret: IsSecret): CheckFailure[] {
    this.declarations.set(news.key, { news, differs });
    const { object = "", ids, definition } = news;
    if (urn === undefined || ids === undefined) return [];
    const other = this.declaredBy.get(object) ?? urn;
    this.declaredBy.set(object, other);
    if (other === urn) return [];
    return [{ property: "", reason: duplicateDeclarationText(definition.kind, urn, other, blankSecrets(ids, isSecret)) }];
  }

  /** True if a program runs: without one, the engine takes the configuration from the state. */
  get runsProgram(): boolean {
    return this.declarations.size > 0;
  }

  /** The arguments of the resources of a kind that the program has declared so far, if the state differs from them. */
  declaredSoFar(kind: string): object[] {
    return [...this.declarations.values()].flatMap(({ news, differs }) => (differs && news.definition.kind === kind ? [news.values] : []));
  }

  /** Notes the object that a new resource declares by its id; a failure if a resource of another kind manages or declares it. */
  declareKind({ definition, values }: Properties): CheckFailure[] {
    if (isUnknown(values)) return [];
    const id = formatId(definition.idFormat, values);
    const twice = this.conflictingKindText(definition, id);
    const object = keyOfId(definition, id ?? "");
    this.declaredKinds.set(object, this.declaredKinds.get(object) ?? definition.kind);
    return twice === undefined ? [] : [{ property: "", reason: twice }];
  }

  /** Notes that a resource manages an object. */
  registerOwner({ urn, owner, id, state, news, isChanging }: Ownership): void {
    const { kind } = news.definition;
    const object = managedKey(news.definition, id, state, owner);
    const resource = `${kind} ${JSON.stringify(partsOf(urn ?? "").name)}`;
    const manager = { kind, urn, resource, declared: news.ids ?? {}, isChanging };
    this.managers.set(object, new Map(this.managersOf(object)).set(owner, manager));
  }

  releaseOwner(object: string, owner: string): void {
    this.managers.get(object)?.delete(owner);
  }

  /** The manager of the object other than the given resource; a state without an owner belongs to no resource of its own. */
  otherManager(object: string, owner: string): Manager | undefined {
    return [...this.managersOf(object)].find(([other]) => other !== owner)?.[1];
  }

  private managersOf(object: string): ReadonlyMap<string, Manager> {
    return this.managers.get(object) ?? new Map<string, Manager>();
  }

  /** The resource that manages the object of the id, other than that of the URN. A preview counts its update as done. */
  managerOf(definition: AnyResource, id: string, urn: string | undefined, isPreview: boolean): OtherManager | undefined {
    const managers = [...this.managersOf(keyOfId(definition, id)).values()];
    const manager = managers.find((one) => one.urn !== undefined && one.urn !== urn);
    return manager && { ...manager, isChanging: manager.isChanging && !isPreview };
  }

  isManagedElsewhere(definition: AnyResource, id: string, owner: string): boolean {
    return this.otherManager(keyOfId(definition, id), owner) !== undefined;
  }

  isDeletedBeforeReplace(definition: AnyResource, id: string): boolean {
    return this.deletedBeforeReplace.has(keyOfId(definition, id));
  }

  /** Refuses an object that a resource of another kind declares in this run. */
  assertOnlyKind(definition: AnyResource, id: string | undefined): void {
    const twice = this.conflictingKindText(definition, id);
    if (twice !== undefined) throw new InputError(twice);
  }

  /** The reason why a resource of another kind keeps this one from managing the object. */
  conflictingKindText(definition: AnyResource, id: string | undefined): string | undefined {
    const { kind, review } = definition;
    if (id === undefined || review.manages === undefined) return undefined;
    const object = keyOfId(definition, id);
    const kinds = [...[...this.managersOf(object).values()].map((manager) => manager.kind), this.declaredKinds.get(object)];
    const other = kinds.find((one) => one !== undefined && one !== kind);
    const both = `the ${kind} declares ${JSON.stringify(id)}, which a ${other} of the program declares already`;
    return other && `${both}: keep one of the two, with all the arguments`;
  }

  /** Notes when a creation was sent, by default now: the object counts as existing for as long as reads may lag. */
  addCreation(at: At, definition: AnyResource, args: Values, sent = at.clock.now()): void {
    const object = namedAt(at, definition, args);
    if (object !== undefined) this.creations.set(object, sent);
  }

  /** Forgets an object that was deleted, or that reads show to be gone. */
  forgetCreation(at: At, definition: AnyResource, args: Values): void {
    this.creations.delete(namedAt(at, definition, args) ?? "");
  }

  /** Refuses to create an object that this process has created and reads may not show yet. */
  assertNotCreated(at: At, definition: AnyResource, args: Values): void {
    const sent = this.creations.get(namedAt(at, definition, args) ?? "");
    if (sent === undefined || at.clock.now() - sent >= resumeWindowMs) return;
    const object = formatObject(definition.displayTemplate, args);
    throw new InputError(
      `this run has already sent the creation of the ${object}, and no read shows it yet. Nothing is sent. If two resources or stacks declare it, keep one of them; otherwise run "pulumi up" again`,
    );
  }
}

/** The key of the object that a resource manages. If the id is incomplete since a creation failed, no other resource has the key. */
export function managedKey(definition: AnyResource, id: string, state: Values, owner: string): string {
  const { idFormat } = definition;
  const parts = Object.entries(parseId(idFormat, id)).map(([name, part]) => [name, typeof state[name] === "string" ? state[name] : part]);
  const known = formatId(idFormat, Object.fromEntries(parts) as Values) ?? id;
  const isComplete = Object.values(parseId(idFormat, known)).every((part) => part !== "");
  return keyOfId(definition, isComplete ? known : { owner });
}

/** The key of an object, the same for every kind of resource that manages it. */
function keyOfId({ review, kind }: AnyResource, id: string | Values): string {
  return canonicalJson([review.manages ?? kind, id]);
}

/** The key of the object that the arguments name at a service, whatever its identifier; undefined if they name none. */
function namedAt({ service }: At, definition: AnyResource, args: Values): string | undefined {
  const ids = idsIn(definition, args);
  return ids && canonicalJson([definition.kind, { service: service(), ids }]);
}

function duplicateDeclarationText(kind: string, urn: string, other: string, ids: Values): string {
  const object = Object.entries(ids).map(([id, value]) => `${id} ${JSON.stringify(value)}`);
  const [name, first] = [partsOf(urn).name, partsOf(other).name];
  return `${kind} "${name}" declares what ${kind} "${first}" declares already (${object.join(", ")}): keep one of the two, with all the arguments`;
}
