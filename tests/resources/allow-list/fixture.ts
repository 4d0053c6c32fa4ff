import type { EmulatorOptions } from "../../../testing/emulator";
import { addWorkgroup, caller, type Settings, startResource, wg } from "../../support/resource-fixture";

export { caller, wg };

/** A workgroup whose list allows the caller unless told otherwise, and an engine that holds one `AllowList`. */
export async function startList(options: EmulatorOptions = {}, ranges: readonly string[] = [`${caller}/32`], settings?: Settings) {
  const made = await startResource("AllowList", { workgroupId: wg, enabled: true }, addWorkgroup, options, settings);
  for (const cidr of ranges) made.emulator.account.addAllowedRange(wg, { cidr });
  return { ...made, isEnforced: () => made.emulator.workgroup(wg).enable_allow_list };
}
