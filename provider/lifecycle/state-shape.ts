import type { z } from "zod";
import type { AnyResource } from "../definition";
import type { Field } from "../describe/fields";
import { exchangeMoved } from "../reconcile/moved";
import { type StateMetadata, readMetadata, withoutMetadata, writeMetadata } from "../reconcile/state-metadata";
import { hasPendingChange } from "../reconcile/pending";
import { equals, identical, pickDeep, pickKeysOf, toWellFormed, type Values } from "../values/json";
import { parseId } from "../values/names";
import { isUnknown, unknownValue } from "../values/unknowns";

/** The arguments and states of a resource definition: how they are compared, completed by an id, and written to state. Pure. */
export class StateShape {
  private readonly known = new WeakMap<Values, Values>();

  constructor(private readonly definition: AnyResource) {}

  /** A state to work with: a missing or malformed identifier is that of the id. `isMalformed` if the id has one that no argument may have. */
  parse(id: string, properties: Values, form = this.definition.idFormat) {
    const known = this.declared(properties);
    const identifiers = Object.entries(parseId(form, id)).filter(([name]) => typeof known[name] !== "string");
    return {
      state: { ...known, ...Object.fromEntries(identifiers) },
      metadata: readMetadata(properties),
      isMalformed: identifiers.some(([name, value]) => !this.mayIdentify(name, value)),
    };
  }

  /** The state without the arguments that its inputs lack: an import that names properties keeps the others as outputs. */
  withoutUndeclared(state: Values, inputs: readonly string[]): Values {
    if (inputs.length === 0) return state;
    return withKeys(state, (name) => !this.isDeclarable(name) || inputs.includes(name));
  }

  /** The arguments that name the object; undefined if they do not, or are not known yet. */
  declaredIds(args: Values): Values | undefined {
    const names = this.definition.identity ?? [];
    const normalized = this.normalize(args);
    const ids = Object.fromEntries(names.map((name) => [name, normalized[name]]));
    return names.length === 0 || isUnknown(ids) ? undefined : ids;
  }

  /** Compares state and program; `pending` if an earlier request is unfinished, even after a refresh dropped the reasons of its partial error. */
  compare(olds: Values, news: Values) {
    const changed = this.changedArguments(olds, news);
    const pending = hasPendingChange(olds, withoutMetadata(news));
    return { changed, pending, sends: pending || !changed.every((name) => this.definition.review.providerOnlyArguments.includes(name)) };
  }

  /** The outputs as a preview shows them: those that an update to the declared arguments leaves unchanged, as far as the state has them. */
  previewOutputs(olds: Values, news: Values): Values {
    const { sends, pending, changed } = this.compare(olds, news);
    const isKept = ({ stable, changesWith }: Field) => stable ?? (!pending && changesWith !== undefined && !changed.includes(changesWith));
    const { outputs } = this.definition;
    const shown = Object.entries(outputs).map(([name, output]) => {
      const isKnown = !sends || (isKept(output) && olds[name] !== undefined);
      return [name, isKnown ? olds[name] : unknownValue] as const;
    });
    return Object.fromEntries(shown);
  }

  private changedArguments(olds: Values, news: Values): string[] {
    const before = this.normalize(this.arguments(olds));
    const after = this.normalize(this.declared(news));
    const equal = (name: string) => (this.definition.opaqueJson.includes(name) ? identical : equals)(before[name], after[name]);
    const isDropped = (name: string) => after[name] === undefined && this.isOptionalComputed(name);
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !equal(name) && !isDropped(name));
  }

  normalize(args: Values): Values {
    return this.definition.normalize?.(args) ?? args;
  }

  /** The last state with the arguments as declared now. */
  withProviderOnlyArguments(last: Values, args: Values): Values {
    return { ...withKeys(last, (name) => !this.isDeclarable(name)), ...args };
  }

  /** The state without the arguments, and the parts of one, that the program does not declare. */
  onlyDeclared(state: Values, news: Values): Values {
    return this.withProviderOnlyArguments(state, pickDeep(this.arguments(state), this.declared(news)) as Values);
  }

  /** Arguments of the program or the state, in the form in which they are sent. Each operation asks for the same ones several times. */
  declared(properties: Values): Values {
    const known = this.known.get(properties) ?? this.findDeclared(properties);
    this.known.set(properties, known);
    return known;
  }

  private findDeclared(properties: Values): Values {
    return exchangeMoved(this.withoutMetadata(properties));
  }

  private withoutMetadata(properties: Values): Values {
    const plain = withoutMetadata(properties);
    const opaque = this.definition.opaqueJson.filter((name) => Object.hasOwn(plain, name));
    return { ...plain, ...Object.fromEntries(opaque.map((name) => [name, properties[name]])) };
  }

  private isOptionalComputed(name: string): boolean {
    return this.definition.optionalComputed.includes(name);
  }

  /** Returns true for what is in the state only if it is declared. */
  private isDeclarable(name: string): boolean {
    return Object.hasOwn(this.definition.schema.shape, name) && !this.isOptionalComputed(name);
  }

  /** A state as the engine keeps it. */
  write(state: Values, metadata: Partial<StateMetadata> = {}): Values {
    return { ...toWellFormed(exchangeMoved(this.withoutMetadata(state))), ...writeMetadata(metadata) };
  }

  private mayIdentify(name: string, value: string): boolean {
    const type = (this.definition.schema.shape as Record<string, z.ZodType>)[name];
    return value !== "" && type?.safeParse(value).success !== false;
  }

  /** The arguments that a program may have declared; of an imported object also arguments that the service fills in. */
  inputs(properties: Values, isImported: boolean): Values {
    return withKeys(this.arguments(properties), (name) => isImported || !this.isOptionalComputed(name));
  }

  /** The arguments alone, without outputs. */
  arguments(properties: Values): Values {
    return pickKeysOf(this.definition.schema.shape, this.declared(properties));
  }
}

function withKeys(properties: Values, isKept: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name)));
}
