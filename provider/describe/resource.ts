import type { FormatName } from "../values/formats";
import type { FieldNames } from "../values/names";
import type { ConsequenceRow } from "../messages/consequences";
import type { ShownRequest } from "../messages/message";
import { consequencesOfFields } from "./effects";
import type { Field, Fields, OutputsOf, ValuesOf } from "./fields";

/** The description of a resource, which is the single definition of its arguments and outputs. */
export interface Description<Arguments extends Fields = Fields, Outputs extends Fields = Fields, Name extends string = string> {
  readonly kind: string;
  /** The paragraphs of the class documentation. The sentence about the id is derived from `idFormat`. */
  readonly description: readonly string[];
  readonly example: string;
  /** A sentence after "The arguments of a {@link Kind}." */
  readonly argumentsDescription?: string;
  /** The documentation of `get`, if the default sentence is not suitable. */
  readonly get?: string;
  /** Arguments that `get` accepts in addition to the id. */
  readonly lookup?: Fields;
  /** The part of `docs/internals/api.md` that describes the calls: `section 11`. */
  readonly api: string;
  /** The format of an id, e.g. `<workgroupId>/<workspaceId>`. If it contains no argument names, the provider generates the id. */
  readonly idFormat: string;
  /** The format of ids for imports, if `idFormat` does not contain everything that a read needs. */
  readonly importFormat?: string;
  /** The object for messages, e.g. `workspace <workspaceId> of workgroup <workgroupId>`. */
  readonly displayTemplate: string;
  /** The arguments that identify the object. A program can declare an object only once; undefined if duplicates are allowed. */
  readonly identity?: readonly Name[];
  /** The arguments in the order of the reference, with required arguments first. */
  readonly arguments: Arguments;
  readonly outputs: Outputs;
  readonly review: ReviewFacts;
}

/** The inputs or outputs of a resource in a preview. A secret value is `secretText`, and an unknown value is a marker. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** The facts that determine the price of a running object. */
export interface CostFactors {
  /** Undefined if the size is unknown, or neither declared nor returned by the service. */
  readonly size?: string | undefined;
  /** The arguments for these facts whose values are secret or unknown. */
  readonly unknown: readonly string[];
  readonly highAvailability: boolean;
  /** The identifiers of the enabled add-ons, sorted. */
  readonly addons: readonly string[];
  readonly paused: boolean;
  /** Undefined or 0 if the object never stops automatically. */
  readonly autoStopMinutes?: number | undefined;
}

/** The facts about a kind of resource for `graphplane review`, which does not load the client or an engine. */
export interface ReviewFacts {
  /** True if a declaration adopts an existing object. */
  readonly adopts: boolean;
  /** True if a preview compares declared values with live values, so that values without a message are equal. */
  readonly compares: boolean;
  /** Arguments that are never sent. A change to only these sends no request. */
  readonly providerOnlyArguments: readonly string[];
  readonly decidingArguments: readonly string[];
  /** Arguments that are sent as one value. An update removes live keys that are not declared. */
  readonly wholeArguments?: readonly string[];
  /** Arguments that a preview needs to read the object. @default the identity */
  readonly addressedBy: readonly string[];
  readonly replaceOnChanges: readonly string[];
  /** The parts that the service never returns, as a noun phrase. */
  readonly neverShown?: string;
  /** The parts that are deleted with the object: `users, backups and schedules`. */
  readonly contents?: string;
  /** Arguments that identify the object. */
  readonly identity: readonly string[];
  readonly consequences: readonly ConsequenceRow[];
  /** True if addresses are unique. A replacement with the same address then keeps the object and deletes nothing. */
  readonly isUnique?: boolean;
  /** True if each create or update is a run whose result cannot be read later. */
  readonly runs?: true;
  /** True if graphplane refuses deletion unless the `deletionPolicy` in the state is a policy other than `protect`. */
  readonly protects?: boolean;
  /** True if, without a deletion policy, an object that graphplane created is deleted. */
  readonly deletesCreated?: boolean;
  /** The kind of object, if resources of several kinds can manage it. Only one resource can manage an object. */
  readonly manages?: string;
  /** Returns the name of the object in messages. */
  address(inputs: ShownValues): string;
  /** Returns the nouns that identify the object in a headline, each with its value. */
  subject(inputs: ShownValues, outputs: ShownValues): readonly (readonly [string, unknown])[];
  /** Undefined for a kind without a price. */
  costFactors?(values: ShownValues): CostFactors;
  /** True for a timetable entry, which resizes the workspace to the entry's `workspaceTypeName` at the scheduled time. */
  readonly isTimetableEntry?: true;
  /** Returns all addresses of the object, to find a resource of a different kind that also manages it. @default only `address` */
  addresses(inputs: ShownValues, outputs: ShownValues): readonly string[];
  /** The deletion requests, keyed by policy, starting with the most severe one. */
  readonly deletions?: Readonly<Record<string, (state: ShownValues) => ShownRequest>>;
  /** The values that the deletion of a retained object changes, keyed by policy. */
  readonly deletionSets?: Readonly<Record<string, ShownValues>>;
  /**
   * The result of declaring an existing object without `adopt`: a refusal, a refusal unless the values are equal, or a second object.
   * Undefined if the object is adopted.
   */
  readonly existing?: "refused" | "refused unless equal" | "doubled";
  /** Returns the parts, as nouns, that are lost if the object is deleted and declared again: those that the object has, and those that it might have. */
  readonly lostParts?: (
    declared: ShownValues,
    outputs: ShownValues,
  ) => { readonly has: readonly string[]; readonly mayHave: readonly string[] };
  /** The output for the identifier that the service chooses. An object that is created again has a different one. */
  readonly identifier?: string | undefined;
  /** Returns the parts of a new object that might remain after its deletion. */
  readonly remains?: (declared: ShownValues) => readonly string[];
}

