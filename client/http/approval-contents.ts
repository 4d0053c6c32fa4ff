import { z } from "zod";

const texts = z.array(z.string()).readonly();

/** A request approved by a person or a rule, as stored in the `GRAPHPLANE_APPROVAL` file. */
const approvedRequest = z.strictObject({
  /** The resource that sends it, under every name that its state might contain. */
  resources: texts,
  kind: z.string(),
  /** The name of the provider resource; absent for the default provider. */
  account: z.string().optional(),
  method: z.string(),
  /** The path below the control plane's prefix, or a full data-plane URL, split at slashes; null matches any value. */
  path: z.array(z.string().nullable()).readonly(),
  body: z.unknown().optional(),
  /** Paths in the body, as keys and indexes, at which any value is approved. The empty path is the whole body. */
  wildcards: z.array(texts).readonly(),
  /** The start of a body that is too long for a review, as JSON with sorted keys. */
  begins: z.string().optional(),
  /** Arguments known only during the update; their fields can be missing from the approved body. */
  later: texts,
  /** True if objects in the body can have additional fields: those of the live record, sent unchanged. */
  includesLiveFields: z.literal(true).optional(),
  /** The identifiers that an unknown part of the path can have, besides those of objects created in this run; absent for any. */
  ids: texts.optional(),
  /** Keyed hashes of the arguments that do not appear in the request; the keys are argument names. */
  hashes: z.record(z.string(), z.string()),
});
export type ApprovedRequest = z.infer<typeof approvedRequest>;

/** The contents of an approval file; `key` is the hash key. */
export const approvalContents = z.strictObject({
  version: z.literal(1),
  key: z.string().min(1),
  requests: z.array(approvedRequest).readonly(),
});
export type ApprovalContents = z.infer<typeof approvalContents>;
