import type { Loss } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import type { PlanEntry } from "../../../../provider/messages/plan-entry";
import { changed, path, previewWith, type Step, urnOf, workspace } from "./samples";

export const [whole, post] = [{ workgroupId: "wg-1", workspaceName: "new" }, 'POST /workgroups/wg-1/workspaces {"name":"new"}'];

/** A loss in short: `lost autoStopMinutes (why): 45 becomes 30`. */
function textOf({ is, path: names = [], part, why, live, back }: Loss): string {
  const shown = [live, back].map((side) => side && (side.is === "value" ? JSON.stringify(side.value) : side.is));
  const head = [is, ...(names.length === 0 ? [] : [names.join(".")]), ...(part === undefined ? [] : [part])].join(" ");
  const values = shown.flatMap((text) => text ?? []).join(" becomes ");
  return `${head}${why === undefined ? "" : ` (${why})`}${values === "" ? "" : `: ${values}`}`;
}

export interface Play {
  readonly steps: readonly Step[];
  readonly plans?: readonly string[];
  readonly records?: readonly Partial<PlanEntry>[];
}

/** The losses of the last listed step's resource. */
export function lossesIn({ steps, plans = [], records = [] }: Play): string[] {
  const { changes } = reviewOf(previewWith(steps, plans, records));
  const last = steps.at(-1);
  const own = changes.filter(({ urn }) => last && urn === urnOf(last));
  if (own.length !== 1) throw new Error(`${own.length} changes`);
  return own.flatMap(({ losses }) => losses.map(textOf));
}

export const [made, gone] = [{ __made: true }, { op: "delete" }];
export const user = { ...workspace, username: "u", password: "[secret]" };
export const entry = { workgroupId: "wg-1", cidr: "10.0.0.0/8" };
export const theme = { installedAddonId: "ad-1", configName: "theme", configValue: { a: 1 } };
export const daily = { ...workspace, repeat: "daily", time: "07:00", timeZone: "UTC" };
export const backups = { ...workspace, schedule: "0 2 * * *" };
export const list = { workgroupId: "wg-1", enabled: true };
export const run = { host: "h", graph: "g", query: "q" };
export const minutes = (after: number, live: number) => `PUT ${path} {"auto_stop_minutes":${after}} was {"auto_stop_minutes":${live}}`;
export const settings = (before: object, after: object, more: Step["more"] = {}) => changed("main", before, after, more);
export const other = (type: string, name: string, custom = true): Step => {
  const [before, after] = [1, 2].map((level) => ({ custom, inputs: { level } }));
  return { name, op: "update", more: { urn: `urn:pulumi:dev::movies::${type}::${name}`, oldState: before, newState: after } };
};
export const removed = (
  kind: string,
  before: Record<string, unknown>,
  outputs: Record<string, unknown> = {},
  more: Step["more"] = {},
): Play => ({
  steps: [{ kind, name: "r", ...gone, more: { oldState: { custom: true, inputs: before, outputs: { ...before, ...outputs }, ...more } } }],
});
export const replaced = (kind: string, before: Record<string, unknown>, after: object, line: string, more: object = {}): Play => ({
  steps: [
    {
      kind,
      name: "r",
      op: "replace",
      after: { ...after },
      more: { oldState: { custom: true, inputs: before, outputs: before, ...more }, newState: { custom: true, inputs: { ...after } } },
    },
  ],
  plans: [line],
});
