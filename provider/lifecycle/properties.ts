import type { z } from "zod";
import type { AnyResource } from "../definition";
import type { Field } from "../describe/fields";
import { isProtected } from "../reconcile/deletion-policy";
import { exchangeMoved } from "../reconcile/moved";
import { type StateMetadata, readMetadata, withoutMetadata, writeMetadata } from "../reconcile/state-metadata";
import { hasPendingChange } from "../reconcile/pending";
import { canonicalJson, equals, identical, omit, pickDeep, pickKeysOf, toWellFormed, type Values } from "../values/json";
import { parseId } from "../values/names";
import { isUnknown, unknownValue } from "../values/unknowns";

/** The properties of a resource in the program or in the state. Each call of the engine parses them once. Pure. */
export class Properties {
  /** The values without state metadata, as they are sent and compared. */
  readonly values: Values;
  readonly metadata: StateMetadata;
  private normalizedValues: Values | undefined;

  constructor(
    readonly definition: AnyResource,
    /** The properties as the engine passed them. */
    readonly given: Values,
  ) {
    this.values = exchangeMoved(withoutMetadataOf(definition, given));
    this.metadata = readMetadata(given);
  }

  get isEmpty(): boolean {
    return Object.keys(this.values).length === 0;
  }

  /** The values in a format in which equivalent values are equal. */
  get normalized(): Values {
    return (this.normalizedValues ??= this.definition.normalize?.(this.values) ?? this.values);
  }

  get normalizedArgs(): Values {
    return pickKeysOf(this.definition.schema.shape, this.normalized);
  }

  /** The arguments that identify the object; undefined if one is unknown, or if objects of this kind have no identity. */
  get ids(): Values | undefined {
    const { identity = [] } = this.definition;
    const ids = Object.fromEntries(identity.map((name) => [name, this.normalized[name]]));
    return identity.length === 0 || isUnknown(ids) ? undefined : ids;
  }

  /** The key of the object that the arguments identify; undefined if they identify none. */
  get object(): string | undefined {
    const { ids } = this;
    return ids && canonicalJson([this.definition.kind, ids]);
  }

  /** A key that is the same for equal declarations of a kind. */
  get key(): string {
    return canonicalJson([this.definition.kind, withoutMetadata(this.given)]);
  }

  /** True if the state protects its object from deletion and replacement. */
  get isProtected(): boolean {
    return isProtected(this.definition.review, this.values);
  }

  /** Returns the state for a new resource that continues it under a different owner. */
  withoutOwner(): Properties {
    return new Properties(this.definition, omit(this.given, ["__owner"]));
  }

  /** Returns the given arguments that force replacement. */
  replacing(names: readonly string[]): string[] {
    return this.definition.review.replaceOnChanges.filter((name) => names.includes(name));
  }

  /** Compares the program with the state. `pending` is true for an unfinished request, even if a refresh has removed the reasons of its partial error. */
  changesFrom(olds: Properties) {
    const { definition } = this;
    const [before, after] = [olds.normalizedArgs, this.normalized];
    const equal = (name: string) => (definition.opaqueJson.includes(name) ? identical : equals)(before[name], after[name]);
    const isDropped = (name: string) => after[name] === undefined && definition.optionalComputed.includes(name);
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = names.filter((name) => !equal(name) && !isDropped(name));
    const pending = hasPendingChange(olds.given, this.values);
    return { changed, pending, sends: pending || !changed.every((name) => definition.review.providerOnlyArguments.includes(name)) };
  }

  /** Predicts the outputs in a preview. Outputs that the update does not change have the values in the state, and all others are unknown. */
  previewOutputs(olds: Properties): Values {
    const changes = this.changesFrom(olds);
    const shown = Object.entries(this.definition.outputs).map(([name, output]) => {
      const isKnown = !changes.sends || (staysIn(changes, output) && olds.given[name] !== undefined);
      return [name, isKnown ? olds.given[name] : unknownValue] as const;
    });
    return Object.fromEntries(shown);
  }

  /** Returns the state with the declared arguments in place of its own. */
  declaredOver(last: Values): Values {
    return { ...withKeys(last, (name) => !isDeclarable(this.definition, name)), ...this.values };
  }

  /** Returns the state without the arguments, or parts of arguments, that the program does not declare. */
  declaredIn(state: Values): Values {
    const declared = pickDeep(pickKeysOf(this.definition.schema.shape, state), this.values) as Values;
    return { ...withKeys(state, (name) => !isDeclarable(this.definition, name)), ...declared };
  }

  /** Replaces missing or malformed identifiers in the state with those in the id. `isMalformed` is true if one of the latter is invalid. */
  identified(id: string, format = this.definition.idFormat) {
    const identifiers = Object.entries(parseId(format, id)).filter(([name]) => typeof this.values[name] !== "string");
    return {
      state: { ...this.values, ...Object.fromEntries(identifiers) } as Values,
      isMalformed: identifiers.some(([name, value]) => !mayIdentify(this.definition, name, value)),
    };
  }
}

/** Returns true if the changes do not affect the output. */
function staysIn({ pending, changed }: ReturnType<Properties["changesFrom"]>, { stable, changesWith }: Field): boolean {
  return stable ?? (!pending && changesWith !== undefined && !changed.includes(changesWith));
}

/** Returns the state in the format that the engine stores. */
export function writeState(definition: AnyResource, state: Values, metadata: Partial<StateMetadata> = {}): Values {
  return { ...toWellFormed(exchangeMoved(withoutMetadataOf(definition, state))), ...writeMetadata(metadata) };
}

/** Returns the inputs in the format that the engine stores. The inputs of an imported object include values that the service chose. */
export function writeInputs(definition: AnyResource, state: Values, isImported: boolean): Values {
  const args = pickKeysOf(definition.schema.shape, state);
  return writeState(
    definition,
    withKeys(args, (name) => isImported || !definition.optionalComputed.includes(name)),
  );
}

/** Returns the state without arguments that are missing from its inputs. An import of selected properties keeps the other arguments as outputs. */
export function withoutUndeclared(definition: AnyResource, state: Values, inputs: readonly string[]): Values {
  return inputs.length === 0 ? state : withKeys(state, (name) => !isDeclarable(definition, name) || inputs.includes(name));
}

function withoutMetadataOf({ opaqueJson }: AnyResource, properties: Values): Values {
  const plain = withoutMetadata(properties);
  const kept = opaqueJson.filter((name) => Object.hasOwn(plain, name));
  return { ...plain, ...Object.fromEntries(kept.map((name) => [name, properties[name]])) };
}

/** Returns true if the state contains a property only if the program declares it. */
function isDeclarable({ schema, optionalComputed }: AnyResource, name: string): boolean {
  return Object.hasOwn(schema.shape, name) && !optionalComputed.includes(name);
}

function mayIdentify({ schema }: AnyResource, name: string, value: string): boolean {
  const type = (schema.shape as Record<string, z.ZodType>)[name];
  return value !== "" && type?.safeParse(value).success !== false;
}

function withKeys(properties: Values, isKept: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name)));
}
