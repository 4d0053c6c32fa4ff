import { z } from "zod";

/** The shape of plan records: `graphplane review` reads them with it, and its types are those of the provider, which does not load this module. */

const texts = z.array(z.string()).readonly();

const request = z
  .object({
    method: z.string(),
    /** The path below the control plane's prefix, or a whole address of the data plane; without spaces. */
    path: z.string(),
    /** A JSON value; a string is printed unchanged: a body that was cut for its length, or a word in its place. */
    body: z.unknown().optional(),
    /** The live values of the same fields. */
    was: z.unknown().optional(),
    /** True if the other fields of the live record are sent along unchanged. */
    includesLiveFields: z.literal(true).optional(),
    /** Arguments that are known only during the update: their fields hold a word, or are missing. */
    later: texts,
  })
  .readonly();

/** An argument that a request sends, or a value inside it. A side is absent if there is no value. */
const field = z
  .object({
    path: texts,
    /** The value in the state. */
    before: z.unknown().optional(),
    live: z.unknown().optional(),
    after: z.unknown().optional(),
    /** The cause of the difference, as the provider sees it. */
    why: z.enum(["new", "changed in code", "changed outside", "pending"]),
    /** The classes of the effects that its change has, such as `offline`; `none`, or `not documented`. */
    effects: texts,
  })
  .readonly();

const plan = z
  .object({
    /** The operation on the object. `unknown`: a read failed, so the requests are only possible ones. */
    operation: z.enum(["create", "adopt", "update", "replace", "delete", "retain", "run", "nothing", "unknown"]),
    /** The reason why the requests are not certain. */
    reason: z.string().optional(),
    /** True if the live object was read, so that what no request sends is as declared. */
    seen: z.boolean(),
    requests: z.array(request).readonly(),
    /** The requests of the update that takes place if the object is not replaced after all. */
    instead: z.array(request).readonly().optional(),
    fields: z.array(field).readonly(),
    /** The object in words, each with its name: workspace, database, workgroup. */
    names: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
    /** The identifier of an object that is adopted by its name. */
    adopted: z.string().optional(),
  })
  .readonly();

const notice = z
  .object({
    code: z.enum(["drift", "overwrite", "undeclared", "notice", "refusal", "moved", "double", "done", "stopped", "consequence"]),
    text: z.string(),
  })
  .readonly();

/** A record; a refresh makes one without a plan. */
export const planEntry = z
  .object({
    /** The form of the records; a review of another version does not read them. */
    version: z.literal(1),
    /** The resource; absent for a state of an earlier version. */
    urn: z.string().optional(),
    kind: z.string(),
    plan: plan.optional(),
    notices: z.array(notice).readonly(),
    /** Another address of the control plane. `found`: a read found the object there. */
    service: z.object({ from: z.string(), to: z.string(), found: z.boolean() }).readonly().optional(),
    /** The address of the control plane that the resource's requests go to, if it was asked or is about to be. */
    controlPlane: z.string().optional(),
    /** The settings that are missing, so that nothing could be planned. */
    settings: texts.optional(),
    /** Keyed hashes of the arguments that no request shows, by name, for an approval. */
    hashes: z.record(z.string(), z.string()).readonly().optional(),
  })
  .readonly();

export type PlanEntry = z.infer<typeof planEntry>;
export type LoggedPlan = z.infer<typeof plan>;
export type LoggedRequest = z.infer<typeof request>;
export type LoggedField = z.infer<typeof field>;
