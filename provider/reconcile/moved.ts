import { isServiceError, type ListedSchedule, schedules, type WorkspaceRecord } from "../../client";
import { ifError } from "../../client/http/errors";
import { describeFailedRequest } from "../messages/error-text";
import type { Notice } from "../messages/message";
import type { IsSecret, OperationContext } from "../definition";
import type { ServiceCause } from "../describe/fields";
import { getIn, isObject, omit, type Values } from "../values/json";
import { comparableName } from "../values/names";
import { isNewer } from "../values/versions";
import { type Move, showValue, type ValueDiff } from "./compare";
import { type Parent, toWorkspaceId } from "./read-result";

/**
 * Handles values that the service itself changes: a timetable resizes a workspace, and automatic upgrades move it to a newer version. These
 * changes are not drift. graphplane sends the declared value only if the program changes it.
 */

/** The timetable of a workspace. `failure` explains why it could not be read. */
export interface Timetable {
  readonly entries: readonly ListedSchedule[];
  readonly failure?: string;
}

/** The possible causes of a change by the service. */
export interface MoveCauses {
  readonly record: WorkspaceRecord;
  readonly autoUpgradeState: string | undefined;
  /** Undefined if the timetable was not read. */
  readonly timetable: Timetable | undefined;
}

/** Finds the change by the service, if any, that explains the difference between the declared and the live value. */
export function findMove(cause: ServiceCause, declared: unknown, causes: MoveCauses): Move | undefined {
  if (typeof declared !== "string") return undefined;
  return cause === "timetable" ? findResize(causes) : findUpgrade(declared, causes);
}

/** Finds an entry that sets the live size, regardless of its time, because the formats of repeats and dates are undocumented. */
function findResize({ record, timetable }: MoveCauses): Move | undefined {
  const live = record.workspace_type?.typeName;
  const entry = live && timetable?.entries.find((one) => comparableName(sizeOf(one)) === comparableName(live));
  return entry ? { live, by: describeEntry(entry) } : undefined;
}

/** Finds a running or desired version that is newer than the declared one. */
function findUpgrade(declared: string, { record, autoUpgradeState }: MoveCauses): Move | undefined {
  const { tg_version: running, desired_tg_version: desired } = record;
  const states = [autoUpgradeState, record.auto_upgrade_state].filter(Boolean);
  // The states are undocumented. An unknown state is treated as enabled, because sending the declared version could be a downgrade.
  if (desired?.toLowerCase() !== "auto" && states.every((state) => offState.test(state ?? ""))) return undefined;
  const live = [running, desired].find((version) => version && isNewer(version, declared));
  return live ? { live, by: "automatic upgrades" } : undefined;
}

const offState = /^(?:none|off|no|never|false|disabled?|manual)$/i;

const sizeOf = ({ record }: ListedSchedule): unknown => record["workspace_type_name"];

/** Formats an entry: `the schedule "s-1" (weekly, Mon, 07:00, Europe/Berlin)`. */
function describeEntry({ id, record }: ListedSchedule): string {
  const short = (text: string) => text.slice(0, 60);
  const texts = ["repeat", "repeat_on", "date", "time", "timezone"].map((field) => record[field]);
  const when = texts.flatMap((text) => (typeof text === "string" && text !== "" ? [short(text)] : [])).join(", ");
  return `the schedule ${JSON.stringify(short(id))}${when === "" ? "" : ` (${when})`}`;
}

/** Reads the timetable. All resources of the workspace share this read. A timetable that cannot be read has no entries. */
export async function readTimetable(parent: Required<Parent>, { client }: OperationContext): Promise<Timetable> {
  const unread = ifError(isServiceError, (error) => ({ found: [], failure: describeFailedRequest(error) }));
  const { found: entries, ...failed } = await client.shared(schedules.list, toWorkspaceId(parent)).catch(unread);
  return "failure" in failed ? { entries, failure: failed.failure } : { entries };
}

/** Returns the service's own cause of changes to the argument at a path, if any. */
type ServiceCauseOf = (path: readonly string[]) => ServiceCause | undefined;

/** Returns true if the program sends a version that is older than the running one. */
export function isDowngrade(
  { path, declared, toBeSent }: ValueDiff,
  { record }: Pick<MoveCauses, "record">,
  serviceCauseOf: ServiceCauseOf,
): boolean {
  return toBeSent && serviceCauseOf(path) === "upgrades" && isNewer(record.tg_version ?? "", String(declared));
}

/** Returns notices about values that the service changed, about sizes that the timetable will change again, and about downgrades. */
export function describeMoves(
  object: string,
  diffs: readonly ValueDiff[],
  { record, timetable }: MoveCauses,
  serviceCauseOf: ServiceCauseOf,
  isSecret: IsSecret,
): Notice[] {
  const notice = (text: string): Notice => ({ is: "moved", object, text });
  return diffs.flatMap((diff): Notice[] => {
    const { path, status, toBeSent, declared, move } = diff;
    const name = path.join(".");
    const show = (value: unknown) => showValue(path, value, isSecret);
    if (status === "moved" && move !== undefined)
      return [
        notice(
          `${name} is ${show(move.live)}, set by ${move.by}: this is not drift, and graphplane does not send the declared ${show(declared)}`,
        ),
      ];
    if (isDowngrade(diff, { record }, serviceCauseOf)) {
      const text = `${name} ${show(declared)} is older than the running version ${show(record.tg_version)}: the database is downgraded`;
      return [{ is: "notice", object, text }];
    }
    if (serviceCauseOf(path) !== "timetable" || timetable === undefined || status === "matches") return [];
    if (timetable.failure !== undefined)
      return [
        notice(`the timetable could not be read, so graphplane compares ${name} as if no schedule had set it (${timetable.failure})`),
      ];
    const again = timetable.entries.find((one) => sizeOf(one) && comparableName(sizeOf(one)) !== comparableName(declared));
    if (!toBeSent || again === undefined) return [];
    const text = `${name} ${show(declared)} is sent, but the timetable will change it again: ${describeEntry(again)} sets ${show(sizeOf(again))}`;
    return [{ is: "temporary", object, text }];
  });
}

/**
 * Returns the part of a state that records values which the service changed. The outputs contain the live value, and the state keeps the
 * last applied value. A secret output keeps the applied value.
 */
export function movedState(diffs: readonly ValueDiff[], isSecret: IsSecret): MovedState {
  const moved = diffs.flatMap(({ path: [name = ""], status, move }) => (status === "moved" && !isSecret(name) ? [[name, move?.live]] : []));
  return moved.length === 0 ? {} : { [key]: Object.fromEntries(moved) as Values };
}

const key = "__moved";

export type MovedState = { readonly [key]?: Values };

/**
 * Swaps the values that the service changed with those in the arguments. A stored state contains the live values as outputs, whereas a
 * state for comparison with the program contains the last applied values.
 */
export function exchangeMoved(state: Values): Values {
  const moved = getIn(state, [key]);
  if (!isObject(moved)) return state;
  const names = Object.keys(moved).filter((name) => typeof moved[name] === "string" && typeof state[name] === "string");
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { ...omit(state, [key]), ...pick(moved), ...(names.length > 0 && { [key]: pick(state) }) };
}
