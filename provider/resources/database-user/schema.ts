import { z } from "zod";
import { identifier } from "../../arguments";

/** What a `DatabaseUser` may declare (design: product, DatabaseUser; specification 4, endpoint 12, and its extensions). */
export const databaseUserArguments = z.strictObject({
  workgroupId: identifier,
  workspaceId: identifier,
  username: z
    .string()
    .min(1, "must not be empty")
    .refine((name) => name.isWellFormed(), "must be well-formed text"),
  password: z.string().min(1, "must not be empty"),
  adopt: z.boolean().optional(),
  deletionPolicy: z.enum(["delete", "retain"]).optional(),
});
export type DatabaseUserArguments = z.infer<typeof databaseUserArguments>;

/** What state holds: what was declared and applied. */
export interface DatabaseUserState extends DatabaseUserArguments {
  /** A POST whose answer was lost, and of which no look could tell whether it made the user: the next update looks. */
  readonly __pending?: "lost";
}

/** The argument that a field or a parameter of the service is declared by. */
export function argumentOf(wireField: string): string | undefined {
  return new Map([
    ["username", "username"],
    ["password", "password"],
    ["workgroupID", "workgroupId"],
    ["workspaceID", "workspaceId"],
  ]).get(wireField);
}
