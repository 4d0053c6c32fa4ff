import { blankSecrets } from "../messages/message";
import type { AnyResource } from "../definition";
import { InputError } from "../errors";
import { resumeWindowMs } from "../reconcile/create-outcome";
import { canonicalJson, type Values } from "../values/json";
import { formatId, formatObject, parseId } from "../values/names";
import { isUnknown } from "../values/unknowns";
import { partsOf } from "../values/urn";
import type { CheckFailure } from "../values/validation";
import type { ControllerContext, Operation, OtherObjects } from "./operation";
import type { Manager, ProviderProcess } from "./process";
import { secretNames } from "./secrets";
import type { StateShape } from "./state-shape";

type At = Pick<ControllerContext, "service" | "clock">;

/** Finds the object that a resource declares or manages, and other resources of the program for the same one: two of them overwrite each other. */
export class ManagedObjects {
  constructor(
    private readonly definition: AnyResource,
    private readonly shape: StateShape,
    private readonly process: ProviderProcess,
  ) {}

  keyOf(what: Values): string {
    return canonicalJson([this.definition.kind, what]);
  }

  /** The key of the object that the arguments name; undefined if they name none. */
  declaredKey(args: Values): string | undefined {
    const ids = this.shape.declaredIds(args);
    return ids && this.keyOf(ids);
  }

  /** The key of the object that a resource manages. If the id is incomplete since a creation failed, no other resource has the key. */
  managedKey(id: string, state: Values, owner: string): string {
    const { idFormat } = this.definition;
    const known = formatId(idFormat, this.shape.parse(id, state).state) ?? id;
    const isComplete = Object.values(parseId(idFormat, known)).every((part) => part !== "");
    return this.keyOfId(isComplete ? known : { owner });
  }

  /** The key of an object, the same for every kind of resource that manages it. */
  keyOfId(id: string | Values): string {
    return canonicalJson([this.definition.review.manages ?? this.definition.kind, id]);
  }

  /** A second resource of the program, of this kind, for the object that the arguments name. */
  findDuplicateDeclaration({ urn, secrets }: Operation, args: Values): CheckFailure[] {
    const ids = this.shape.declaredIds(args);
    if (urn === undefined || ids === undefined) return [];
    const { declarations } = this.process;
    const other = declarations.get(this.keyOf(ids)) ?? urn;
    declarations.set(this.keyOf(ids), other);
    if (other === urn) return [];
    const shown = blankSecrets(ids, secretNames(this.definition, secrets));
    return [{ property: "", reason: duplicateDeclarationText(this.definition.kind, partsOf(urn).name, partsOf(other).name, shown) }];
  }

  /** Notes the object that a new resource declares by its id; a failure if a resource of another kind manages or declares it. */
  registerDeclaration(args: Values): CheckFailure[] {
    const id = formatId(this.definition.idFormat, args);
    if (isUnknown(args)) return [];
    const twice = this.conflictingKindText(id);
    const [object, { declaredKinds }] = [this.keyOfId(id ?? ""), this.process];
    declaredKinds.set(object, declaredKinds.get(object) ?? this.definition.kind);
    return twice === undefined ? [] : [{ property: "", reason: twice }];
  }

  /** Notes that a resource manages an object, by the arguments that the program declares; `isChanging` until their update is done. */
  registerOwner({ urn }: Operation, id: string, state: Values, owner: string, args: Values, isChanging: boolean): void {
    const { kind } = this.definition;
    const object = this.managedKey(id, state, owner);
    const resource = `${kind} ${JSON.stringify(partsOf(urn ?? "").name)}`;
    const manager = { kind, urn, resource, declared: this.shape.declaredIds(args) ?? {}, isChanging };
    this.process.managers.set(object, new Map(this.managersOf(object)).set(owner, manager));
  }

  releaseOwner(object: string, owner: string): void {
    this.process.managers.get(object)?.delete(owner);
  }

