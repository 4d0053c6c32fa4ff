import type { FormatName } from "../values/formats";
import type { Consequence } from "../messages/consequences";

/**
 * The fields of a resource's description, as plain data: this directory, except `schema.ts`, loads neither zod nor the client.
 *
 * Each argument is one line, from which everything else is derived: its validation, its type, its field in the service, its entry in the SDK,
 * in `schema.json` and on the reference page, and the effect of a change in a review.
 *
 * ```ts
 * arguments: {
 *   workgroupId: parentId("The workgroup that contains the workspace."),                         // part of the path; a change replaces
 *   schedule: text("The times at which backups are taken.", { notEmpty: true, format: "cron" }), // required; sent as `schedule`
 *   maxRetry: optional(integer("Maximum number of retries.", { min: 0 })),                     // sent as `max_retry`
 *   deletionPolicy: optional(choice(["retain", "pause"], "The effect …", { providerOnly: true, default: '"retain"' })),
 * }
 * ```
 */

/** The type of a value and its limits. */
export type Shape =
  | ({ readonly is: "text" } & TextLimits)
  | ({ readonly is: "number"; readonly isInteger: boolean; readonly above?: number } & Range)
  | { readonly is: "flag" }
  | { readonly is: "choice"; readonly values: readonly string[] }
  /** A string with some known values; any other value is accepted. */
  | { readonly is: "open enum"; readonly enumType: OpenEnumType; readonly notEmpty: boolean }
  | { readonly is: "object"; readonly type: ObjectType }
  | { readonly is: "map"; readonly item: Field }
  | { readonly is: "list"; readonly item: Field; readonly notEmpty: boolean }
  | { readonly is: "range" }
  /** A host of the data plane. */
  | { readonly is: "host" }
  /** An object with keys chosen by the user. */
  | { readonly is: "values" }
  | { readonly is: "anything" }
  | ({ readonly is: "text or object" } & Refusing<unknown>)
  /** An object, or a string that contains a JSON object. */
  | { readonly is: "object or JSON" };

interface NotEmpty {
  readonly notEmpty?: boolean | undefined;
}

interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

interface Refusing<Value> {
  /** Explains why a value is invalid according to rules that the other limits do not express; undefined if it is valid. */
  readonly problem?: ((value: Value) => string | undefined) | undefined;
}

interface TextLimits extends NotEmpty, Refusing<string> {
  /** True for an identifier of the service, which is opaque, but is part of paths and resource ids. */
  readonly isIdentifier?: boolean | undefined;
  readonly wellFormed?: boolean | undefined;
}

/** The known values of a string, with the name of their type in the SDK. */
export interface OpenEnumType<Value extends string = string> {
  readonly name: string;
  readonly description: string;
  readonly values: readonly Value[];
}

export function openEnumType<const Value extends string>(name: string, description: string, values: readonly Value[]): OpenEnumType<Value> {
  return { name, description, values };
}

/** An object with fields, with the name of its type in the SDK. */
export interface ObjectType<Inner extends Fields = Fields> {
  readonly name: string;
  readonly description: string;
  readonly fields: Inner;
}

/** A documented effect of changing an argument. */
export interface Effect extends Consequence {
  /** The class of the effect: downtime, data loss, access, or cost. */
  readonly is: "offline" | "loss" | "access" | "cost" | "none" | "not documented";
  /** The value that has the effect. @default any value */
  readonly when?: unknown;
  /** The live field that contains a version. Only a change to an older version has the effect. */
  readonly olderThan?: string;
}

/** The facts about a field, except its shape and its description. */
export interface Facts {
  /**
   * The field's name on the service. False for path parameters and everything else that is not in a body. If the name of an object ends in
   * `_`, it is a prefix, and the object's fields are fields of the body itself. @default the argument's name in snake_case
   */
  readonly wire?: string | false;
  /** True if changing only this argument sends no request. Such an argument has no field on the service, unless `wire` is set. */
  readonly providerOnly?: true;
  /** True if the argument determines which requests are sent. It must not be secret. If a review does not know its value, it assumes the most severe one. */
  readonly decidesRequests?: true;
  /** True if a change forces replacement. */
  readonly replaces?: true;
  /** True if the service chooses the value when the program omits it. Removing the argument then changes nothing. */
  readonly optionalComputed?: true;
  /** True if the service needs minutes to apply a change. */
  readonly slow?: true;
  readonly secret?: true;
  /** True if the service never returns the value, so that its previous value is unknown. */
  readonly neverShown?: true;
  /** True for user data that is sent and stored unchanged, including nulls. */
  readonly opaqueJson?: true;
  /** The default in the documentation: `120`, `"retain"`, or a clause. */
  readonly default?: string;
  /** The expected format of the string. Any other format causes a warning. */
  readonly format?: FormatName;
  /** The unit to print after a value in a review: `min`. */
  readonly unit?: string;
  /** The short name to use in a review: `size`. */
  readonly shortName?: string;
  /** The documented effect of a change on the users of the service. */
  readonly effect?: "none" | Effect | readonly Effect[];
  /**
   * The differences between the argument and its output in the SDK. False for an argument that has no output. A `providerOnly` argument has
   * an output only if this is set.
   */
  readonly output?: false | { readonly description?: string; readonly isOptional?: boolean };
  /** True for an output that no update can change. */
  readonly stable?: true;
  /** The only argument that can change this output. */
  readonly changesWith?: string;
  /** The reason why the service itself might change the setting (`provider/reconcile/moved.ts`). */
  readonly changedBy?: ServiceCause;
}

