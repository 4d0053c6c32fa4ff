import { z } from "zod";
import { rangeProblem } from "../../values/cidr";
import type { PendingState } from "../../reconcile/pending";
import { identifier, seconds } from "../../values/validation";

const cidr = z.string().superRefine((text, context) => {
  const message = rangeProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** The arguments of `AllowListEntry` (API 11). */
export const allowListEntryArguments = z.strictObject({
  workgroupId: identifier,
  cidr,
  note: z
    .string()
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode")
    .optional(),
  adopt: z.boolean().optional(),
  deletionPolicy: z.enum(["delete", "retain"]).optional(),
  allowLockout: z.boolean().optional(),
  timeoutSeconds: seconds.optional(),
});
export type AllowListEntryArguments = z.infer<typeof allowListEntryArguments>;

/** The state: the arguments as they were declared and applied, and the service's identifier. */
export type AllowListEntryState = AllowListEntryArguments & PendingState & { readonly entryId: string };
