import type { WorkspaceRecord } from "../../../client";
import { holdsAddress, secretName, whyPrivate, whyUndeclarable, whyUnwritable, whyUnwritableName } from "../../adopt/secrets";
import { isObject, setIn } from "../../values/json";
import { diffFields } from "./diff";
import { namesWhere } from "../../describe/resource";
import { schemaOf } from "../../describe/schema";
import { configurationOf } from "./configuration";
import { plainValues, type Settings, workspaceSettingsDescription } from "./description";

const { arguments: declared } = workspaceSettingsDescription;
const schema = schemaOf(declared);

/** The settings that a record shows, as a program declares them. Pure. */

/** Every argument that a record can show, in the order of a program; no record shows `pause`. */
export const shownFields: readonly string[] = namesWhere(declared, ({ providerOnly, wire }) => !providerOnly && wire !== false).filter(
  (name) => name !== "pause",
);

interface Omitting {
  /** Returns true if the text contains a credential in use. */
  readonly known: (text: string) => boolean;
  /** Reports a part of the workspace that is not declared. */
  readonly omit: (place: string, why: string) => void;
}

/** The settings to declare so that they equal the record: only chosen fields that have a value, and nothing that looks like a credential. */
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
  const settings = kept.reduce<unknown>((made, { path, live }) => setIn(made, path, live), {}) as Partial<Settings>;
  return addons.length === 0 ? settings : { ...settings, addons: Object.fromEntries(addons) };
}

/** Arguments that declare every field but add-ons, so that the provider's own mapping shows every value of the record. */
const everyField = plainValues.reduce<unknown>((made, { path }) => setIn(made, path, null), {}) as Settings;

type Addon = NonNullable<Settings["addons"]>[string];

function addonsOf({ addons }: WorkspaceRecord, omitting: Omitting): [string, Addon][] {
  return (addons ?? []).flatMap(({ addons_id: id, enable, enable_configuration: raw }, index, all): [string, Addon][] => {
    if (all.findIndex((other) => other.addons_id === id) !== index) return [];
    const place = `addons[${JSON.stringify(id)}]`;
    const why = id === "" ? "it has no identifier" : whyUnwritableName(id);
    if (why !== undefined || typeof enable !== "boolean") {
      omitting.omit(place, why ?? "the record does not say whether it is on");
      return [];
    }
    const configuration = configurationOf(raw);
    if (configuration === undefined && raw !== undefined && raw !== null && raw !== "")
      omitting.omit(`${place}.enableConfiguration`, "it is no JSON object");
    const declared = keysOf(configuration ?? {}, `${place}.enableConfiguration`, omitting);
    return [[id, Object.keys(declared).length === 0 ? { enable } : { enable, enableConfiguration: declared }]];
  });
}

/** The object with only the keys that may be declared, at every depth; a list is one value. */
function keysOf(object: Record<string, unknown>, place: string, omitting: Omitting): Record<string, unknown> {
  const { known, omit } = omitting;
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    const inner = `${place}.${name}`;
    const why =
      whyUnwritableName(name) ?? (known(name) || secretName(name) || holdsAddress(name) ? whyPrivate({ [name]: value }, known) : undefined);
    if (why === undefined && isObject(value)) {
      const kept = keysOf(value, inner, omitting);
      // An object without a key that may be declared is left out.
      return Object.keys(kept).length === 0 && Object.keys(value).length > 0 ? [] : [[name, kept]];
    }
    const reason = why ?? whyUnwritable(value) ?? whyPrivate(value, known);
    if (reason === undefined) return [[name, value]];
    omit(known(name) ? `${place}.(a key that holds a credential)` : inner, reason);
    return [];
  });
  return Object.fromEntries(entries);
}

/** Every setting that the record shows. A version that nobody asked for is no setting. */
export function allSettingsIn(record: WorkspaceRecord): Partial<Settings> {
  const fields = new Set(shownFields.filter((name) => name !== "desiredTgVersion" || Boolean(record.desired_tg_version)));
  return settingsIn(record, fields, { known: () => false, omit: () => undefined });
}
