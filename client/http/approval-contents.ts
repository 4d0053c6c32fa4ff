import { z } from "zod";

const texts = z.array(z.string()).readonly();

/** A request that a person or a rule has approved, as the file of `GRAPHPLANE_APPROVAL` holds it. */
const approvedRequest = z.strictObject({
  /** The resource that sends it, by every name that its state may know. */
  resources: texts,
  kind: z.string(),
  /** The name of the provider resource; absent for the default provider. */
  account: z.string().optional(),
  method: z.string(),
  /** The path below the control plane's prefix, or a whole address of a data plane, split at its slashes; null stands for any value. */
  path: z.array(z.string().nullable()).readonly(),
  body: z.unknown().optional(),
  /** The places in the body where any value is approved: keys and indexes. The empty place is the whole body. */
  wildcards: z.array(texts).readonly(),
  /** The beginning of a body that is too long to be shown, as JSON with sorted keys. */
  begins: z.string().optional(),
  /** Arguments that are known only during the update: their fields may be missing in the approved body. */
  later: texts,
  /** True if objects of the body may have other fields too: those of the live record, sent unchanged. */
  includesLiveFields: z.literal(true).optional(),
  /** The identifiers that an unknown part of the path can have, beside those of objects that this run makes; absent for any. */
  ids: texts.optional(),
  /** Keyed hashes of arguments that the request does not show, by name. */
  hashes: z.record(z.string(), z.string()),
});
export type ApprovedRequest = z.infer<typeof approvedRequest>;

/** The contents of the file of an approval; `key` is that of the hashes. */
export const approvalContents = z.strictObject({
  version: z.literal(1),
  key: z.string().min(1),
  requests: z.array(approvedRequest).readonly(),
});
export type ApprovalContents = z.infer<typeof approvalContents>;
