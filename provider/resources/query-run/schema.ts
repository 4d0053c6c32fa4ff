import { z } from "zod";
import { hostProblem } from "../../../client";
import { seconds } from "../../values/validation";

const host = z.string().superRefine((value, context) => {
  const problem = hostProblem(value);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

/** The arguments of `QueryRun` (API 4, data plane). */
export const queryRunArguments = z.strictObject({
  host,
  graph: z.string().min(1),
  query: z.string().min(1),
  parameters: z.record(z.string(), z.unknown()).optional(),
  secret: z.string().min(1).optional(),
  token: z.string().min(1).optional(),
  triggers: z.array(z.unknown()).optional(),
  idempotent: z.boolean().optional(),
  timeoutSeconds: seconds.optional(),
});
export type QueryRunArguments = z.infer<typeof queryRunArguments>;

/** The answer of a query. */
export interface QueryOutcome {
  readonly results?: unknown;
  readonly message?: string;
  readonly version?: { readonly api?: string; readonly schema?: number };
}

/** The state: the arguments as they were declared, and the outcome of the last run. */
export interface QueryRunState extends QueryRunArguments, QueryOutcome {
  /** A run whose results were not kept: its arguments' fingerprint, so that it is not run again unasked. Or that a run may have been. */
  readonly __pending?: { readonly ran: string; readonly why: string } | { readonly post: "lost" };
}
