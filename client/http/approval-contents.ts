import { z } from "zod";

const texts = z.array(z.string()).readonly();

/** A request that was approved by a person or a rule, in the format of the `GRAPHPLANE_APPROVAL` file. */
const approvedRequest = z.strictObject({
  /** The resource that sends the request, under every name that its state might contain. */
  resources: texts,
  kind: z.string(),
  /** The name of the provider resource; undefined for the default provider. */
  account: z.string().optional(),
  method: z.string(),
  /** The path below the control plane's prefix, or a full data-plane URL, split at slashes. null matches any segment. */
  path: z.array(z.string().nullable()).readonly(),
  body: z.unknown().optional(),
  /** Paths in the body, given as keys and indexes, at which any value is approved. The empty path refers to the whole body. */
  wildcards: z.array(texts).readonly(),
  /** The start of a body that is too long to review, as JSON with sorted keys. */
  begins: z.string().optional(),
  /** Arguments that are unknown until the update. Their fields might be missing from the approved body. */
  later: texts,
  /** True if objects in the body can contain additional fields: those of the live record, unchanged. */
  includesLiveFields: z.literal(true).optional(),
  /** The identifiers that can replace an unknown part of the path, in addition to those of objects that this run creates. Undefined if any identifier is allowed. */
  ids: texts.optional(),
  /** Hashes of the arguments that are not in the request, keyed by argument. */
  hashes: z.record(z.string(), z.string()),
});
export type ApprovedRequest = z.infer<typeof approvedRequest>;

/** The contents of an approval file. `key` is the key of the hashes. */
export const approvalContents = z.strictObject({
  version: z.literal(1),
  key: z.string().min(1),
  requests: z.array(approvedRequest).readonly(),
});
export type ApprovalContents = z.infer<typeof approvalContents>;
