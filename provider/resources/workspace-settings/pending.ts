import type { WorkspaceRecord } from "../../../client";
import { getIn, setIn } from "../../values/json";
import { readPending, type SentValue } from "../../proof/pending";
import { diffFields, type FieldDiff } from "./diff";
import { findUnreadable } from "./record";
import { normalize, type WorkspaceSettingsArguments as Arguments, type WorkspaceSettingsState as State } from "./schema";

/** Values that are on their way to a workspace. Pure. */

/** Every value that a state says is on its way, beside what a record shows of it; without a record, it shows nothing. */
export function diffPending(last: Partial<State> | undefined, record = blank): FieldDiff[] {
  const { sent } = readPending(last);
  const seen = findUnreadable(sent, record) === undefined ? record : blank;
  return diffFields(sent as Arguments, seen).filter(({ declared }) => declared !== undefined);
}

/** A record that shows nothing. */
const blank: WorkspaceRecord = { workspace_id: "" };

/** The arguments of which it is not known which value is on its way. */
export function uncertainValues(last: Partial<State> | undefined): SentValue[] {
  return readPending(last).uncertain.map((name) => ({ path: [name], uncertain: true }));
}

/** Returns true if the program declares the argument at the path; a configuration given as a text declares everything beneath it. */
export function declares(args: Arguments, path: readonly string[]): boolean {
  return getIn(args, path) !== undefined || typeof getIn(args, path.slice(0, 3)) === "string";
}

/** Returns true for a path that leads to the place of another one, or beneath it. */
export function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((key, index) => key === path[index]);
}

/** A configuration's text counts as the object that it holds. */
export function sentValue({ path, declared }: FieldDiff): SentValue {
  const whole = setIn({}, path, declared) as Partial<Arguments>;
  return { path, value: getIn(normalize(whole), path) };
}
