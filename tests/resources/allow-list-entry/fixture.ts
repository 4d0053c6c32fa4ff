import type { EmulatorOptions } from "../../../testing/emulator";
import { addWorkgroup, caller, type Settings, startResource, wg } from "../../support/resource-fixture";

export { caller, wg };
export const path = `/workgroups/${wg}/allow_list`;
export const id = "ab000000-0000-4000-8000-0000000000aa";

/** A service with one workgroup, and an engine that holds one `AllowListEntry`. */
export async function startEntry(options: EmulatorOptions = {}, settings?: Settings) {
  const program = { workgroupId: wg, cidr: "203.0.113.0/24", note: "office" };
  const made = await startResource("AllowListEntry", program, addWorkgroup, options, settings);
  return {
    ...made,
    ranges: () => made.emulator.allowedRanges(wg).map(({ cidr, note }) => [cidr, note]),
    /** Someone changes all entries in the console. */
    change: (patch: object) =>
      made.emulator.setAllowedRanges(
        wg,
        made.emulator.allowedRanges(wg).map((range) => ({ ...range, ...patch })),
      ),
    enforce: () => made.emulator.changeWorkgroup(wg, { enable_allow_list: true }),
  };
}
