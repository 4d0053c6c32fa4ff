import { z } from "zod";
import { parseJson } from "../../provider/values/json";

export { kindOf, partsOf } from "../../provider/values/urn";

/** The output of `pulumi preview --json`, as far as it is used; anything else is ignored. */
const properties = z.record(z.string(), z.unknown());

/** The CLI writes null for much that is not there. */
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
  propertyDependencies: maybe(properties),
  custom: z.boolean().optional(),
  external: z.boolean().optional(),
  delete: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
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

/** The file of `--save-plan`, as far as it is read here. Values in it may be secret, and none is shown. */
const goal = z.looseObject({
  inputDiff: maybe(properties),
  outputDiff: maybe(properties),
});
const planShape = z.looseObject({
  resourcePlans: z.record(z.string(), z.looseObject({ goal: maybe(goal), steps: maybe(z.array(z.string())), state: maybe(properties) })),
});

export type RawState = z.infer<typeof state>;
export type RawStep = z.infer<typeof step>;
export type RawDiagnostic = z.infer<typeof diagnostic>;
export type RawPreview = z.infer<typeof previewShape>;
export type RawPlan = z.infer<typeof planShape>;

/** A text that is no preview; `empty` and `cut` mean that the preview itself failed. */
export type Unreadable = "empty" | "cut" | "events" | "text" | "other";
export type ParsedPreview = { readonly preview: RawPreview } | { readonly unreadable: Unreadable };

/** Reads what the CLI printed. Lines before and after the JSON, such as those of a wrapper, do not count. */
export function parsePreview(text: string): ParsedPreview {
  if (text.trim() === "") return { unreadable: "empty" };
  const json = jsonIn(text);
  if (json === undefined) return { unreadable: isEvents(text) ? "events" : isText(text) ? "text" : "cut" };
  const parsed = previewShape.safeParse(json);
  if (
    !parsed.success ||
    (parsed.data.steps === undefined && parsed.data.changeSummary === undefined && parsed.data.diagnostics === undefined)
  ) {
    return { unreadable: isEvents(text) ? "events" : "other" };
  }
  return { preview: parsed.data };
}

/** Reads the file of `--save-plan`; undefined for any other text. */
export function parsePlan(text: string): RawPlan | undefined {
  const parsed = planShape.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
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

/** Returns true for the output of a preview without `--json`. */
function isText(text: string): boolean {
  return /^Previewing (?:update|refresh|destroy)\b/m.test(text);
}
