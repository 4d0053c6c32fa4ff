import { z } from "zod";
import { identifier } from "../../values/validation";
import type { PendingState } from "../../reconcile/pending";

/** The arguments of `DatabaseUser` (API endpoint 12, and the calls of API 11). */
export const databaseUserArguments = z.strictObject({
  workgroupId: identifier,
  workspaceId: identifier,
  username: z
    .string()
    .min(1, "must not be empty")
    .refine((name) => name.isWellFormed(), "must be well-formed Unicode"),
  password: z.string().min(1, "must not be empty"),
  adopt: z.boolean().optional(),
  deletionPolicy: z.enum(["delete", "retain"]).optional(),
});
export type DatabaseUserArguments = z.infer<typeof databaseUserArguments>;

/** The state: the arguments as they were declared and applied. A pending `password` is one that a request may have set. */
export type DatabaseUserState = DatabaseUserArguments & PendingState;

/** The arguments that identify a user. */
export type UserId = Pick<DatabaseUserArguments, "workgroupId" | "workspaceId" | "username">;
