import type { WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { canonicalJson, getIn, isObject } from "../../values/json";
import { hideUndeclared, secretText } from "../../messages/message";
import { describeConflict, showValue, stillPendingText } from "../../reconcile/compare";
import type { PendingChange } from "../../reconcile/pending";
import type { IsSecret } from "../../definition";
import { type AddonBody, declaredBody } from "./body";
import { type FieldDiff, isWholeConfiguration } from "./diff";
import { configurationOf } from "./record";
import { argumentOf, type Settings, slowFields } from "./description";

/** Messages about a workspace's settings. Pure. */

/** Warns about waiting for a status that the update cannot bring about. */
export function unreachableStatusText(wanted: readonly string[], status: string, isSecret: IsSecret): string {
  const statuses = isSecret("waitForStatus") ? secretText : wanted.join(" or ");
  return `the status is ${status}, and the update waits for ${statuses}. If the workspace is stopped, this update does not resume it: declare pause: false, or add ${status} to waitForStatus`;
}

/** Describes declared values that are sent even if the record contains them, because other values are pending. */
export function supersedingTexts(diffs: readonly FieldDiff[], pending: PendingChange, isSecret: IsSecret): string[] {
  const texts = diffs
    .filter(({ status }) => status === "pending")
    .map(({ path, declared }) => {
      const [name = ""] = path;
      if (pending.uncertain.includes(name)) return `${stillPendingText({ path: [name], uncertain: true }, isSecret)}, so it is sent again`;
      const sent = { path, value: getIn(pending.sent, path) };
      return `${stillPendingText(sent, isSecret)}, so ${showValue(path, declared, isSecret)} is sent`;
    });
  return [...new Set(texts)];
}

export function conflictMessage(conflicts: readonly FieldDiff[], isSecret: IsSecret): string {
  const rows = conflicts.map((diff) => `  ${conflictText(diff, isSecret)}`).join("\n");
  return `declared values were changed outside, and onConflict is "fail", so graphplane sent no request:\n${rows}\nDeclare the live value, or run "pulumi refresh" and then "pulumi up" to overwrite it.`;
}

/** Describes the awaited changes, e.g. `resizing TG-0 → TG-1`. If some of them take minutes, describes only those. */
export function activityText({ awaited, diffs }: { awaited: readonly string[]; diffs: readonly FieldDiff[] }, isSecret: IsSecret): string {
  const waited = diffs.filter(({ field }) => awaited.includes(field));
  const slow = waited.filter(({ field }) => slowFields.has(field));
  const named = slow.length > 0 ? slow : waited.filter(({ toBeSent }) => toBeSent);
  const texts = named.slice(0, maxActivities).map((diff) => activityOf(diff, isSecret));
  const more = named.length > texts.length ? [`${named.length - texts.length} more`] : [];
  return [...texts, ...more].join(", ") || "waiting for the change";
}

export function describeUnapplied(pending: readonly FieldDiff[], isSecret: IsSecret): string {
  return pending
    .map(
      (diff) =>
        `${diff.path.join(".")} (wanted ${showValue(diff.path, diff.declared, isSecret)}, seen ${showValue(diff.path, liveValueOf(diff), isSecret)})`,
    )
    .join(", ");
}

export function statusText(statuses: readonly string[], record: WorkspaceRecord, isSecret: IsSecret): string {
  const wanted = isSecret("waitForStatus") ? "[secret]" : statuses.join(" or ");
  return `status (wanted ${wanted} twice in a row, seen ${statusSeen(record)})`;
}

export function statusSeen({ status }: WorkspaceRecord): string {
  return status || "nothing; if the service never returns a status, omit waitForStatus";
}

/** Explains that a timeout occurred before the record contained the sent values. `rewritten` lists values that the service might have reformatted. */
export function timedOutMessage(
  { elapsed, waits, trouble }: { elapsed: number; waits: string; trouble: string },
  [rewritten]: readonly FieldDiff[],
): string {
  const formatHint = rewritten && `If the service reformats ${rewritten.path.join(".")}, declare it in that format. `;
  const hint = `${formatHint ?? ""}Run "pulumi up" again: it resumes from here. Raise timeoutSeconds if it needs longer.`;
  return `timed out after ${elapsed} s: the service accepted the update but still reports ${waits}.${trouble} ${hint}`;
}

export function disappearedMessage(reason: string): string {
  return `it disappeared during the wait: ${reason}. Run "pulumi refresh", which removes it from the state, or correct the ids`;
}

/** Returns the undeclared live values in a body, which must not appear in messages. */
export function findHiddenValues(was: WorkspaceUpdate, args: Settings, isSecret: IsSecret): unknown[] {
  return collectHidden(was, showBody(was, args, isSecret));
}

/** Returns the parts of a value that `shown` replaces with a placeholder. */
function collectHidden(value: unknown, shown: unknown): unknown[] {
  if (!isObject(shown) && !Array.isArray(shown)) return value === shown ? [] : [value];
  return Object.entries(value as object).flatMap(([key, inner]) => collectHidden(inner, (shown as Record<string, unknown>)[key]));
}

/** Redacts secret arguments and undeclared configuration in a body, for messages. */
export function showBody(body: WorkspaceUpdate, args: Settings, isSecret: IsSecret): Record<string, unknown> {
  const declared = declaredBody(args);
  const show = (field: string, value: unknown): unknown => {
    if (isSecret(argumentOf(field)?.split(".")[0] ?? field)) return secretText;
    return field === "addons" ? (value as AddonBody[]).map((entry) => showAddon(entry, args)) : hideUndeclared(value, declared[field]);
  };
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, show(field, value)]));
}

function showAddon(entry: AddonBody, args: Settings): AddonBody {
  if (entry.enable_configuration === undefined) return entry;
  const declared = configurationOf(getIn(args.addons, [entry.addons_id, "enableConfiguration"]));
  return { ...entry, enable_configuration: hideUndeclared(entry.enable_configuration, declared) };
}

/** Returns the live value of a diff. A configuration that is declared as a string is easier to read as an object. */
const liveValueOf = ({ path, live }: FieldDiff): unknown => (isWholeConfiguration(path) ? configurationOf(live) : live);

export function conflictText(diff: FieldDiff, isSecret: IsSecret): string {
  return describeConflict({ ...diff, live: liveValueOf(diff) }, isSecret);
}

const maxActivities = 3;
const maxShownLength = 40;

function activityOf(diff: FieldDiff, isSecret: IsSecret): string {
  const change = changeText(diff, isSecret);
  if (diff.field === "workspace_type_name") return `resizing${change}`;
  if (diff.field === "desired_tg_version") return `changing the version${change}`;
  if (diff.field === "pause" && change !== "") return diff.declared === true ? "pausing" : "resuming";
  return `changing ${diff.path.join(".")}${change}`;
}

/** Formats a change: ` TG-0 → TG-1`; empty if the values are secret or too long. */
function changeText(diff: FieldDiff, isSecret: IsSecret): string {
  if (isSecret(diff.path[0] ?? "")) return "";
  const [from, to] = [liveValueOf(diff), diff.declared].map((value) => (typeof value === "string" ? value : canonicalJson(value ?? null)));
  if (`${from}${to}`.length > maxShownLength) return "";
  return diff.live === undefined || from === to ? ` to ${to}` : ` ${from} → ${to}`;
}