/** Completes a description with all review facts. The type preserves the names and types of the arguments and outputs. */
export function describe<const Arguments extends Fields, const Outputs extends Fields, Name extends keyof Arguments & string>(
  description: Omit<Description<Arguments, Outputs, Name>, "review"> & { readonly review: OwnFacts<Name> },
): Description<Arguments, Outputs, Name> {
  return { ...description, review: reviewFacts(description) };
}

export type ArgumentsOf<One extends Description> = ValuesOf<One["arguments"]>;
export type StateOf<One extends Description> = ArgumentsOf<One> & OutputsOf<One["outputs"]>;

export function namesWhere<All extends Fields>(fields: All, isWanted: (field: Field) => boolean): (keyof All & string)[] {
  return Object.entries(fields).flatMap(([name, field]) => (isWanted(field) ? [name] : []));
}

/** The review facts that cannot be derived from the rest of a description. */
interface OwnFacts<Name extends string> extends Partial<Omit<ReviewFacts, "subject">> {
  readonly address: ReviewFacts["address"];
  /** The nouns that identify the object in a headline, each with the argument for its value. */
  readonly subject: ReviewFacts["subject"] | Readonly<Record<string, Name>>;
  /** Returns the requests that send the value of an argument, or contains the methods of all requests whose bodies contain its field. @default no requests */
  readonly sentBy?: Parameters<typeof consequencesOfFields>[1] | readonly ("POST" | "PUT")[];
}

function reviewFacts<Name extends string>({
  arguments: fields,
  outputs,
  idFormat,
  identity = [],
  review: { subject, sentBy = [], consequences = [], ...own },
}: Omit<Description, "review"> & { readonly review: OwnFacts<Name> }): ReviewFacts {
  const names = wireNames(fields);
  const inBodies = (argument: string, methods: readonly ("POST" | "PUT")[]) => {
    const field = names[argument];
    return field === undefined ? [] : methods.map((method) => ({ method, field }));
  };
  const requestsOf = typeof sentBy === "function" ? sentBy : (argument: string) => inBodies(argument, sentBy);
  return {
    adopts: false,
    compares: true,
    addresses: (inputs) => [own.address(inputs)],
    providerOnlyArguments: namesWhere(fields, ({ providerOnly }) => providerOnly === true),
    identity,
    decidingArguments: namesWhere(fields, ({ decidesRequests }) => decidesRequests === true),
    addressedBy: identity,
    identifier: Object.keys(outputs).find((name) => idFormat.endsWith(`<${name}>`)),
    replaceOnChanges: namesWhere(fields, ({ replaces }) => replaces === true),
    subject:
      typeof subject === "function" ? subject : (inputs) => Object.entries(subject).map(([word, argument]) => [word, inputs[argument]]),
    consequences: [...consequencesOfFields(fields, requestsOf), ...consequences],
    ...own,
  };
}

/** Returns the service's fields, keyed by the path of the argument that declares each of them. A dot separates nested names. */
export function wireNames(fields: Fields): FieldNames {
  const pairs = Object.entries(fields).flatMap(([name, field]): (readonly [string, string])[] => {
    const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { shape, providerOnly, wire = providerOnly ? false : snakeCase } = field;
    if (wire === false) return [];
    if (shape.is !== "object") return [[name, wire]];
    const isFlat = wire.endsWith("_");
    const inner = Object.entries(wireNames(shape.type.fields));
    const nested = inner.map(([path, own]) => [`${name}.${path}`, `${wire}${isFlat ? "" : "."}${own}`] as const);
    return isFlat ? nested : [...nested, [name, wire]];
  });
  return Object.fromEntries(pairs);
}

export function formatsIn(fields: Fields): Readonly<Record<string, FormatName>> {
  const pairs = Object.entries(fields).flatMap(([name, { shape, format }]): (readonly [string, FormatName])[] => [
    ...(format === undefined ? [] : [[name, format] as const]),
    ...(shape.is === "object"
      ? Object.entries(formatsIn(shape.type.fields)).map(([path, inner]) => [`${name}.${path}`, inner] as const)
      : []),
  ]);
  return Object.fromEntries(pairs);
}
