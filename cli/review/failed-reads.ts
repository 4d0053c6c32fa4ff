import type { Change } from "./model";
import { groupBy } from "./values";

/** A request that failed, so that the live values of resources are unknown; without a call, any other reason. */
export interface FailedRead {
  readonly reason: string;
  readonly call?: string | undefined;
  readonly outcome?: string | undefined;
  /** True if re-running the job can help. */
  readonly hasNoResponse: boolean;
  readonly changes: readonly Change[];
}

/** The reasons why requests are unknown, each once: one failed request may be the reason for many resources. */
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
