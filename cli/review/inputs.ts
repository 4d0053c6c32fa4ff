import Big from "big.js";
import { z } from "zod";
import { parseJson } from "../../provider/values/json";
import { messageOf, UsageError } from "../errors";

/** The files of a review; unused parts are ignored. The message of a parser's `UsageError` continues a sentence that names the file. */

const properties = z.record(z.string(), z.unknown());

/** An optional value, for which the CLI often writes null. */
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
const previewShape = z
  .looseObject({
    steps: maybe(z.array(step)),
    diagnostics: maybe(z.array(diagnostic)),
    changeSummary: maybe(z.record(z.string(), z.number())),
  })
  .refine(({ steps, diagnostics, changeSummary }) => (steps ?? diagnostics ?? changeSummary) !== undefined);

/** Values in a plan may be secret, and none is shown. */
const goal = z.looseObject({ custom: z.boolean().optional(), inputDiff: maybe(properties), outputDiff: maybe(properties) });
const planShape = z.looseObject({
  resourcePlans: z.record(z.string(), z.looseObject({ goal: maybe(goal), steps: maybe(z.array(z.string())), state: maybe(properties) })),
});

export type RawState = z.infer<typeof state>;
export type RawStep = z.infer<typeof step>;
export type RawDiagnostic = z.infer<typeof diagnostic>;
export type RawPreview = z.infer<typeof previewShape>;
export type RawPlan = z.infer<typeof planShape>;

/** The end of the panic of a preview with `--refresh --run-program` after a component was renamed with an alias; it prints no JSON. */
const notSeen = "had not been marked as seen";
const unrefreshed = "run this preview and the next pulumi up without --run-program.";

/** Reads the output of `pulumi preview --json`, or returns why the preview failed. Lines around the JSON, such as those of a wrapper, do not count. */
export function parsePreview(text: string): RawPreview | string {
  if (text.trim() === "")
    return `The preview printed nothing: it failed before it began. The log of its run says why. If it says "${notSeen}": ${unrefreshed}`;
  if (text.includes(notSeen))
    return `Pulumi itself ended with "${notSeen}", as it does with --run-program after a component is renamed: ${unrefreshed}`;
  const json = jsonIn(text);
  const preview = previewShape.safeParse(json).data;
  if (preview !== undefined) return preview;
  if (isEvents(text)) throw new UsageError("is a stream of events; run the preview without PULUMI_ENABLE_STREAMING_JSON_PREVIEW.");
  if (json !== undefined) throw new UsageError('is JSON, but not a preview; give the output of "pulumi preview --refresh --json".');
  if (/^Previewing (?:update|refresh|destroy)\b/m.test(text))
    throw new UsageError('is the text of a preview; run "pulumi preview --refresh --json".');
  return "The preview printed incomplete JSON: it failed, or was interrupted. The log of its run says why.";
}

function jsonIn(text: string): unknown {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => line.startsWith("{"));
  const end = lines.findLastIndex((line) => line.startsWith("}"));
  return begin < 0 ? undefined : parseJson(lines.slice(begin, end + 1).join("\n"));
}

function isEvents(text: string): boolean {
  const first = parseJson(text.trimStart().split("\n")[0] ?? "");
  return typeof first === "object" && first !== null && "sequence" in first && "timestamp" in first;
}

/** Reads the file of `--save-plan`. */
export function parsePlan(text: string): RawPlan {
  const { data } = planShape.safeParse(parseJson(text));
  if (data !== undefined) return data;
  throw new UsageError('is not a plan; give the file that "pulumi preview --save-plan" wrote, or leave --plan out.');
}

/** The names in a part of a plan that says what differs: `{ adds: […], updates: […] }`. */
export function namesIn(diff: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.values(diff ?? {}).flatMap((part) => {
    if (Array.isArray(part)) return part.filter((name) => typeof name === "string");
    return typeof part === "object" && part !== null ? Object.keys(part) : [];
  });
}

const event = z.looseObject({
  sequence: z.number(),
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
export type PolicyEvent = NonNullable<z.infer<typeof event>["policyEvent"]>;

/** Reads the violations of policies in the file of `--event-log`, which a preview that failed early may have left empty. */
export function parseEvents(text: string): PolicyEvent[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const events = lines.flatMap((line) => event.safeParse(parseJson(line)).data ?? []);
  if (events.length > 0 || lines.length === 0) return events.flatMap(({ policyEvent }) => policyEvent ?? []);
  throw new UsageError('is not an event log; give the file that "pulumi preview --event-log" wrote, or leave --events out.');
}

/** A number is read as the decimal that it is written as. */
const amount = z
  .union([z.number().min(0), z.string().regex(/^\d+(\.\d+)?$/, "must be a decimal number, such as 2.50")])
  .transform((value) => new Big(value));
const factor = amount.refine((value) => value.gt(0), "must be greater than 0");

export const pricesShape = z.strictObject({
  $schema: z.string().optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$|^\p{Sc}$/u, "must be a code such as USD, or a currency sign")
    .describe("The currency that is printed: a code such as USD, or a sign."),
  sizes: z.record(z.string(), amount).describe("The price of an hour, by size."),
  highAvailability: z
    .union([factor, z.record(z.string(), factor)])
    .optional()
    .describe("The factor for high availability: one for all sizes, or one for each."),
  addons: z.record(z.string(), factor).optional().describe("The factor for an enabled add-on, by its identifier."),
});
export type Prices = z.infer<typeof pricesShape>;

/** Reads the file of `--prices` (docs/costs.md). */
export function parsePrices(text: string): Prices {
  const refused = (problem: string) => new UsageError(`holds no prices: ${problem}; docs/costs.md shows the shape.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refused(`it is not JSON (${messageOf(error)})`);
  }
  const result = pricesShape.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refused(`${issue?.path.join(".") || "the file"}: ${issue?.message ?? "it has another shape"}`);
}
