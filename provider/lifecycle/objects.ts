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
import { Properties } from "./properties";

/** A declared resource that manages an object. `isChanging` is true until its pending update is complete. */
interface Manager extends OtherManager {
  readonly kind: string;
  readonly urn: string | undefined;
}

interface ServiceAndClock {
  /** The URL of the service. */
  readonly service: () => string;
  readonly clock: Clock;
}

/** A resource, identified by URN and owner, along with its object, identified by id or state. */
interface Ownership {
  readonly urn: string | undefined;
  readonly owner: string;
  readonly id: string;
  readonly state: Values;
  /** The declared resource. */
  readonly news: Properties;
  readonly isChanging: boolean;
}

/** Tracks which resource declares or manages an object, because two resources with the same object overwrite each other. Shared by all resources of a process. */
export class ManagedObjects {
  readonly deletions = new Set<string>();
  /** Objects that are deleted by their replacement before the new objects are created. */
  readonly deletedBeforeReplace = new Set<string>();
  /** The checked declarations. Equal declarations have the same key. `differs` is true if a declaration differs from the state. */
  readonly declarations = new Map<string, { readonly news: Properties; readonly differs: boolean }>();
  /** The URN of the resource that declares an object. */
  private readonly declaredBy = new Map<string, string>();
  /** The kind of the first new resource that declares an object, keyed by the object's id. */
  private readonly declaredKinds = new Map<string, string>();
  /** The resources whose objects this process has created or compared, keyed by object and owner. */
  private readonly managers = new Map<string, Map<string, Manager>>();
  /** The times at which this process created objects. `Infinity` while the creation is in progress. */
  private readonly creations = new Map<string, number>();

  /** Registers a declaration. Returns a failure if a different resource of this kind has declared the same object. */
  declare(news: Properties, differs: boolean, urn: string | undefined, isSecret: IsSecret): CheckFailure[] {
    this.declarations.set(news.key, { news, differs });
    const { object = "", ids, definition } = news;
    if (urn === undefined || ids === undefined) return [];
    const other = this.declaredBy.get(object) ?? urn;
    this.declaredBy.set(object, other);
    if (other === urn) return [];
    return [{ property: "", reason: duplicateDeclarationText(definition.kind, urn, other, blankSecrets(ids, isSecret)) }];
  }

  /** True if a program is running. Otherwise, the engine passes the configuration from the state. */
  get runsProgram(): boolean {
    return this.declarations.size > 0;
  }

  /** Returns the arguments of all resources of a kind declared so far that differ from the state. */
  declaredSoFar(kind: string): object[] {
    return [...this.declarations.values()].flatMap(({ news, differs }) => (differs && news.definition.kind === kind ? [news.values] : []));
  }

  /** Registers the object that a new resource declares by id. Returns a failure if a resource of a different kind declares or manages it. */
  declareKind({ definition, values }: Properties): CheckFailure[] {
    if (isUnknown(values)) return [];
    const id = formatId(definition.idFormat, values);
    const twice = this.conflictingKindText(definition, id);
    const object = keyOfId(definition, id ?? "");
    this.declaredKinds.set(object, this.declaredKinds.get(object) ?? definition.kind);
    return twice === undefined ? [] : [{ property: "", reason: twice }];
  }

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

  /** Returns another resource that manages the object. A state without an owner matches no manager. */
  otherManager(object: string, owner: string): Manager | undefined {
    return [...this.managersOf(object)].find(([other]) => other !== owner)?.[1];
  }

  private managersOf(object: string): ReadonlyMap<string, Manager> {
    return this.managers.get(object) ?? new Map<string, Manager>();
  }

  /** Returns a resource with a different URN that manages the object. A preview treats that resource's update as complete. */
  managerOf(definition: AnyResource, id: string, urn: string | undefined, isPreview: boolean): OtherManager | undefined {
    const managers = [...this.managersOf(keyOfId(definition, id)).values()];
    const manager = managers.find((candidate) => candidate.urn !== undefined && candidate.urn !== urn);
    return manager && { ...manager, isChanging: manager.isChanging && !isPreview };
  }

