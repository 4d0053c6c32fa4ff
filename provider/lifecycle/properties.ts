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

/** The effect of an update on a resource: the changed arguments, and whether it sends a request. */
type Changes = ReturnType<Properties["changesFrom"]>;

/**
 * The declared or stored properties of a resource, with the facts derived from them. Parsed once, when a
 * call of the engine starts, and passed on. Pure.
 */
export class Properties {
  /** The values as sent and compared, without state metadata. */
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

  /** The normalized values: equivalent values compare equal. */
  get normalized(): Values {
    return (this.normalizedValues ??= this.definition.normalize?.(this.values) ?? this.values);
  }

  /** The normalized arguments, without outputs. */
  get normalizedArgs(): Values {
    return pickKeysOf(this.definition.schema.shape, this.normalized);
  }

  /** The arguments that name the object; undefined if missing or unknown. */
  get ids(): Values | undefined {
    const { identity = [] } = this.definition;
    const ids = Object.fromEntries(identity.map((name) => [name, this.normalized[name]]));
    return identity.length === 0 || isUnknown(ids) ? undefined : ids;
  }

  /** The key, within this kind, of the object that the arguments name; undefined if they name none. */
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

  /** The state that a new resource of the same object continues, under its own owner. */
  withoutOwner(): Properties {
    return new Properties(this.definition, omit(this.given, ["__owner"]));
  }

  /** The arguments with these names that force replacement if they change. */
  replacing(names: readonly string[]): string[] {
    return this.definition.review.replaceOnChanges.filter((name) => names.includes(name));
  }

  /** Compares the program with the state. `pending` if an earlier request is unfinished, even after a refresh dropped the reasons of its partial error. */
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

  /** The predicted outputs in a preview: those in the state that an update to the declared arguments leaves unchanged. */
  previewOutputs(olds: Properties): Values {
    const changes = this.changesFrom(olds);
    const shown = Object.entries(this.definition.outputs).map(([name, output]) => {
      const isKnown = !changes.sends || (staysIn(changes, output) && olds.given[name] !== undefined);
      return [name, isKnown ? olds.given[name] : unknownValue] as const;
    });
    return Object.fromEntries(shown);
  }

  /** The state with the declared arguments. */
  declaredOver(last: Values): Values {
    return { ...withKeys(last, (name) => !isDeclarable(this.definition, name)), ...this.values };
  }

  /** The state without arguments, and parts of arguments, that the program does not declare. */
  declaredIn(state: Values): Values {
    const declared = pickDeep(pickKeysOf(this.definition.schema.shape, state), this.values) as Values;
    return { ...withKeys(state, (name) => !isDeclarable(this.definition, name)), ...declared };
  }

  /** A repaired state: a missing or malformed identifier is taken from the id. `isMalformed` if the id has an invalid identifier. */
  identified(id: string, form = this.definition.idFormat) {
    const identifiers = Object.entries(parseId(form, id)).filter(([name]) => typeof this.values[name] !== "string");
    return {
      state: { ...this.values, ...Object.fromEntries(identifiers) } as Values,
      isMalformed: identifiers.some(([name, value]) => !mayIdentify(this.definition, name, value)),
    };
  }
}

/** Returns true if the changes do not affect the output. */
function staysIn({ pending, changed }: Changes, { stable, changesWith }: Field): boolean {
  return stable ?? (!pending && changesWith !== undefined && !changed.includes(changesWith));
}

/** A state as stored by the engine. */
export function writeState(definition: AnyResource, state: Values, metadata: Partial<StateMetadata> = {}): Values {
  return { ...toWellFormed(exchangeMoved(withoutMetadataOf(definition, state))), ...writeMetadata(metadata) };
}

/** The inputs of a state, as stored by the engine: possibly declared arguments and, for an imported object, values chosen by the service. */
export function writeInputs(definition: AnyResource, state: Values, isImported: boolean): Values {
  const args = pickKeysOf(definition.schema.shape, state);
  return writeState(
    definition,
    withKeys(args, (name) => isImported || !definition.optionalComputed.includes(name)),
  );
}

/** The state without arguments missing from its inputs, because an import of selected properties keeps the others as outputs. */
export function withoutUndeclared(definition: AnyResource, state: Values, inputs: readonly string[]): Values {
  return inputs.length === 0 ? state : withKeys(state, (name) => !isDeclarable(definition, name) || inputs.includes(name));
}

function withoutMetadataOf({ opaqueJson }: AnyResource, properties: Values): Values {
  const plain = withoutMetadata(properties);
  const kept = opaqueJson.filter((name) => Object.hasOwn(plain, name));
  return { ...plain, ...Object.fromEntries(kept.map((name) => [name, properties[name]])) };
}

/** Returns true for a property that is in the state only if declared. */
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
