import { z } from "zod";
import type { WorkgroupRecord } from "../../../client";
import type { PendingState } from "../../reconcile/pending";
import { withoutEmpty } from "../../values/json";
import { seconds } from "../../values/validation";

const text = z.string().min(1, "must not be empty");

/** The arguments of `Workgroup` (API 11). */
export const workgroupArguments = z.strictObject({
  workgroupName: text,
  cloudProviderId: text,
  platform: text.optional(),
  region: text.optional(),
  enableEncryption: z.boolean().optional(),
  sharedStorage: z.boolean().optional(),
  enableApplicationLog: z.boolean().optional(),
  encryptionMethod: z.string().optional(),
  adopt: z.boolean().optional(),
  timeoutSeconds: seconds.optional(),
  deletionPolicy: z.enum(["protect", "delete", "retain"]).optional(),
});
export type WorkgroupArguments = z.infer<typeof workgroupArguments>;

/** The state: the arguments as they were declared and applied, the identifier, and the facts. */
export type WorkgroupState = WorkgroupArguments &
  PendingState & {
    /** Empty while it is not known which workgroup the POST made. */
    readonly workgroupId: string;
    readonly creator?: string;
    readonly cloudProviderName?: string;
  };

/** The facts of a record that state keeps. One that was declared stays as it was declared: in another form, it would force a replacement. */
export function workgroupRecordFacts(record: Partial<WorkgroupRecord>, declared: Partial<WorkgroupState> = {}): Partial<WorkgroupState> {
  const { creator, cloud_provider_name: cloudProviderName } = record;
  const platform = declared.platform ?? record.platform;
  const region = declared.region ?? record.region;
  const sharedStorage = declared.sharedStorage ?? record.shared_storage;
  return withoutEmpty({ platform, region, sharedStorage, creator, cloudProviderName });
}
