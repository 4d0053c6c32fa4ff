import type { PlanRecord } from "../../provider/announce/record-shape";
import { reviewFactsOf } from "../../provider/registry";
import type { ShownValues } from "../../provider/describe/resource";
import { pickKeysOf } from "../../provider/values/json";
import { kindOf, partsOf } from "../../provider/values/urn";
import type { RawPlan, RawStep } from "./inputs";
import { combine, type ResourceOperation } from "./records";
import { areShownAlike, leavesOf, showValue, valueAt } from "./values";

/** The steps of a resource and the plan, combined. */
export type Resource = Readonly<ReturnType<typeof resourceOf>>;

/** Every resource of a preview, a plan or a record. A refresh and an update, or the parts of a replacement, are several steps of one. */
export function resourcesOf(steps: readonly RawStep[], plan: RawPlan | undefined, records: readonly PlanRecord[]): Resource[] {
  const byUrn = new Map<string, RawStep[]>();
  for (const step of steps.map(withoutReadState)) byUrn.set(step.urn, [...(byUrn.get(step.urn) ?? []), step]);
  // A resource that only the plan or a record names is known by its name alone.
  for (const urn of [...Object.keys(plan?.resourcePlans ?? {}), ...records.flatMap((record) => record.urn ?? [])])
    if (!byUrn.has(urn)) byUrn.set(urn, []);
  const recordsOf = (urn: string) => records.filter((record) => record.urn === urn);
  return [...byUrn].map(([urn, own]) => resourceOf(urn, own, plan?.resourcePlans[urn], recordsOf(urn)));
}

/** A resource that was only read (`.get`) was not managed: it is never deleted, and its successor replaces nothing. */
function withoutReadState(step: RawStep): RawStep {
  if (step.oldState?.external !== true) return step;
  const isMade = step.op === "replace" || step.op === "create-replacement";
  return { ...step, op: isMade ? "create" : step.op, oldState: undefined };
}

function resourceOf(
  urn: string,
  own: readonly RawStep[],
  planned: RawPlan["resourcePlans"][string] | undefined,
  records: readonly PlanRecord[],
) {
  const { type, name } = partsOf(urn);
  const kind = kindOf(type);
  const refresh = own.find(({ op }) => op === "refresh");
  const steps = own.filter(({ op }) => op !== "refresh");
  const ops = steps.length === 0 ? (planned?.steps ?? []) : steps.map(({ op }) => op);
  const old = steps.find(({ oldState }) => oldState !== undefined)?.oldState;
  const before = refresh?.oldState ?? old;
  const state = steps.findLast(({ newState }) => newState !== undefined)?.newState ?? before;
  const applied = omitHostKeys(before?.inputs);
  const isSame = ops.every((op) => op === "same");
  const kept = isSame ? keptValues(applied, omitHostKeys(old?.inputs ?? planned?.state)) : undefined;
  const op = operationOf(ops) ?? (kept && ("record" as const));
  return {
    urn,
    name,
    type,
    /** The kind of a resource of this package; undefined for a resource of another package. */
    kind,
    /** The facts about the kind, if this version of the package knows it. */
    facts: kind === undefined ? undefined : reviewFactsOf(kind),
    op,
    /** The state that was applied last: before a refresh. */
    before,
    /** The new state; of a resource that is deleted, the last one. */
    state,
    /** The declared inputs: those applied last, those that are compared (after a refresh, if there was one), and the new ones. */
    applied,
    compared: omitHostKeys((old ?? before)?.inputs),
    inputs: omitHostKeys(state?.inputs),
    outputs: (before?.outputs ?? {}) as ShownValues,
    /** True if this preview has read the object. */
    isRefreshed: refresh !== undefined || ops.includes("import"),
    /** The values that a refresh found and the state takes over. */
    kept,
    recorded: combine(records, op),
    steps,
    planned,
  };
}

/** Returns true for a resource that certainly takes over an existing object. The engine deletes afterwards, and the provider then sends nothing. */
export function takesOver({ op, facts, recorded }: Resource): boolean {
  return (op === "create" || op === "replace") && (facts?.adopts === true || recorded.plan?.operation === "adopt");
}

function operationOf(ops: readonly string[]): ResourceOperation | undefined {
  const has = (...names: string[]) => names.some((name) => ops.includes(name));
  if (has("replace", "create-replacement", "delete-replaced", "import-replacement", "read-replacement")) return "replace";
  if (has("delete")) return has("create") ? "replace" : "delete";
  if (has("create")) return "create";
  // What the engine has imported is compared with the program, and then updated.
  if (has("update")) return "update";
  return has("import") ? "import" : undefined;
}

/** The live values of the declared arguments, if someone changed one and the code now declares the same. */
function keptValues(applied: ShownValues, found: ShownValues): ShownValues | undefined {
  const live = pickKeysOf(applied, found);
  const leaves = leavesOf(live);
  const differs = leavesOf(applied).some(({ path, value }) => {
    const other = valueAt(leaves, path);
    return other !== undefined && !areShownAlike(showValue(other), showValue(value));
  });
  return differs ? live : undefined;
}

/** Inputs without the keys of the provider host, such as the provider's code, and without nulls. */
function omitHostKeys(inputs: ShownValues | undefined): ShownValues {
  return Object.fromEntries(Object.entries(inputs ?? {}).filter(([name, value]) => !name.startsWith("__") && value !== null));
}