/** The workspace's timetable, or automatic version upgrades. */
export type ServiceCause = "timetable" | "upgrades";

/** An argument, an output, or a field of an object. In the documentation, the facts are appended to `description`. */
export interface Field<Value = unknown> extends Facts {
  readonly shape: Shape;
  readonly description: string;
  readonly isOptional?: true;
  /** Never set. Declares the type of the value. */
  readonly valueType?: Value;
}

export interface Optional {
  readonly isOptional: true;
}

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<One> = One extends Field<infer Value> ? Value : never;

type OptionalNames<All extends Fields> = { [Name in keyof All]: All[Name] extends Optional ? Name : never }[keyof All];

export type ValuesOf<All extends Fields> = Simplify<
  { [Name in Exclude<keyof All, OptionalNames<All>>]: ValueOf<All[Name]> } & {
    [Name in OptionalNames<All>]?: ValueOf<All[Name]> | undefined;
  }
>;

/** The type of the outputs. An output that the service does not return is undefined. */
export type OutputsOf<All extends Fields> = Simplify<
  { readonly [Name in Exclude<keyof All, OptionalNames<All>>]: ValueOf<All[Name]> } & {
    readonly [Name in OptionalNames<All>]?: ValueOf<All[Name]>;
  }
>;

type Simplify<Type> = { [Name in keyof Type]: Type[Name] } & {};

export function optional<One extends Field>(described: One): One & Optional {
  return { ...described, isOptional: true };
}

const field = <Value>(shape: Shape, description: string, facts: Facts): Field<Value> => ({ shape, description, ...facts });

export function text(
  description: string,
  { notEmpty, isIdentifier, wellFormed, problem, ...facts }: Facts & TextLimits = {},
): Field<string> {
  return field({ is: "text", notEmpty, isIdentifier, wellFormed, problem }, description, facts);
}

export const identifier = (description: string, facts: Facts = {}) => text(description, { notEmpty: true, isIdentifier: true, ...facts });

/** Returns the field for the identifier of the object that contains the resource. */
export const parentId = (description: string, facts: Facts = {}) => identifier(description, { wire: false, replaces: true, ...facts });

export function integer(description: string, { min, max, ...facts }: Facts & Range = {}): Field<number> {
  return field({ is: "number", isInteger: true, min, max }, description, facts);
}

export const number = (description: string, facts: Facts = {}) => field<number>({ is: "number", isInteger: false }, description, facts);

/** Returns the field for a time limit of graphplane's waits, in seconds. */
export const timeout = (description: string, facts: Facts = {}) =>
  optional(field<number>({ is: "number", isInteger: false, above: 0 }, description, { providerOnly: true, ...facts }));

export const flag = (description: string, facts: Facts = {}) => field<boolean>({ is: "flag" }, description, facts);

/** Returns the field for a flag that enables a behavior of graphplane. The default is false. */
export const optInFlag = (description: string, facts: Facts = {}) =>
  optional(flag(description, { providerOnly: true, decidesRequests: true, default: "false", ...facts }));

export function choice<const Value extends string>(values: readonly Value[], description: string, facts: Facts = {}): Field<Value> {
  return field({ is: "choice", values }, description, facts);
}

/** Returns the field for `deletionPolicy`. The first policy is the default. */
export function deletionPolicy<const Policy extends string>(policies: readonly Policy[], description: string, facts: Facts = {}) {
  const own = { providerOnly: true, decidesRequests: true, default: JSON.stringify(policies[0]) } as const;
  return optional(choice(policies, description, { ...own, ...facts }));
}

/** Returns the field for the `deletionPolicy` of a kind that, by default, deletes objects that graphplane created. */
export function deletionPolicyOfCreated(noun: string) {
  const description = `The effect on the ${noun} when the resource is deleted: \`delete\` deletes it, and \`retain\` leaves it in place.`;
  const byDefault = `"delete" if graphplane created the ${noun}, "retain" if it adopted or imported it`;
  return deletionPolicy(["delete", "retain"], description, { default: byDefault });
}

export function openEnum(values: OpenEnumType, description: string, { notEmpty = false, ...facts }: Facts & NotEmpty = {}): Field<string> {
  return field({ is: "open enum", enumType: values, notEmpty }, description, facts);
}

export function object<Inner extends Fields>(type: ObjectType<Inner>, description: string, facts: Facts = {}): Field<ValuesOf<Inner>> {
  return field({ is: "object", type }, description, facts);
}

export function mapOf<Value>(item: Field<Value>, description: string, facts: Facts = {}): Field<Record<string, Value>> {
  return field({ is: "map", item }, description, facts);
}

export function listOf<Value>(
  item: Field<Value>,
  description: string,
  { notEmpty = false, ...facts }: Facts & NotEmpty = {},
): Field<Value[]> {
  return field({ is: "list", item, notEmpty }, description, facts);
}

export const range = (description: string, facts: Facts = {}) => field<string>({ is: "range" }, description, facts);
export const host = (description: string, facts: Facts = {}) => field<string>({ is: "host" }, description, facts);
export const values = (description: string, facts: Facts = {}) => field<Record<string, unknown>>({ is: "values" }, description, facts);
export const anything = (description: string, facts: Facts = {}) => field<unknown>({ is: "anything" }, description, facts);

type TextOrObject = string | Record<string, unknown>;
export function textOrObject(description: string, { problem, ...facts }: Facts & Refusing<unknown> = {}): Field<TextOrObject> {
  return field({ is: "text or object", problem }, description, facts);
}
export const objectOrJson = (description: string, facts: Facts = {}) => field<TextOrObject>({ is: "object or JSON" }, description, facts);
