import Big from "big.js";
import { z } from "zod";
import { planEntry, type PlanEntry } from "../../provider/messages/plan-entry";
import { getIn, isObject, parseJson } from "../../provider/values/json";
import { messageOf, UsageError } from "../errors";
import { docsUrl } from "../links";
import { compare } from "./values";

/** Parses the facts of an engine run, and a team's prices. Ignores unused fields. */

const properties = z.record(z.string(), z.unknown());

/** Makes a schema optional, because the CLI often writes null for a missing value. */
function maybe<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}

const state = z.looseObject({
  id: z.string().optional(),
  inputs: maybe(properties),
  outputs: maybe(properties),
  provider: z.string().optional(),
  propertyDependencies: maybe(z.record(z.string(), maybe(z.array(z.string())))),
  custom: z.boolean().optional(),
  external: z.boolean().optional(),
  delete: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  protect: z.boolean().optional(),
  deletedWith: z.string().optional(),
  initErrors: maybe(z.array(z.string())),
  sourcePosition: z.string().optional(),
});
const step = z.looseObject({
  op: z.string(),
  urn: z.string(),
  oldState: maybe(state),
  newState: maybe(state),
  diffReasons: maybe(z.array(z.string())),
  replaceReasons: maybe(z.array(z.string())),
  detailedDiff: maybe(properties),
});
const diagnostic = z.looseObject({ urn: z.string().optional(), message: z.string(), severity: z.string().optional() });
const previewShape = z.looseObject({
  steps: maybe(z.array(step)),
  diagnostics: maybe(z.array(diagnostic)),
  changeSummary: maybe(z.record(z.string(), z.number())),
});

export type RawState = z.infer<typeof state>;
export type RawStep = z.infer<typeof step>;
export type RawDiagnostic = z.infer<typeof diagnostic>;

/** The destroy in the preview. `refusesProtected` is false with `--ignore-protect`. */
export interface Destroy {
  readonly refusesProtected: boolean;
}

type PreviewOutput = z.infer<typeof previewShape>;

/** The facts about a single engine run: its JSON output, its events and the plan records. */
export interface Preview extends PreviewOutput {
  readonly events: readonly EngineEvent[];
  readonly records: readonly PlanEntry[];
  /** The number of lines in the record file that this version cannot parse, or that have the key of a different run. */
  readonly unreadable?: number;
  /** The destroy in the preview; undefined for an update. */
  readonly destroy?: Destroy;
  /** The CLI's own message, if it printed no preview. */
  readonly failure?: string;
}

/** Parses the output of `pulumi preview --json`. Undefined if the output is invalid. For the destroy of an empty stack, it contains only a duration. */
export function parsePreview(text: string): PreviewOutput | undefined {
  const json = parseJson(text);
  return isObject(json) && ["steps", "diagnostics", "changeSummary", "duration"].some((name) => Object.hasOwn(json, name))
    ? previewShape.safeParse(json).data
    : undefined;
}

const eventState = z.looseObject({ id: maybe(z.string()), inputs: maybe(properties), outputs: maybe(properties) });
const resourceEvent = z.looseObject({
  metadata: z.looseObject({ op: z.string(), urn: z.string(), old: maybe(eventState), new: maybe(eventState) }),
  /** True for a step of a preview. */
  planning: z.boolean().optional(),
});
const event = z.looseObject({
  /** Reports a completed step. */
  resOutputsEvent: resourceEvent.optional(),
  resOpFailedEvent: resourceEvent.optional(),
  diagnosticEvent: diagnostic.optional(),
  summaryEvent: z.looseObject({ result: z.string().optional() }).optional(),
  policyEvent: z
    .looseObject({
      policyName: z.string(),
      policyPackName: z.string(),
      enforcementLevel: z.string(),
      message: z.string(),
      resourceUrn: z.string().optional(),
    })
    .optional(),
});
export type EngineEvent = z.infer<typeof event>;
export type PolicyEvent = NonNullable<EngineEvent["policyEvent"]>;
export type ResourceEvent = z.infer<typeof resourceEvent>;

/** Parses the file of `--event-log`. Skips debug diagnostics, which contain the program's secrets in plain text. */
export function parseEvents(text: string): EngineEvent[] {
  const events = text.split("\n").map((line) => event.safeParse(parseJson(line)).data);
  return events.filter((one) => one !== undefined && one.diagnosticEvent?.severity !== "debug") as EngineEvent[];
}

export function parseRecords(text: string, key: string): Required<Pick<Preview, "records" | "unreadable">> {
  const lines = [...new Set(text.split("\n").filter(Boolean))].toSorted(compare);
  const read = lines.map((line) =>
    line.startsWith(`${key} `) ? planEntry.safeParse(parseJson(line.slice(key.length + 1))).data : undefined,
  );
  const records = read.filter((record) => record !== undefined);
  return { records, unreadable: read.length - records.length };
}

/** A decimal amount, as a number or as a string of digits. */
const amount = z
  .union([z.number().min(0), z.string().regex(/^\d+(\.\d+)?$/, "must be a decimal number, such as 2.50")])
  .transform((value) => new Big(value));
const factor = amount.refine((value) => value.gt(0), "must be greater than 0");

export const pricesShape = z.strictObject({
  $schema: z.string().optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$|^\p{Sc}$/u, "must be a code such as USD, or a currency symbol")
    .describe("The currency that is printed: a code such as USD, or a symbol."),
  sizes: z.record(z.string(), amount).describe("The price of an hour, by size."),
  highAvailability: z
    .union([factor, z.record(z.string(), factor)])
    .optional()
    .describe("The factor for high availability: one for all sizes, or one for each."),
  addons: z.record(z.string(), factor).optional().describe("The factor for an enabled add-on, by its identifier."),
});
export type Prices = z.infer<typeof pricesShape>;

export function parsePrices(file: string, text: string): Prices {
  const refused = (problem: string) => new UsageError(`${JSON.stringify(file)}: ${problem}. For the format, see ${docsUrl("costs")}.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refused(`not JSON (${messageOf(error)})`);
  }
  const result = pricesShape.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.join(".") || "the file";
  const isMissing = issue?.code === "invalid_type" && getIn(json, issue.path.map(String)) === undefined;
  throw refused(
    isMissing
      ? `"${name}" is missing${name === "currency" ? ' (for example "USD")' : ""}`
      : `${name}: ${issue?.message ?? "it has a different structure"}`,
  );
}
