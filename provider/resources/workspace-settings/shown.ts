import type { WorkspaceRecord } from "../../../client";
import { holdsAddress, secretName, whyPrivate, whyUndeclarable, whyUnwritable, whyUnwritableName } from "../../adopt/secrets";
import { isObject, setIn } from "../../values/json";
import { diffFields } from "./diff";
import { namesWhere } from "../../describe/resource";
import { schemaOf } from "../../describe/schema";
import { configurationOf } from "./record";
import { plainValues, type Settings, workspaceSettingsDescription } from "./description";

const { arguments: declared } = workspaceSettingsDescription;
const schema = schemaOf(declared);

/** Converts a record to the settings that a program can declare. Pure. */

/** All arguments that a record can contain, in the order of a program. No record contains `pause`. */
export const shownFields: readonly string[] = namesWhere(declared, ({ providerOnly, wire }) => !providerOnly && wire !== false).filter(
  (name) => name !== "pause",
);

interface Omitting {
  /** Returns true if the string contains a credential in use. */
  readonly known: (text: string) => boolean;
  /** Reports a part of the workspace that is skipped. */
  readonly omit: (place: string, why: string) => void;
}

/** Returns the settings that match the record. Includes only selected fields that have a value, and nothing that looks like a credential. */
export function settingsIn(record: WorkspaceRecord, fields: ReadonlySet<string>, omitting: Omitting): Partial<Settings> {
  const shown = diffFields(everyField, record).filter(
    ({ path: [argument = ""], live }) => live !== undefined && live !== "" && fields.has(argument),
  );
  const kept = shown.filter(({ path, live }) => {
    const program = setIn({ workgroupId: "-", workspaceId: "-" }, path, live);
    const why = whyUndeclarable(program, schema, omitting.known);
    if (why !== undefined) omitting.omit(path.join("."), why);
    return why === undefined;
  });
  const addons = fields.has("addons") ? addonsOf(record, omitting) : [];
  const settings = kept.reduce<unknown>((all, { path, live }) => setIn(all, path, live), {}) as Partial<Settings>;
  return addons.length === 0 ? settings : { ...settings, addons: Object.fromEntries(addons) };
}

/** Arguments that declare every field except add-ons, so that `diffFields` returns all values of the record. */
const everyField = plainValues.reduce<unknown>((all, { path }) => setIn(all, path, null), {}) as Settings;

type Addon = NonNullable<Settings["addons"]>[string];

function addonsOf({ addons }: WorkspaceRecord, omitting: Omitting): [string, Addon][] {
  return (addons ?? []).flatMap(({ addons_id: id, enable, enable_configuration: raw }, index, all): [string, Addon][] => {
    if (all.findIndex((other) => other.addons_id === id) !== index) return [];
    const place = `addons[${JSON.stringify(id)}]`;
    const why = id === "" ? "it has no identifier" : whyUnwritableName(id);
    if (why !== undefined || typeof enable !== "boolean") {
      omitting.omit(place, why ?? "the record does not report whether it is enabled");
      return [];
    }
    const configuration = configurationOf(raw);
    if (configuration === undefined && raw !== undefined && raw !== null && raw !== "")
      omitting.omit(`${place}.enableConfiguration`, "it is not a JSON object");
    const declared = keysOf(configuration ?? {}, `${place}.enableConfiguration`, omitting);
    return [[id, Object.keys(declared).length === 0 ? { enable } : { enable, enableConfiguration: declared }]];
  });
}

/** Keeps only the keys of an object that can be declared, at every depth. A list is a single value. */
function keysOf(object: Record<string, unknown>, place: string, omitting: Omitting): Record<string, unknown> {
  const { known, omit } = omitting;
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    const inner = `${place}.${name}`;
    const why =
      whyUnwritableName(name) ?? (known(name) || secretName(name) || holdsAddress(name) ? whyPrivate({ [name]: value }, known) : undefined);
    if (why === undefined && isObject(value)) {
      const kept = keysOf(value, inner, omitting);
      // An object without a key that can be declared is omitted.
      return Object.keys(kept).length === 0 && Object.keys(value).length > 0 ? [] : [[name, kept]];
    }
    const reason = why ?? whyUnwritable(value) ?? whyPrivate(value, known);
    if (reason === undefined) return [[name, value]];
    omit(known(name) ? `${place}.(a key that contains a credential)` : inner, reason);
    return [];
  });
  return Object.fromEntries(entries);
}

/** Returns all settings in the record. A version is included only if it was requested. */
export function allSettingsIn(record: WorkspaceRecord): Partial<Settings> {
  const fields = new Set(shownFields.filter((name) => name !== "desiredTgVersion" || Boolean(record.desired_tg_version)));
  return settingsIn(record, fields, { known: () => false, omit: () => undefined });
}
