import { type Preview, parsePreview } from "../../cli/review/inputs";
import type { Loss, Review } from "../../cli/review/model";
import { reviewOf } from "../../cli/review/read";
import { leavesOf } from "../../cli/review/values";
import { wireNames } from "../../provider/describe/resource";
import { argumentsOf, reviewFactsOf } from "../../provider/registry";
import { isObject, parseJson } from "../../provider/values/json";
import type { Emulator } from "../../testing/emulator";
import { recording, recordsIn } from "./plan-log";
import type { Engine, Properties } from "./provider";
import { serviceOf } from "./readings";

/** The losses that a review states for its revert, compared with the emulated account before the change and after the revert. */

/** Every value of an account by its place. */
export type AccountValues = ReadonlyMap<string, unknown>;

/** Fields that change with every write or by themselves, facts that the service adds, and the identifier of a user, whom every call names. */
const ignored =
  /_time$|\/(created|updated|created_at|deleted_at|err_message|is_current_ip_allowed|is_free|unique_name)$|\/users\/[^/]+\/id$|\/addons\/[^/]+\/workspace_id$/;

/** The account's values. Objects are numbered in the order of their creation, so that one that is created again has the place of the last. */
export function accountOf(emulator: Emulator): AccountValues {
  const { workgroups, addons } = serviceOf(emulator).store;
  const numbered = (items: Iterable<object>) => Object.fromEntries([...items].map((item, index) => [index + 1, item]));
  const workgroupsOf = [...workgroups.values()].map(({ databases, allowedRanges, workspaces, ...workgroup }) => ({
    ...workgroup,
    databases: numbered(databases.values()),
    allowedRanges: numbered(allowedRanges),
    workspaces: numbered(
      [...workspaces.values()].map(({ record, users, backups, schedules, ...workspace }) => ({
        ...workspace,
        record: { ...record, addons: Object.fromEntries((record.addons ?? []).filter(isOn).map((addon) => [addon.addons_id, addon])) },
        users: Object.fromEntries(users.map((user) => [user.username, user])),
        backups: numbered(backups),
        schedules: numbered(schedules),
      })),
    ),
  }));
  const addonsOf = [...addons.values()].map(({ record, configurations }) => ({
    record,
    configurations: numbered(configurations.map((one) => ({ ...one, value: parseJson(one.value) ?? one.value }))),
  }));
  const runs = emulator.journal.entries.filter(({ endpoint }) => endpoint === "query" || endpoint === 11).length;
  const account = JSON.parse(JSON.stringify({ runs, workgroups: numbered(workgroupsOf), addons: numbered(addonsOf) })) as object;
  const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0);
  const values = leavesOf(account).map(({ path, value }) => [path.join("/"), value] as const);
  return new Map(values.filter(([place, value]) => !isEmpty(value) && !ignored.test(place)));
}

/** An add-on that is off and has no configuration is the same as one that the service does not list. */
const isOn = ({ enable, enable_configuration }: { readonly enable?: unknown; readonly enable_configuration?: unknown }) =>
  enable === true || enable_configuration !== undefined;

/** A loss with the kind and the address of its object. */
export interface StatedLoss extends Loss {
  readonly kind: string;
  readonly address: string;
}

/** The losses of all changes; undefined for a review that cannot be applied. */
export function statedIn({ complete, changes }: Review): StatedLoss[] | undefined {
  const all = changes.flatMap(({ kind, action, address = "", losses }) =>
    // The address is that of the new object, and a replacement has two.
    losses.map((loss) => ({ ...loss, kind, address: action === "replace" ? "" : address })),
  );
  return complete ? all : undefined;
}

/** The losses that the review of a program states, after a refresh. */
export async function statedLosses(engine: Engine, program: Properties | undefined, secrets: readonly string[]) {
  const { text, events, lines } = await recording(() => engine.previewJson(program, secrets));
  const preview: Preview = { ...parsePreview(text), events, records: recordsIn(lines) };
  return statedIn(reviewOf(preview));
}

