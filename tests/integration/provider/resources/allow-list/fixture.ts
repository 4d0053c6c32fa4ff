import type { EmulatorOptions } from "../../../../../testing/emulator";
import type { Properties } from "../../../../support/provider";
import { startService } from "../../../../support/service-fixture";

export const wg = "a1000000-0000-4000-8000-0000000000aa";
/** The address that the emulated service sees every request come from. */
export const caller = "198.51.100.7";

/** A workgroup whose list admits the caller unless told otherwise, and an engine that holds one `AllowList`. */
export async function startList(options: EmulatorOptions = {}, ranges: readonly string[] = [`${caller}/32`], settings = {}) {
  const service = await startService({ extensions: true, ...options });
  const { emulator, clock } = service;
  emulator.account.addWorkgroup({ workgroup_id: wg });
  for (const cidr of ranges) emulator.account.addAllowedRange(wg, { cidr });
  return {
    emulator,
    clock,
    engine: service.engine("AllowList", settings),
    program: (more: Properties = {}): Properties => ({ workgroupId: wg, enabled: true, ...more }),
    asked: () => service.requests().map(({ endpoint }) => endpoint),
    isEnforced: () => emulator.workgroup(wg).enable_allow_list,
  };
}
