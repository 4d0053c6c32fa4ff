import { z } from "zod";
import { identifier, seconds } from "../../values/validation";

/** What a `WorkspaceRefresh` may declare (API endpoint 11). */
export const workspaceRefreshArguments = z.strictObject({
  workgroupId: identifier,
  workspaceId: identifier,
  triggers: z.array(z.unknown()).optional(),
  untilRefreshStatus: z.array(z.string().min(1)).min(1).optional(),
  timeoutSeconds: seconds.optional(),
});
export type WorkspaceRefreshArguments = z.infer<typeof workspaceRefreshArguments>;

/** What the record shows of refreshes. */
export interface Shown {
  readonly status: string;
  readonly message: string;
  /** Moves with a refresh where the service keeps it. */
  readonly snapshot: string;
}

/** A POST whose refresh is still waited for. */
export interface Pending {
  /** Whether the service took it, or its answer was lost. */
  readonly post: "acknowledged" | "lost";
  /** What the record showed before it. */
  readonly before: Shown;
  /** For how long earlier runs waited for its end, in milliseconds. */
  readonly waited?: number | undefined;
}

/** What state holds: what was declared, and what the record showed last. */
export interface WorkspaceRefreshState extends WorkspaceRefreshArguments {
  readonly refreshStatus?: string;
  readonly refreshMessage?: string;
  /** What was begun and not seen to end; the next update goes on with it. */
  readonly __pending?: Pending;
}
