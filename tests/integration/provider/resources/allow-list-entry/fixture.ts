import type { EmulatorOptions } from "../../../../../testing/emulator";
import type { Properties } from "../../../../support/provider";
import { startService } from "../../../../support/service-fixture";

export const wg = "a1000000-0000-4000-8000-0000000000aa";
export const path = `/workgroups/${wg}/allow_list`;
export const id = "ab000000-0000-4000-8000-0000000000aa";
/** The address that the emulated service sees every request come from. */
export const caller = "198.51.100.7";

/** A service with the calls on allow lists unless told otherwise, one workgroup, and an engine that holds one `AllowListEntry`. */
export async function startEntry(options: EmulatorOptions = {}, settings: { maxRetries?: number; requestTimeoutSeconds?: number } = {}) {
  const service = await startService({ extensions: true, ...options });
  const { emulator, clock } = service;
  emulator.account.addWorkgroup({ workgroup_id: wg });
  return {
    emulator,
    clock,
    engine: service.engine("AllowListEntry", settings),
    program: (more: Properties = {}): Properties => ({ workgroupId: wg, cidr: "203.0.113.0/24", note: "office", ...more }),
    /** The endpoints of the requests since the last call of this. */
    asked: () => service.requests().map(({ endpoint }) => endpoint),
    ranges: () => emulator.allowedRanges(wg).map(({ cidr, note }) => [cidr, note]),
    enforce: () => emulator.changeWorkgroup(wg, { enable_allow_list: true }),
  };
}