  isManagedElsewhere(definition: AnyResource, id: string, owner: string): boolean {
    return this.otherManager(keyOfId(definition, id), owner) !== undefined;
  }

  isDeletedBeforeReplace(definition: AnyResource, id: string): boolean {
    return this.deletedBeforeReplace.has(keyOfId(definition, id));
  }

  assertOnlyKind(definition: AnyResource, id: string | undefined): void {
    const twice = this.conflictingKindText(definition, id);
    if (twice !== undefined) throw new InputError(twice);
  }

  /** Explains why a resource of a different kind prevents this one from managing the object. */
  conflictingKindText(definition: AnyResource, id: string | undefined): string | undefined {
    const { kind, review } = definition;
    if (id === undefined || review.manages === undefined) return undefined;
    const object = keyOfId(definition, id);
    const kinds = [...[...this.managersOf(object).values()].map((manager) => manager.kind), this.declaredKinds.get(object)];
    const other = kinds.find((candidate) => candidate !== undefined && candidate !== kind);
    const both = `the ${kind} declares ${JSON.stringify(id)}, which a ${other} in the program already declares`;
    return other && `${both}: keep one of the two, with all the arguments`;
  }

  /** Records when an object was created. It is assumed to exist for as long as reads can lag. @default the current time */
  addCreation(at: ServiceAndClock, definition: AnyResource, args: Values, sent = at.clock.now()): void {
    const object = namedAt(at, definition, args);
    if (object !== undefined) this.creations.set(object, sent);
  }

  /** Removes an object that was deleted or that reads no longer find. */
  forgetCreation(at: ServiceAndClock, definition: AnyResource, args: Values): void {
    this.creations.delete(namedAt(at, definition, args) ?? "");
  }

  /** Refuses to create an object that this process has already created, and that reads might not return yet. */
  assertNotCreated(at: ServiceAndClock, definition: AnyResource, args: Values): void {
    const sent = this.creations.get(namedAt(at, definition, args) ?? "");
    if (sent === undefined || at.clock.now() - sent >= resumeWindowMs) return;
    const object = formatObject(definition.displayTemplate, args);
    throw new InputError(
      `this run has already requested the creation of the ${object}, but the service does not return it yet, so graphplane sent no request. If two resources or stacks declare it, keep one of them; otherwise run "pulumi up" again`,
    );
  }
}

/** Returns the key of the object that a resource manages. If the id is incomplete because a creation failed, the key is unique to the resource. */
export function managedKey(definition: AnyResource, id: string, state: Values, owner: string): string {
  const { idFormat } = definition;
  const parts = Object.entries(parseId(idFormat, id)).map(([name, part]) => [name, typeof state[name] === "string" ? state[name] : part]);
  const known = formatId(idFormat, Object.fromEntries(parts) as Values) ?? id;
  const isComplete = Object.values(parseId(idFormat, known)).every((part) => part !== "");
  return keyOfId(definition, isComplete ? known : { owner });
}

function keyOfId({ review, kind }: AnyResource, id: string | Values): string {
  return canonicalJson([review.manages ?? kind, id]);
}

/** Returns the key of the object that the arguments identify on a service, without its identifier; undefined if they identify none. */
function namedAt({ service }: ServiceAndClock, definition: AnyResource, args: Values): string | undefined {
  const { ids } = new Properties(definition, args);
  return ids && canonicalJson([definition.kind, { service: service(), ids }]);
}

function duplicateDeclarationText(kind: string, urn: string, other: string, ids: Values): string {
  const object = Object.entries(ids).map(([id, value]) => `${id} ${JSON.stringify(value)}`);
  const [name, first] = [partsOf(urn).name, partsOf(other).name];
  return `${kind} "${name}" and ${kind} "${first}" declare the same object (${object.join(", ")}): keep one of the two, with all the arguments`;
}
