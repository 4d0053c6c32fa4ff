import type { FormatName } from "../values/formats";
import type { FieldNames } from "../values/names";
import type { ConsequenceRow } from "../messages/consequences";
import type { ShownRequest } from "../messages/message";
import { consequencesOfFields } from "./effects";
import type { Field, Fields, OutputsOf, ValuesOf } from "./fields";

/** The description of a resource: the one place that states what its arguments and outputs are. */
export interface Description<Arguments extends Fields = Fields, Outputs extends Fields = Fields, Name extends string = string> {
  readonly kind: string;
  /** The class's documentation, a paragraph each, without the sentence about its id, which follows from `idFormat`. */
  readonly description: readonly string[];
  readonly example: string;
  /** A sentence after "The arguments of a {@link Kind}." */
  readonly argumentsDescription?: string;
  /** The documentation of `get`, if the usual sentence does not suit. */
  readonly get?: string;
  /** Arguments that `get` takes besides the id. */
  readonly lookup?: Fields;
  /** The section or endpoints of `docs/internals/api.md` that describe its calls: `section 11`. */
  readonly api: string;
  /** The form of an id, e.g. `<workgroupId>/<workspaceId>`; the provider makes ids whose form names no arguments. */
  readonly idFormat: string;
  /** Another form of id by which it is imported, if its own does not hold what a read needs. */
  readonly importFormat?: string;
  /** The object in words, e.g. `workspace <workspaceId> of workgroup <workgroupId>`. */
  readonly displayTemplate: string;
  /** The arguments that name an object which a program must not declare twice; absent if it may. */
  readonly identity?: readonly Name[];
  /** Required ones first, in the order of the reference. */
  readonly arguments: Arguments;
  /** Outputs that are no arguments. */
  readonly outputs: Outputs;
  readonly review: ReviewFacts;
}

/** Inputs or outputs of a resource as a preview shows them: a secret value is `secretText`, an unknown value a marker. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** The facts about a running object that its price depends on. */
export interface CostFactors {
  /** Undefined if it is neither declared nor shown, or not known yet. */
  readonly size?: string | undefined;
  /** Arguments of these facts whose values are secret, or known only during the update. */
  readonly unknown: readonly string[];
  readonly highAvailability: boolean;
  /** The identifiers of the enabled add-ons, sorted. */
  readonly addons: readonly string[];
  readonly paused: boolean;
  /** Undefined or 0 if it never stops by itself. */
  readonly autoStopMinutes?: number | undefined;
}

/** The facts about a kind of resource that `graphplane review` uses: a part of its description, which loads neither the client nor an engine. */
export interface ReviewFacts {
  /** True if a declaration adopts an existing object. */
  readonly adopts: boolean;
  /** True if a preview compares declared values with live ones, so that those it does not announce are equal. */
  readonly compares: boolean;
  /** Arguments that never reach the service: a change of these alone sends nothing. */
  readonly providerOnlyArguments: readonly string[];
  /** Arguments that decide which requests are sent. */
  readonly decidingArguments: readonly string[];
  /** Arguments that are sent as one value: an update removes live keys inside them that are not declared. */
  readonly wholeArguments?: readonly string[];
  /** Arguments without which a preview cannot name the object to read, by default its identity. */
  readonly addressedBy: readonly string[];
  readonly replaceOnChanges: readonly string[];
  /** The parts that the service never shows, in a few words. */
  readonly neverShown?: string;
  /** The parts that are deleted with the object: `users, backups and schedules`. */
  readonly contents?: string;
  /** Arguments that identify the object. */
  readonly identity: readonly string[];
  readonly consequences: readonly ConsequenceRow[];
  /** True if no two resources have one address: a replacement that keeps its address keeps the object, and deletes nothing. */
  readonly isUnique?: boolean;
  /** True if each creation and update is a run, of which nothing is left to read. */
  readonly runs?: true;
  /** True if nothing is deleted unless the state's `deletionPolicy` names another policy than `protect`. */
  readonly protects?: boolean;
  /** True if a deletion without a policy deletes what graphplane made. */
  readonly deletesCreated?: boolean;
  /** The kind of object that resources of several kinds manage: no two of them may manage the same one. */
  readonly manages?: string;
  /** The object's name in lines. */
  address(inputs: ShownValues): string;
  /** The object for a headline: words, each with its value. */
  subject(inputs: ShownValues, outputs: ShownValues): readonly (readonly [string, unknown])[];
  /** The facts that its price depends on, by its arguments; absent for a kind that costs nothing by itself. */
  costFactors?(values: ShownValues): CostFactors;
  /** True for an entry of a workspace's timetable, whose `workspaceTypeName` the workspace has from its time on. */
  readonly isTimetableEntry?: true;
  /** The addresses of the object, each of which shows that another kind manages it too; by default the address alone. */
  addresses(inputs: ShownValues, outputs: ShownValues): readonly string[];
  /** The request of its deletion by each policy that sends one, the gravest first. */
  readonly deletions?: Readonly<Record<string, (state: ShownValues) => ShownRequest>>;
}

/** The description with all facts for a review; its type keeps the names and types of the arguments and outputs. */
export function describe<const Arguments extends Fields, const Outputs extends Fields, Name extends keyof Arguments & string>(
  description: Omit<Description<Arguments, Outputs, Name>, "review"> & { readonly review: OwnFacts<Name> },
): Description<Arguments, Outputs, Name> {
  return { ...description, review: reviewFacts(description) };
}

export type ArgumentsOf<One extends Description> = ValuesOf<One["arguments"]>;
/** The state: the arguments as they were declared and applied, and the outputs. */
export type StateOf<One extends Description> = ArgumentsOf<One> & OutputsOf<One["outputs"]>;

export function namesWhere<All extends Fields>(fields: All, isWanted: (field: Field) => boolean): (keyof All & string)[] {
  return Object.entries(fields).flatMap(([name, field]) => (isWanted(field) ? [name] : []));
}

/** The facts for a review that do not follow from the rest of a description. */
interface OwnFacts<Name extends string> extends Partial<Omit<ReviewFacts, "subject">> {
  readonly address: ReviewFacts["address"];
  /** The words of a headline, each with the argument whose value follows it. */
  readonly subject: ReviewFacts["subject"] | Readonly<Record<string, Name>>;
  /** The requests that send the value of an argument: those whose bodies have a field for it, by their methods. By default those that have an effect send none. */
  readonly sentBy?: Parameters<typeof consequencesOfFields>[1] | readonly ("POST" | "PUT")[];
}

function reviewFacts<Name extends string>({
  arguments: fields,
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
    replaceOnChanges: namesWhere(fields, ({ replaces }) => replaces === true),
    subject:
      typeof subject === "function" ? subject : (inputs) => Object.entries(subject).map(([word, argument]) => [word, inputs[argument]]),
    consequences: [...consequencesOfFields(fields, requestsOf), ...consequences],
    ...own,
  };
}

/** The service's fields by the paths of the arguments that declare them; a dot leads into an object. */
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

/** The expected forms of texts, by the paths of their arguments. */
export function formatsIn(fields: Fields): Readonly<Record<string, FormatName>> {
  const pairs = Object.entries(fields).flatMap(([name, { shape, format }]): (readonly [string, FormatName])[] => [
    ...(format === undefined ? [] : [[name, format] as const]),
    ...(shape.is === "object"
      ? Object.entries(formatsIn(shape.type.fields)).map(([path, inner]) => [`${name}.${path}`, inner] as const)
      : []),
  ]);
  return Object.fromEntries(pairs);
}
