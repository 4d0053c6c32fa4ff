import type { WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { isRefusal } from "../../../provider/definition";
import { diffFields, observeArguments } from "../../../provider/resources/workspace-settings/diff";
import { planSettings } from "../../../provider/resources/workspace-settings/plan";
import type { Arguments } from "../../../provider/resources/workspace-settings/description";

/** The body that is planned; fails with the reason where nothing can be sent. */
export function plannedBody(args: Arguments, record: WorkspaceRecord, last?: Arguments): WorkspaceUpdate {
  const plan = planSettings(args, last, { record }, () => false);
  if (isRefusal(plan)) throw new Error(plan.reason);
  return plan.body;
}

/** The arguments in the state after a refresh. */
export const observed = (args: Arguments, record: WorkspaceRecord): Arguments => observeArguments(args, diffFields(args, record));

/**
 * A model of the service's update (API endpoint 9), written from docs/internals/api.md alone and sharing nothing with the
 * code that is tested: omitted top-level fields are kept, nested values are merged at every depth or take the place of the live ones.
 */
export type Nested = "merge" | "replace";
type Json = Record<string, unknown>;

const renamed: Json = { workspace_name: "name" };

export function updated(record: WorkspaceRecord, body: WorkspaceUpdate, nested: Nested): WorkspaceRecord {
  const after = structuredClone(record) as Json;
  for (const [field, value] of Object.entries(structuredClone(body) as Json)) {
    if (field === "pause") continue;
    if (field === "workspace_type_name") after["workspace_type"] = { ...(after["workspace_type"] as Json | null), typeName: value };
    else if (field === "agent_config") after[field] = combined(after[field], value, nested);
    else if (field === "addons") after[field] = addons(after[field] as Json[] | null | undefined, value as Json[], nested);
    else after[(renamed[field] as string | undefined) ?? field] = value;
  }
  return after as unknown as WorkspaceRecord;
}

function addons(live: Json[] | null | undefined, sent: Json[], nested: Nested): Json[] {
  const before = live ?? [];
  const facts = ({ addons_id, is_free, unique_name }: Json) =>
    Object.fromEntries(Object.entries({ addons_id, is_free, unique_name }).filter(([, value]) => value !== undefined));
  const one = (entry: Json): Json => {
    const old = before.find(({ addons_id }) => addons_id === entry["addons_id"]);
    if (old === undefined) return entry;
    if (nested === "replace") return { ...facts(old), ...entry };
    const shownAsText = typeof old["enable_configuration"] === "string";
    const configuration = combined(plain(old["enable_configuration"]), entry["enable_configuration"], nested);
    const shown =
      shownAsText && configuration !== undefined && typeof configuration !== "string" ? JSON.stringify(configuration) : configuration;
    const kept = "enable_configuration" in entry ? { enable_configuration: shown } : {};
    return { ...old, ...entry, ...kept };
  };
  if (nested === "replace") return sent.map(one);
  const ids = new Set(before.map(({ addons_id }) => addons_id));
  const kept = before.map((old) => {
    const entry = sent.find(({ addons_id }) => addons_id === old["addons_id"]);
    return entry === undefined ? old : one(entry);
  });
  return [...kept, ...sent.filter(({ addons_id }) => !ids.has(addons_id)).map(one)];
}

function combined(live: unknown, sent: unknown, nested: Nested): unknown {
  if (nested === "replace" || !isObject(live) || !isObject(sent)) return sent === undefined ? live : sent;
  const after = new Map(Object.entries(live));
  for (const [key, value] of Object.entries(sent)) after.set(key, combined(after.get(key), value, nested));
  return Object.fromEntries(after);
}

/** A configuration in one form, whether it is shown as an object or as a text. */
export function plain(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === "string") return plain(parsed);
    return isObject(parsed) ? parsed : value;
  } catch {
    return value;
  }
}

export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
