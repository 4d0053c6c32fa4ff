import type { Change } from "./model";
import { groupBy } from "./values";

/** A failed request that left live values unknown. Without `call`, the values are unknown for another reason. */
export interface FailedRead {
  readonly reason: string;
  readonly call?: string | undefined;
  readonly outcome?: string | undefined;
  /** True if re-running the job can help. */
  readonly hasNoResponse: boolean;
  readonly changes: readonly Change[];
}

/** Returns the distinct reasons why requests are unknown: one failed request can affect many resources. */
export function failedReads(changes: readonly Change[]): FailedRead[] {
  const read = changes.map((change) => {
    const { requestsUnknown: reason = "" } = change;
    const [, call, outcome] = /(?:^|failed: )([A-Z]+ \S+) (.+?)(?:\. |, as for |\.?$)/.exec(reason) ?? [];
    return { change, reason, call, outcome };
  });
  return groupBy(read, ({ call, reason }) => call ?? reason).map((group) => {
    const [{ reason, call, outcome }] = group;
    const hasNoResponse = /^(timed out|lost its connection|could not be sent|was not answered|failed for an unknown)/.test(outcome ?? "");
    return { reason, call, outcome, hasNoResponse, changes: group.map(({ change }) => change) };
  });
}
