import { z } from "zod";
import { isObject, parseJson } from "./json";
import type { Documented, RecordShape } from "./record-shape";
import { unwrapList } from "./results";
import * as shapes from "./shapes";

/**
 * Returns the schema of a field in a record. Absent values, nulls, and values of a different type are parsed as undefined, because real
 * records lack many fields, and an unexpected value in an unused field must not prevent an update.
 */
const field = <T extends z.ZodType>(type: T) => type.nullish().catch(undefined);
const text = field(z.string());
/** Returns the schema of a number or a boolean, which some services return as a string. It is a single step, because a record has twenty such fields. */
const primitive = <T>(isType: (value: unknown) => value is T) =>
  z
    .transform((given: unknown) => {
      const value = parsePrimitive(given);
      return value === null || isType(value) ? value : undefined;
    })
    .optional();
const integer = primitive((value) => typeof value === "number");
const boolean = primitive((value) => typeof value === "boolean");

/** Returns a schema that applies `parse` to the Result, and fails if `parse` returns undefined. */
export function parsedResult<Parsed>(parse: (result: unknown) => Parsed | undefined, problem: string) {
  return z.unknown().transform((result, context): Parsed => {
    const parsed = parse(result);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });
}

/** Returns the schema of a list, either plain or in an object under its name. The list is null or absent if the response does not contain one. */
export const listIn = <Item extends z.ZodType>(name: string, item: Item) =>
  z.preprocess((result) => unwrapList(result, [name]), z.array(item).nullish());

/** Returns the schema of a list, which can be null or absent if it is empty. */
export const recordsOf = <Item extends z.ZodType>(name: string, item: Item) => listIn(name, item).transform((list) => list ?? []);

/** Parses a string that contains a number or a boolean. Returns any other value unchanged. */
export function parsePrimitive(value: unknown): unknown {
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
/** The identifier of a record as a string. It is empty if missing, so that one malformed record does not affect the others. */
const identifier = z.union([z.string(), z.int().transform(String)]).catch("");
/** Returns the schema of a value that some services return as a JSON string, or as an empty string if there is none. */
const orText = <T extends z.ZodType>(type: T) => z.preprocess(parseEmbeddedJson, type.nullish());
function parseEmbeddedJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value.trim() === "") return undefined;
  const parsed = parseJson(value);
  return parsed === undefined ? value : parsed;
}
/** A field that is kept unchanged because it can be sent back. */
const kept = z.unknown().optional();
const setting = z.preprocess(parsePrimitive, kept);

const plain = { string: text, integer, boolean, any: kept };
type Plain = keyof typeof plain;

/** Returns the schemas of all fields with primitive types. Other fields are added manually, because they are parsed differently. */
export function plainFields<Fields extends Readonly<Record<string, Documented>>>({ fields }: RecordShape<Fields>) {
  const named = Object.entries(fields).flatMap(([name, type]) => (typeof type === "string" ? [[name, plain[type]] as const] : []));
  return Object.fromEntries(named) as {
    [Name in keyof Fields as Fields[Name] extends Plain ? Name : never]: (typeof plain)[Fields[Name] & Plain];
  };
}

/** An AddonEntry (API 2.2). `enable_configuration` is an object in the schema, and a string in the samples. */
export const addonEntry = z.looseObject({ ...plainFields(shapes.addonEntry), addons_id: identifier });
export type AddonEntry = z.infer<typeof addonEntry>;

/** An AgentConfig (API 2.2). All values can be sent back. */
export const agentConfig = z.looseObject(
  Object.fromEntries(Object.keys(shapes.agentConfig.fields).map((name) => [name, setting])) as Record<
    keyof typeof shapes.agentConfig.fields,
    typeof setting
  >,
);

/** A FolderStatistics record (API 2.2). */
const folderStatistics = z.looseObject({
  ...plainFields(shapes.folderStatistics),
  workspaces: field(z.array(z.looseObject(plainFields(shapes.folderSize)))),
});

/** A Workspace record (API 2.2). Unknown keys are kept, and all fields can be absent or null. */
export const workspaceRecord = z.looseObject({
  ...plainFields(shapes.workspace),
  workspace_id: identifier,
  // An unexpected value is kept in a field that can be sent back. Otherwise, it would be overwritten.
  addons: orText(z.array(addonEntry)),
  agent_config: orText(agentConfig),
  folder_statistics: field(folderStatistics),
  workspace_type: field(z.looseObject(plainFields(shapes.workspaceType))),
});

/** The key that lists the fields that were omitted from a record because their shape differs from the documented one (API 2.2). */
export const malformedFields = Symbol("malformedFields");
export type WorkspaceRecord = z.infer<typeof workspaceRecord> & { readonly [malformedFields]?: readonly string[] };

/** A record in which a malformed field affects neither the other fields nor the other records of a list. */
export const tolerantWorkspace: z.ZodType<WorkspaceRecord> = z.unknown().transform((value, context) => {
  const whole = workspaceRecord.safeParse(value);
  if (whole.success) return whole.data;
  const odd = [...new Set(whole.error.issues.map(({ path }) => String(path[0])))];
  const isWellFormed = ([name]: [string, unknown]) => !odd.includes(name);
  const partly = workspaceRecord.safeParse(isObject(value) ? Object.fromEntries(Object.entries(value).filter(isWellFormed)) : value);
  if (partly.success) return { ...partly.data, [malformedFields]: odd };
  for (const { path, message } of partly.error.issues) context.addIssue({ code: "custom", path, message });
  return z.NEVER;
});

/** A Database record (API 2.4). */
export const databaseRecord = z.looseObject({
  ...plainFields(shapes.database),
  folder_statistics: field(folderStatistics),
  workspaces: z.array(tolerantWorkspace).nullish(),
});
export type DatabaseRecord = z.infer<typeof databaseRecord>;

/** A list in which at least one record has `addons`. A record without this field therefore has no add-ons (API 10.1). */
const workspaceList = z.array(tolerantWorkspace).transform((records) => {
  const isLeftOut = ({ addons, [malformedFields]: odd = [] }: WorkspaceRecord) => addons === undefined && !odd.includes("addons");
  const isShown = records.some(({ addons }) => addons !== undefined);
  return isShown ? records.map((record) => (isLeftOut(record) ? { ...record, addons: null } : record)) : records;
});

/** A Workgroup record (API 2.3). */
export const workgroupRecord = z
  .looseObject({
    ...plainFields(shapes.workgroup),
    workgroup_id: identifier,
    tg_databases: field(z.array(databaseRecord)),
    workspaces: workspaceList.nullish(),
  })
  // Any field can be absent, but a record with neither an id nor workspaces is not a workgroup.
  .refine(({ workgroup_id, workspaces }) => workgroup_id !== "" || Array.isArray(workspaces), {
    path: ["workgroup_id"],
    message: "is missing, and the record has no list of workspaces",
  });
export type WorkgroupRecord = z.infer<typeof workgroupRecord>;
