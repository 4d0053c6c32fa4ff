import { z } from "zod";
import { identifier, seconds } from "../../values/validation";

/** The arguments of `WorkspaceRefresh` (API endpoint 11). */
export const workspaceRefreshArguments = z.strictObject({
  workgroupId: identifier,
  workspaceId: identifier,
  triggers: z.array(z.unknown()).optional(),
  untilRefreshStatus: z.array(z.string().min(1)).min(1).optional(),
  timeoutSeconds: seconds.optional(),
});
export type WorkspaceRefreshArguments = z.infer<typeof workspaceRefreshArguments>;

/** A refresh as a record shows it. */
export interface Shown {
  readonly status: string;
  readonly message: string;
  /** Moves with a refresh if the service keeps it. */
  readonly snapshot: string;
}

/** A POST whose refresh is still waited for. */
export interface Pending {
  /** "acknowledged" if the service accepted it, "lost" if its answer was lost. */
  readonly post: "acknowledged" | "lost";
  /** The record before it. */
  readonly before: Shown;
  /** For how long earlier runs waited for its end, in milliseconds. */
  readonly waited?: number | undefined;
}

/** The state: the arguments as they were declared, and the last refresh that the record showed. */
export interface WorkspaceRefreshState extends WorkspaceRefreshArguments {
  readonly refreshStatus?: string;
  readonly refreshMessage?: string;
  /** A refresh that has not been seen to end; the next update resumes it. */
  readonly __pending?: Pending;
}
