import { canonicalJson } from "../../provider/values/json";
import { costText } from "./cost";
import type { Change, RenderOptions } from "./model";
import { type Group, isShownWhole, section, title } from "./render-change";
import { groupBy } from "./values";
import { isLong, paragraphs } from "./words";

/** Renders the changes of a comment in successively shorter versions. */

/** Minimum number of similar changes to combine in a section. */
const minGroup = 3;
/** Maximum numbers of rows per group, of sections, and of lines for other changes, for successively shorter versions. */
const limits = [
  ...[200, 50, 20].map((rows) => ({ rows, sections: 300, lines: 400 })),
  ...[150, 100, 75, 50, 40, 30, 20, 15, 10, 5, 3, 1, 0].map((sections) => ({ rows: 20, sections, lines: 400 })),
  ...[200, 100, 50, 20, 0].map((lines) => ({ rows: 20, sections: 0, lines })),
];

/** Yields successively shorter versions of the changes, and whether each version contains every difference. Each version omits the least severe changes first. */
export function* shortenings(changes: readonly Change[], options: RenderOptions) {
  const groups = groupEqual(changes);
  const isWhole = changes.every(isShownWhole);
  for (const limit of limits) yield { text: textOf(groups, limit, options), isWhole: isWhole && limit.sections >= groups.length };
}

/** Returns sections for the first groups and lines for the other changes, up to the limits. */
function textOf(groups: readonly Group[], { rows, sections, lines }: (typeof limits)[number], options: RenderOptions): string {
  const others = groups.slice(sections).flat();
  const brief = others.slice(0, lines).map((change) => `- ${title(change, options)}`);
  const omitted = others.length - brief.length;
  return paragraphs(
    ...groups.slice(0, sections).map((group) => section(group, rows, options)),
    brief.length > 0 && `### ${brief.length} more, in short`,
    brief.join("\n"),
    omitted > 0 && `… and ${omitted} more that do not fit here: see the log of the run.`,
  );
}

/** Groups similar changes. Each group is at the position of its first change. */
function groupEqual(changes: readonly Change[]): Group[] {
  const groups = groupBy(changes, (change, index) => groupKey(change) ?? index);
  return groups.flatMap((group) => (group.length < minGroup ? group.map((change) => [change] as const) : [group]));
}

/** Returns the same key for changes that have the same effect on different objects; undefined for a change that needs its own section. */
function groupKey(change: Change): string | undefined {
  const { kind, action, fields, requests, consequences, cost, leavesInside, remarks, replaced } = change;
  const isUnsure = action === "may change" || change.requestsUnknown !== undefined;
  const isOwn = change.resumesFailedUpdate || remarks.length > 0 || replaced !== undefined || leavesInside !== undefined;
  if (!change.isGraphplane || isUnsure || isOwn) return undefined;
  return canonicalJson([
    kind,
    action,
    change.stillDeclared,
    [change.deletedWith, change.managedBy, change.isRecreated].map((fact) => fact ?? null),
    cost === undefined ? "" : costText(cost),
    change.matching.length,
    fields.map(({ path, before, live, after }) => [path, after, isLong(before) || isLong(live) ? [before, live] : []]),
    requests.map(({ method, body, later }) => [method, body ?? null, later]),
    consequences.map(({ id }) => id),
  ]);
}
