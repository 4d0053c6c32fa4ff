import type { WorkspaceRecord } from "../../../client";
import type { AdoptFacts } from "../../adopt/facts";
import { secretName, whySecret, whyUnwritable, whyUnwritableName } from "../../adopt/secrets";
import { isObject, setIn } from "../../values/json";
import { renderSettings } from "./adopt-program";
import { diffFields, isReadable } from "./diff";
import { factsOf } from "./record";
import { agentConfigFields, localArguments, scalarFields } from "./review";
import { configurationOf, type WorkspaceFacts, type WorkspaceSettingsArguments as Arguments, workspaceSettingsArguments } from "./schema";

/** Every argument that a record can show, in the order in which a program states them; `pause` is not shown by any record. */
const allFields = Object.keys(workspaceSettingsArguments.shape).filter(
  (name) => !["workgroupId", "workspaceId", "pause", ...localArguments].includes(name),
);

/** Left out unless asked for: the name is the resource's own, versions move by themselves, and the agent's pace is rarely anybody's choice. */
const seldom = ["workspaceName", "desiredTgVersion", "agentConfig"];

/** How the settings of existing workspaces are declared: whatever a record shows of the chosen fields. */
export const workspaceSettingsAdoption: AdoptFacts<never> = {
  fields: { all: allFields, default: allFields.filter((field) => !seldom.includes(field)) },

  declare: (_, { workgroups, fields, holdsCredential }, leaveOut) =>
    workgroups.flatMap(({ id: workgroupId, workspaces }) =>
      workspaces.map(({ name, id: workspaceId, record }) => {
        const { settings, leftOut } = settingsOf(record, fields, holdsCredential);
        for (const { place, why } of leftOut) leaveOut(name, `${why}.`, place);
        const args = { workgroupId, workspaceId, ...settings };
        return { name, id: `${workgroupId}/${workspaceId}`, args, outputs: { ...storedFacts(record) } };
      }),
    ),

  addonsIn: ({ addons }) => (isObject(addons) ? Object.keys(addons) : []),
  render: renderSettings,
};

type Settings = Omit<Arguments, "workgroupId" | "workspaceId">;

/** One place of a workspace that cannot be declared, and why. */
interface LeftOut {
  readonly place: string;
  readonly why: string;
}

/** What a program declares of a workspace so that it is what the record shows: only the chosen fields, only what has a value. */
function settingsOf(
  record: WorkspaceRecord,
  fields: ReadonlySet<string>,
  known: (text: string) => boolean,
): { readonly settings: Settings; readonly leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const shown = diffFields(everything(record), record).filter(
    (diff) => isReadable(diff) && diff.live !== undefined && diff.live !== "" && fields.has(diff.path[0] ?? ""),
  );
  const plain = shown.filter(({ field }) => field !== "addons");
  const kept = plain.filter(({ path, live }) => {
    const why = problem(path, live) ?? whyUnwritable(live) ?? whySecret(live, known);
    if (why !== undefined) leftOut.push({ place: path.join("."), why });
    return why === undefined;
  });
  const switches = new Map(
    shown.flatMap(({ path: [first, id = "", last], live }) => (first === "addons" && last === "enable" ? [[id, live]] : [])),
  );
  const addons = fields.has("addons") ? addonsOf(record, switches as ReadonlyMap<string, boolean>, known, leftOut) : [];
  const settings = kept.reduce<unknown>((made, { path, live }) => setIn(made, path, live), {}) as Settings;
  return { settings: addons.length === 0 ? settings : { ...settings, addons: Object.fromEntries(addons) }, leftOut };
}

/** What the state keeps of a workspace beside its arguments. A text that no file can hold is left out: the next read finds it again. */
function storedFacts(record: WorkspaceRecord): WorkspaceFacts {
  const storable = Object.entries(factsOf(record)).filter(([, value]) => typeof value !== "string" || value.isWellFormed());
  return Object.fromEntries(storable);
}

/** Arguments that declare every field, so that the provider's own mapping shows each of the record's values. */
function everything(record: WorkspaceRecord): Arguments {
  const scalars = Object.values<readonly string[]>(scalarFields).reduce<unknown>((made, path) => setIn(made, path, null), {});
  const agentConfig = Object.fromEntries(Object.values(agentConfigFields).map((name) => [name, null]));
  const addons = Object.fromEntries((record.addons ?? []).map(({ addons_id }) => [addons_id, { enable: null }]));
  return { ...(scalars as object), agentConfig, addons } as unknown as Arguments;
}

/** What the provider would say of the value. */
function problem(path: readonly string[], live: unknown): string | undefined {
  const declared = setIn({ workgroupId: "-", workspaceId: "-" }, path, live);
  return workspaceSettingsArguments.safeParse(declared).success ? undefined : "the service shows a value that the argument does not take";
}

type Addon = NonNullable<Settings["addons"]>[string];

function addonsOf(
  record: WorkspaceRecord,
  switches: ReadonlyMap<string, boolean>,
  known: (text: string) => boolean,
  leftOut: LeftOut[],
): [string, Addon][] {
  return (record.addons ?? []).flatMap(({ addons_id: id, enable_configuration: raw }, index, all): [string, Addon][] => {
    if (all.findIndex((other) => other.addons_id === id) !== index) return [];
    const place = `addons[${JSON.stringify(id)}]`;
    const enable = switches.get(id);
    const why =
      id === ""
        ? "it has no identifier"
        : (whyUnwritableName(id) ?? (enable === undefined ? "the record does not say whether it is on" : undefined));
    if (why !== undefined || enable === undefined) {
      leftOut.push({ place, why: why ?? "" });
      return [];
    }
    const configuration = configurationOf(raw);
    if (configuration === undefined && raw !== undefined && raw !== null && raw !== "") {
      leftOut.push({ place: `${place}.enableConfiguration`, why: "it is no JSON object" });
    }
    const declared = keysOf(configuration ?? {}, `${place}.enableConfiguration`, known, leftOut);
    return [[id, Object.keys(declared).length === 0 ? { enable } : { enable, enableConfiguration: declared }]];
  });
}

/** The keys that may be declared, at every depth of objects; a list is one value. */
function keysOf(
  object: Record<string, unknown>,
  place: string,
  known: (text: string) => boolean,
  leftOut: LeftOut[],
): Record<string, unknown> {
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    const inner = `${place}.${name}`;
    const why = whyUnwritableName(name) ?? (known(name) || secretName(name) ? whySecret({ [name]: value }, known) : undefined);
    if (why === undefined && isObject(value)) {
      const kept = keysOf(value, inner, known, leftOut);
      // An object of which nothing may be declared says nothing.
      return Object.keys(kept).length === 0 && Object.keys(value).length > 0 ? [] : [[name, kept]];
    }
    const reason = why ?? whyUnwritable(value) ?? whySecret(value, known);
    if (reason === undefined) return [[name, value]];
    leftOut.push({ place: known(name) ? `${place}.(a key that holds a credential)` : inner, why: reason });
    return [];
  });
  return Object.fromEntries(entries);
}
