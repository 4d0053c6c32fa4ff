import type { PlanEntry } from "../../provider/messages/plan-entry";
import { reviewFactsOf } from "../../provider/registry";
import type { ShownValues } from "../../provider/describe/resource";
import { pickKeysOf } from "../../provider/values/json";
import { kindOf, partsOf } from "../../provider/values/urn";
import type { Preview, RawStep } from "./inputs";
import { combine, type ResourceOperation, withSecrets } from "./records";
import { areShownAlike, groupBy, leavesOf, showValue, valueAt } from "./values";

/** The steps and records of a resource, combined. */
export type Resource = Readonly<ReturnType<typeof resourceOf>>;

/**
 * Returns every resource in a preview. A refresh and an update are steps of one resource, as are the parts of a replacement. An object
 * whose deletion is pending after a failed replacement has the same URN as its successor, and only their ids differ.
 */
export function resourcesOf({ steps = [], records, events }: Preview): Resource[] {
  const byUrn = groupBy(steps.map(withoutReadState), ({ urn }) => urn);
  const named = new Set(byUrn.map(([{ urn }]) => urn));
  // A resource that appears only in a record has no steps.
  const unlisted = [...new Set(records.flatMap(({ urn }) => (urn === undefined || named.has(urn) ? [] : [urn])))];
  // With --run-program, a refresh step contains the program's values, and only the event contains the live values.
  const refreshed = events.flatMap(({ resOutputsEvent: done }) => (done?.metadata.op === "refresh" ? [done.metadata] : []));
  const found = new Map(refreshed.map(({ urn, new: now }) => [urn, now?.inputs]));
  return [
    ...byUrn.flatMap(([first, ...others]) => {
      const all = [first, ...others];
      const pending = all.filter((step) => isPendingDeletion(step, all));
      const own = all.filter((step) => !pending.includes(step));
      // The declared object is last among those with its URN, so that lookups by URN find it.
      return [
        ...pending.map((step) => resourceOf(step.urn, [{ ...step, op: "delete" }], [], { pendingId: step.oldState?.id ?? "" })),
        ...(own.length === 0 ? [] : [resourceOf(first.urn, own, records, { found: found.get(first.urn) })]),
      ];
    }),
    ...unlisted.map((urn) => resourceOf(urn, [], records)),
  ];
}

/** Returns true for the pending deletion of an object that an earlier update replaced. */
export function isPendingDeletion({ op, oldState }: RawStep, all: readonly RawStep[]): boolean {
  if (op !== "delete-replaced" && !(op === "delete" && oldState?.delete === true)) return false;
  return !all.some((other) => /replace(ment)?$/.test(other.op) && other.oldState?.id === oldState?.id);
}

/** Removes the state of a resource that was only read (with `.get`). The resource was not managed, so nothing is deleted or replaced. */
function withoutReadState(step: RawStep): RawStep {
  if (step.oldState?.external !== true) return step;
  const isMade = step.op === "replace" || step.op === "create-replacement";
  return { ...step, op: isMade ? "create" : step.op, oldState: undefined };
}

function resourceOf(
  urn: string,
  own: readonly RawStep[],
  records: readonly PlanEntry[],
  { found, pendingId }: { readonly found?: ShownValues | undefined; readonly pendingId?: string } = {},
) {
  const { type, name } = partsOf(urn);
  const kind = kindOf(type);
  const refresh = own.find(({ op }) => op === "refresh");
  const steps = own.filter(({ op }) => op !== "refresh");
  const ops = steps.map(({ op }) => op);
  const old = steps.find(({ oldState }) => oldState !== undefined)?.oldState;
  const before = refresh?.oldState ?? old;
  const state = steps.findLast(({ newState }) => newState !== undefined)?.newState ?? before;
  const applied = omitHostKeys(before?.inputs);
  const isSame = ops.every((op) => op === "same");
  const kept = isSame ? keptValues(applied, omitHostKeys(old?.inputs ?? found)) : undefined;
  const op = operationOf(ops) ?? (kept && ("record" as const));
  const inputs = omitHostKeys(state?.inputs);
  const isSecret = (argument: string) => [inputs, applied].some((values) => showValue(values[argument]).is === "secret");
  return {
    /** The URN and, if the deletion is pending, the id of the object. */
    key: pendingId === undefined ? urn : `${urn} ${pendingId}`,
    urn,
    name,
    type,
    /** The kind of a resource of this package; undefined for a resource of another package. */
    kind,
    /** The facts about the kind, if this version of the package knows it. */
    facts: kind === undefined ? undefined : reviewFactsOf(kind),
    op,
    /** True for an object that an earlier update replaced but failed to delete. */
    isPendingDeletion: pendingId !== undefined,
    /** The last applied state, before any refresh. */
    before,
    /** The new state or, for a deleted resource, the last state. */
    state,
    /** The last applied inputs, the inputs that the engine compares (refreshed, if the preview refreshed), and the new inputs. */
    applied,
    compared: omitHostKeys((old ?? before)?.inputs),
    inputs,
    outputs: (before?.outputs ?? {}) as ShownValues,
    /** True if this preview has read the object. */
    isRefreshed: refresh !== undefined || ops.includes("import"),
    /** The live values that the state adopts. */
    kept,
    recorded: combine(
      records.filter((record) => record.urn === urn).map((record) => withSecrets(record, isSecret)),
      op,
    ),
    steps,
  };
}

/** Returns true if a resource certainly adopts an existing object. Deleting the object's previous resource then sends no request. */
export function takesOver({ op, facts, recorded }: Resource): boolean {
  return (op === "create" || op === "replace") && (facts?.adopts === true || recorded.plan?.operation === "adopt");
}

/** Returns the URNs of the resources whose outputs an argument is computed from. */
export function sourcesOf({ state }: Pick<Resource, "state">, argument: string): readonly string[] {
  return state?.propertyDependencies?.[argument] ?? [];
}

/** Returns the engine's reasons for a replacement, as property paths. */
export function replaceReasonsOf({ steps }: Pick<Resource, "steps">): string[] {
  return steps.flatMap(({ replaceReasons }) => replaceReasons ?? []);
}

function operationOf(ops: readonly string[]): ResourceOperation | undefined {
  const has = (...names: string[]) => names.some((name) => ops.includes(name));
  if (has("replace", "create-replacement", "delete-replaced", "import-replacement", "read-replacement")) return "replace";
  if (has("delete")) return has("create") ? "replace" : "delete";
  if (has("create")) return "create";
  // An imported resource is subsequently compared and updated.
  if (has("update")) return "update";
  return has("import") ? "import" : undefined;
}

/** Returns the live values of the declared arguments if one of them was changed outside and the code now declares the live value. */
function keptValues(applied: ShownValues, found: ShownValues): ShownValues | undefined {
  const live = pickKeysOf(applied, found);
  const leaves = leavesOf(live);
  const differs = leavesOf(applied).some(({ path, value }) => {
    const other = valueAt(leaves, path);
    return other !== undefined && !areShownAlike(showValue(other), showValue(value));
  });
  return differs ? live : undefined;
}

/** Removes null values from the inputs, along with the keys that the provider host adds, such as the provider's code. */
function omitHostKeys(inputs: ShownValues | undefined): ShownValues {
  return Object.fromEntries(Object.entries(inputs ?? {}).filter(([name, value]) => !name.startsWith("__") && value !== null));
}
