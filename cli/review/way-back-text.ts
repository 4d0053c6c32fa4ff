import type { Change, Loss, ShownValue } from "./model";
import { settingOf } from "./phrases";
import { briefPath, objectName } from "./rows";
import type { Style } from "./style";
import { groupBy } from "./values";
import { firstOf } from "./words";

/** Describes what reverting the changes restores, in a sentence. `when`: the time of the live values in it. */
export function wayBackText(changes: readonly Change[], style: Style, when: "now" | "before" = "now"): string {
  const all = changes.flatMap((change) => withParts(change.losses).map((loss) => ({ change, loss })));
  const listOf = (wanted: Loss["is"]) => {
    const own = all.filter(({ loss }) => loss.is === wanted).toSorted((a, b) => rankOf(a.loss) - rankOf(b.loss));
    const alike = groupBy(own, ({ change: { kind, subject }, loss }) => [kind, subject[0]?.[0], loss.path, loss.part, loss.why]);
    const texts = alike.map((group) => lossText(group, style, when));
    const more = texts.length > maxLosses ? [`${texts.length - maxLosses} more`] : [];
    return [...texts.slice(0, maxLosses), ...more].join("; ");
  };
  const [refused, deleted, lost, possible] = [listOf("refused"), listOf("deleted"), listOf("lost"), listOf("possible")];
  const does = [...(deleted === "" ? [] : [`deletes ${deleted}`]), ...(refused === "" ? [] : [`fails for ${refused}`])];
  const sign = deleted !== "" ? "⛔ " : refused !== "" ? "⚠️ " : "";
  const isLossy = ({ losses }: Change) => losses.some(({ is }) => is === "lost" || is === "possible");
  const restores = changes.every(isLossy) ? notRestored(lost, possible) : restored(lost, possible);
  return `${sign}Reverting ${does.length === 0 ? "" : `${does.join(" and ")}; otherwise it `}${restores}.`;
}

function restored(lost: string, possible: string): string {
  if (lost === "") return possible === "" ? "restores all of it" : `restores everything, except possibly: ${possible}`;
  return `restores everything except: ${lost}${possible === "" ? "" : `; possibly also: ${possible}`}`;
}

/** Used if a revert does not fully restore anything, in which case "everything except" would be misleading. */
function notRestored(lost: string, possible: string): string {
  if (lost === "") return `might not restore: ${possible}`;
  return `does not restore: ${lost}${possible === "" ? "" : `; possibly also not: ${possible}`}`;
}

const maxLosses = 4;

/** Objects come before their parts, and parts come before single values. */
const rankOf = ({ path, part }: Loss): number => (path !== undefined ? 2 : part === undefined ? 0 : 1);

/** Merges the lost parts of an object into a single loss. */
function withParts(losses: readonly Loss[]): Loss[] {
  const [parts, others] = [losses.filter(({ part }) => part !== undefined), losses.filter(({ part }) => part === undefined)];
  return [
    ...others,
    ...groupBy(parts, ({ is }) => is).map((group) => ({ ...group[0], part: listText(group.map(({ part = "" }) => part)) })),
  ];
}

const listText = (texts: readonly string[]) => texts.join(", ").replace(/, ([^,]*)$/, " and $1");

interface LossOf {
  readonly change: Change;
  readonly loss: Loss;
}

/** Returns `auto-stop of workspace main (not declared before, live now 240)` or `the data of workspace temporary`. Objects with the same loss share one phrase. */
function lossText(group: readonly [LossOf, ...LossOf[]], style: Style, when: string): string {
  const [{ change, loss }] = group;
  const { path, part, why, back, live } = loss;
  const names = [...new Set(group.map((one) => objectName(one.change, style)))];
  const object = names.length > 3 ? firstOf(names) : listText(names);
  const isShared = groupBy(group, (one) => [one.loss.back, one.loss.live]).length === 1;
  const shown = (words: string, value: ShownValue | undefined) =>
    isShared && value?.is === "value" ? [`${words} ${style.value(value)}`] : [];
  const reasons = [...(why === undefined ? [] : [why]), ...shown("becomes", back), ...shown(`live ${when}`, live)].join(", ");
  const what = path === undefined ? part && `the ${part}` : (settingOf(change.kind, path).shortName ?? style.cell(briefPath(path)));
  return `${what === undefined ? "" : `${what} of `}${object}${reasons === "" ? "" : ` (${reasons})`}`;
}
