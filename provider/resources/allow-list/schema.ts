import { z } from "zod";
import type { PendingState } from "../../reconcile/pending";
import { identifier, seconds } from "../../values/validation";

/** The arguments of `AllowList` (API 11). */
export const allowListArguments = z.strictObject({
  workgroupId: identifier,
  enabled: z.boolean(),
  deletionPolicy: z.enum(["retain", "disable"]).optional(),
  allowLockout: z.boolean().optional(),
  timeoutSeconds: seconds.optional(),
});
export type AllowListArguments = z.infer<typeof allowListArguments>;

/** The state: the arguments as they were declared and applied. */
export type AllowListState = AllowListArguments & PendingState;
