import { z } from "zod";

/** The schema of plan entries, with which `graphplane review` parses them. The provider uses only its types, and does not load this module. */

const texts = z.array(z.string()).readonly();

const request = z
  .object({
    method: z.string(),
    /** The path below the control plane's prefix, or a data-plane URL. Contains no spaces. */
    path: z.string(),
    /** A JSON value. A string is printed unchanged, because it is a truncated body or a placeholder. */
    body: z.unknown().optional(),
    /** The live values of the same fields. */
    was: z.unknown().optional(),
    /** True if the request also contains the other fields of the live record, unchanged. */
    includesLiveFields: z.literal(true).optional(),
    /** Unknown arguments, whose fields are missing or contain a placeholder. */
    later: texts,
  })
  .readonly();

/** An argument to send, or a value inside it. */
const field = z
  .object({
    path: texts,
    live: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .readonly();

const plan = z
  .object({
    /** The operation on the object. `unknown`: a read failed, so that the requests are only possible. */
    operation: z.enum(["create", "adopt", "update", "replace", "run", "nothing", "unknown"]),
    /** The reason why the requests are uncertain. */
    reason: z.string().optional(),
    /** The failed read that is the reason, if any. */
    failedRead: z.object({ call: z.string(), outcome: z.string(), hasNoResponse: z.boolean() }).readonly().optional(),
    /** True if the live object was read, so that values that no request sends match the declared ones. */
    seen: z.boolean(),
    requests: z.array(request).readonly(),
    /** The requests of the update that runs if the object turns out not to be replaced. */
    instead: z.array(request).readonly().optional(),
    fields: z.array(field).readonly(),
    /** The names of the object and its parents: workspace, database, workgroup. */
    names: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
    /** The identifier of an object that is adopted by name. */
    adopted: z.string().optional(),
  })
  .readonly();

const notice = z
  .object({
    code: z.enum([
      "drift",
      "overwrite",
      "undeclared",
      "notice",
      "refusal",
      "temporary",
      "moved",
      "double",
      "done",
      "stopped",
      "consequence",
    ]),
    text: z.string(),
  })
  .readonly();

/** A plan entry. The entries of a refresh contain no plan. */
export const planEntry = z
  .object({
    /** The version of the format. A review that expects a different version does not read the entries. */
    version: z.literal(1),
    /** Undefined for a state of an earlier version. */
    urn: z.string().optional(),
    kind: z.string(),
    plan: plan.optional(),
    notices: z.array(notice).readonly(),
    /** A change to the control plane's address. `found`: a read found the object at the new address. */
    service: z.object({ from: z.string(), to: z.string(), found: z.boolean() }).readonly().optional(),
    /** The control plane's address that receives the resource's requests, if any. */
    controlPlane: z.string().optional(),
    /** The missing settings, which prevent a plan. */
    settings: texts.optional(),
    /** Hashes, for an approval, of the arguments that no request contains in plain text, keyed by argument. */
    hashes: z.record(z.string(), z.string()).readonly().optional(),
  })
  .readonly();

export type PlanEntry = z.infer<typeof planEntry>;
export type LoggedPlan = z.infer<typeof plan>;
export type LoggedRequest = z.infer<typeof request>;
export type LoggedField = z.infer<typeof field>;
