import type { OtherManager, ResourceDefinition } from "../definition";
import { InputError } from "../errors";
import { canonicalJson } from "../values/json";
import { formatId, parseId } from "../values/names";
import { isUnknown } from "../values/unknowns";
import { partsOf } from "../values/urn";
import type { CheckFailure } from "../values/validation";
import { blankSecrets, type Operation } from "./operation";
import type { ProviderProcess } from "./process";
import type { Properties } from "../reconcile/notes";
import { otherKindText, secondDeclarationText } from "./second-declaration";
import { secretNames } from "./secrets";
import type { StateShape } from "./state-shape";

/** Finds the object that a resource declares or manages, and other resources of the program for the same one: two of them overwrite each other. */
export class ManagedObjects<Args extends object, State extends Args> {
  constructor(
    private readonly definition: ResourceDefinition<Args, State>,
    private readonly shape: StateShape<Args, State>,
    private readonly process: ProviderProcess,
  ) {}

  /** A key of this kind of resource. */
  keyOf(what: string | Properties): string {
    return canonicalJson([this.definition.kind, what]);
  }

  /** The key of the object that the arguments name; undefined if they name none. */
  declaredBy(args: Properties): string | undefined {
    const ids = this.shape.declaredIds(args);
    return ids && this.keyOf(ids);
  }

  /** The key of the object that the arguments name at a service, whatever its identifier; undefined if they name none. */
  namedAt(service: string, args: Properties): string | undefined {
    const ids = this.shape.declaredIds(args);
    return ids && this.keyOf({ service, ids });
  }

  /** The key of the object that a resource manages. If the id is incomplete since a creation failed, no other resource has the key. */
  managedBy(id: string, state: Properties, owner: string): string {
    const { idForm } = this.definition;
    const known = formatId(idForm, this.shape.parse(id, state).state) ?? id;
    const isComplete = Object.values(parseId(idForm, known)).every((part) => part !== "");
    return this.keyOfId(isComplete ? known : { owner });
  }

  /** The key of an object, the same for every kind of resource that manages it. */
  keyOfId(id: string | Properties): string {
    return canonicalJson([this.definition.review.manages ?? this.definition.kind, id]);
  }

  /** A second resource of the program, of this kind, for the object that the arguments name. */
  findSecondDeclaration({ urn, secrets }: Operation, args: Properties): CheckFailure[] {
    const ids = this.shape.declaredIds(args);
    if (urn === undefined || ids === undefined) return [];
    const { declarations } = this.process;
    const other = declarations.get(this.keyOf(ids)) ?? urn;
    declarations.set(this.keyOf(ids), other);
    if (other === urn) return [];
    const shown = blankSecrets(ids, secretNames(this.definition, secrets), "[secret]");
    return [{ property: "", reason: secondDeclarationText(this.definition.kind, partsOf(urn).name, partsOf(other).name, shown) }];
  }

  /** Notes the object that a new resource declares by its id; a failure if a resource of another kind manages or declares it. */
  claim(args: Properties): CheckFailure[] {
    const id = formatId(this.definition.idForm, args);
    if (id === undefined || isUnknown(args) || this.definition.review.manages === undefined) return [];
    const twice = this.whyManagedTwice(id);
    this.process.owners.claim(this.keyOfId(id), this.definition.kind);
    return twice === undefined ? [] : [{ property: "", reason: twice }];
  }

  /** The other resource of the program that manages the object of an id. */
  managerOf(urn: string | undefined, id: string, isPreview: boolean): OtherManager | undefined {
    const manager = this.process.owners.managerOf(this.keyOfId(id), urn);
    if (manager?.urn === undefined) return undefined;
    const { kind, declared = {}, isChanging = false } = manager;
    return { resource: `${kind} ${JSON.stringify(partsOf(manager.urn).name)}`, declared, isChanging: isChanging && !isPreview };
  }

  /** Refuses an object that a resource of another kind declares in this run. */
  assertOnlyKind(id: string | undefined): void {
    const twice = this.whyManagedTwice(id);
    if (twice !== undefined) throw new InputError(twice);
  }

  /** The reason why a resource of another kind keeps this one from managing the object. */
  whyManagedTwice(id: string | undefined): string | undefined {
    const { kind, review } = this.definition;
    if (id === undefined || review.manages === undefined) return undefined;
    const other = this.process.owners.otherKind(this.keyOfId(id), kind);
    return other && otherKindText(kind, other, id);
  }
}