  /** The manager of the object other than the given resource; a state without an owner belongs to no resource of its own. */
  otherManager(object: string, owner: string): Manager | undefined {
    return [...this.managersOf(object)].find(([other]) => other !== owner)?.[1];
  }

  private managersOf(object: string): ReadonlyMap<string, Manager> {
    return this.process.managers.get(object) ?? new Map<string, Manager>();
  }

  /** The questions of a resource about the other ones of the program. */
  others({ urn }: Operation, owner: string, verb: string): OtherObjects {
    return {
      managerOf: (id) => {
        const managers = [...this.managersOf(this.keyOfId(id)).values()];
        const manager = managers.find((one) => one.urn !== undefined && one.urn !== urn);
        return manager && { ...manager, isChanging: manager.isChanging && verb !== "plan" };
      },
      isManagedElsewhere: (id) => this.otherManager(this.keyOfId(id), owner) !== undefined,
      assertOnlyKind: (id) => this.assertOnlyKind(id),
      isDeletedBeforeReplace: (id) => this.process.deletedBeforeReplace.has(this.keyOfId(id)),
    };
  }

  /** Refuses an object that a resource of another kind declares in this run. */
  assertOnlyKind(id: string | undefined): void {
    const twice = this.conflictingKindText(id);
    if (twice !== undefined) throw new InputError(twice);
  }

  /** The reason why a resource of another kind keeps this one from managing the object. */
  conflictingKindText(id: string | undefined): string | undefined {
    const { kind, review } = this.definition;
    if (id === undefined || review.manages === undefined) return undefined;
    const object = this.keyOfId(id);
    const kinds = [...[...this.managersOf(object).values()].map((manager) => manager.kind), this.process.declaredKinds.get(object)];
    const other = kinds.find((one) => one !== undefined && one !== kind);
    const both = `the ${kind} declares ${JSON.stringify(id)}, which a ${other} of the program declares already`;
    return other && `${both}: keep one of the two, with all the arguments`;
  }

  /** Notes when a creation was sent, by default now: the object counts as existing for as long as reads may lag. */
  addCreation(at: At, args: Values, sent = at.clock.now()): void {
    const object = this.namedAt(at, args);
    if (object !== undefined) this.process.creations.set(object, sent);
  }

  /** Forgets an object that was deleted, or that reads show to be gone. */
  forgetCreation(at: At, args: Values): void {
    this.process.creations.delete(this.namedAt(at, args) ?? "");
  }

  /** Refuses to make an object that this process has made and reads may not show yet. */
  assertNotCreated(at: At, args: Values): void {
    const sent = this.process.creations.get(this.namedAt(at, args) ?? "");
    if (sent === undefined || at.clock.now() - sent >= resumeWindowMs) return;
    const object = formatObject(this.definition.displayTemplate, args);
    throw new InputError(
      `this run has already sent the creation of the ${object}, and no read shows it yet. Nothing is sent. If two resources or stacks declare it, keep one of them; otherwise run "pulumi up" again`,
    );
  }

  /** The notice of an object that an earlier creation made: an engine takes no other id from an update. Undefined if the id was known. */
  describeFoundId(id: string, last: Values, state: Values): string | undefined {
    const [before, found = ""] = [last, state].map((values) => formatId(this.definition.idFormat, values));
    if (found === "" || found === before || found === id) return undefined;
    return `its id is ${found}, and the stack shows ${JSON.stringify(id)} until the next "pulumi refresh"`;
  }

  /** The key of the object that the arguments name at a service, whatever its identifier; undefined if they name none. */
  private namedAt({ service }: At, args: Values): string | undefined {
    const ids = this.shape.declaredIds(args);
    return ids && this.keyOf({ service: service(), ids });
  }
}

function duplicateDeclarationText(kind: string, name: string, other: string, ids: Values): string {
  const object = Object.entries(ids).map(([id, value]) => `${id} ${JSON.stringify(value)}`);
  return `${kind} "${name}" declares what ${kind} "${other}" declares already (${object.join(", ")}): keep one of the two, with all the arguments`;
}