/** The statements that are false: a difference that no loss names, a loss without a difference, and a failure that was not foreseen. */
export function falseStatements(
  stated: readonly StatedLoss[],
  { before, after, failure }: { readonly before: AccountValues; readonly after: AccountValues; readonly failure: string },
): string[] {
  const refused = stated.filter(({ is }) => is === "refused");
  // A revert that fails restores nothing, which is what the review says.
  if (refused.length > 0) return failure === "" ? refused.map((loss) => `does not fail: ${textOf(loss)}`) : [];
  const places = [...new Set([...before.keys(), ...after.keys()])];
  const differing = places.filter((place) => JSON.stringify(before.get(place)) !== JSON.stringify(after.get(place)));
  const explains = (loss: StatedLoss) => {
    const object = reviewFactsOf(loss.kind)?.runs ? "" : placeOf(loss.address, [before, after]);
    const isPart = partOf(loss);
    return (place: string) => place.startsWith(object) && isPart.test(place);
  };
  return [
    ...(failure === "" ? [] : [`fails: ${failure}`]),
    ...differing.filter((place) => !stated.some((loss) => explains(loss)(place))).map((place) => `is not restored: ${place}`),
    ...stated
      .filter((loss) => (loss.is === "lost" || loss.is === "deleted") && !differing.some(explains(loss)))
      .map((loss) => `is restored: ${textOf(loss)}`),
  ];
}

const textOf = ({ kind, path = [], part = "", why = "" }: StatedLoss) => [kind, path.join("."), part, why].filter(Boolean).join(" ");

/** The place of the workspace that an address names, if the account has it; otherwise no restriction. */
function placeOf(address: string, accounts: readonly AccountValues[]): string {
  const [, id] = /\/workspaces\/([^/?]+)/.exec(address) ?? [];
  const field = "record/workspace_id";
  const places = accounts.flatMap((account) => [...account].filter(([place, value]) => place.endsWith(field) && value === id));
  // Two workgroups may have workspaces of one identifier.
  const [first, ...others] = new Set(places.map(([place]) => place.slice(0, -field.length)));
  return first !== undefined && others.length === 0 ? first : "";
}

/** The fields that the service shows under other names than it accepts, or that follow from others. */
const shownAs: Readonly<Record<string, string>> = {
  workspace_type_name: "workspace_type|workspace_type_name",
  workspace_name: "name",
  workgroup_name: "name",
  desired_tg_version: "desired_tg_version|tg_version",
  pause: "pause|status|display_status|condition_type",
  config_value: "value",
};

/** The places of the parts that a description names. */
const parts: Readonly<Record<string, RegExp>> = {
  identifier: /\/(\w+_)?id$|\/proxy_host$/,
  data: /\/database(_id|_name|s\/)/,
  "database connection": /\/database_(id|name)$/,
  database: /\/databases\//,
  databases: /\/databases\//,
  backups: /\/backups\//,
  "backup schedule": /\/backupSchedule/,
  users: /\/users\//,
  schedules: /\/schedules\//,
  role: /\/(role|email|enabled)$/,
  rights: /\/rights$/,
  "allow list entries": /\/allowedRanges\//,
  "undeclared settings": /\/(record|schedules|allowedRanges)\//,
};

/** The places of what a loss names; an object has all of its places. */
function partOf({ kind, path, part }: StatedLoss): RegExp {
  if (part !== undefined) return parts[part] ?? /$./;
  if (path === undefined) return /^/;
  const names = wireNames(argumentsOf(kind));
  const heads = path.map((_, index) => path.slice(0, path.length - index));
  const head = heads.find((one) => names[one.join(".")] !== undefined) ?? [];
  const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const isOpen = kind === "AddonConfiguration";
  const keys = [...(names[head.join(".")] ?? "").split("."), ...path.slice(head.length).map((key) => (isOpen ? key : snakeCase(key)))];
  // An add-on that comes or goes has other fields too.
  const isSwitch = path.at(-1) === "enable";
  const shown = (isSwitch ? keys.slice(0, -1) : keys).map((key) => `(${shownAs[key] ?? key.replace(/[^\w ]/g, "\\$&")})`);
  return new RegExp(`/${shown.join("/")}(/|$)`);
}
