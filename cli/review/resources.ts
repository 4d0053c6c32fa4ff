import { equals } from "../../provider/values/json";
import { reviewFactsOf } from "../../provider/registry";
import type { ReviewFacts, ShownValues } from "../../provider/announce/review-facts";
import { kindOf, partsOf, type RawPlan, type RawState, type RawStep } from "./preview";
import { omitHostKeys, leavesOf, areShownAlike, showValue } from "./values";

/** The operation on a resource. `record`: the state takes over live values. */
export type Operation = "create" | "update" | "replace" | "delete" | "import" | "record";

type Planned = RawPlan["resourcePlans"][string];

/** The steps of a resource and the plan, combined. */
export interface Resource {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** The kind of a resource of this package; undefined for one of another. */
  readonly kind: string | undefined;
  /** The facts about the kind, if this version of the package knows it. */
  readonly facts: ReviewFacts | undefined;
  /** Undefined where nothing becomes of it. */
  readonly op: Operation | undefined;
  /** As it was applied last: before a refresh. */
  readonly before: RawState | undefined;
  /** As it is now, or was where it goes. */
  readonly state: RawState | undefined;
  /** The declared inputs: those applied last, those that are compared (after a refresh, where there was one), and the new ones. */
  readonly applied: ShownValues;
  readonly compared: ShownValues;
  readonly inputs: ShownValues;
  readonly outputs: ShownValues;
  readonly refreshed: boolean;
  /** The values that a refresh found and the state takes over. */
  readonly recorded: ShownValues | undefined;
  /** All but the refresh. */
  readonly steps: readonly RawStep[];
  readonly planned: Planned | undefined;
}

/** Every resource of a preview or a plan. A refresh and an update, or the parts of a replacement, are several steps of one. */
export function resourcesOf(steps: readonly RawStep[], plan: RawPlan | undefined): Resource[] {
  const byUrn = new Map<string, RawStep[]>();
  for (const step of steps.map(withoutReadState)) byUrn.set(step.urn, [...(byUrn.get(step.urn) ?? []), step]);
  // Of those that stand in the plan alone nothing is known but their names.
  for (const [urn, { steps: ops }] of Object.entries(plan?.resourcePlans ?? {}))
    if (!byUrn.has(urn) && ops?.some((op) => op !== "same") === true) byUrn.set(urn, []);
  return [...byUrn].map(([urn, own]) => resourceOf(urn, own, plan?.resourcePlans[urn]));
}

/** A resource that was only read (`.get`) was not managed: it is never deleted, and its successor replaces nothing. */
function withoutReadState(step: RawStep): RawStep {
  if (step.oldState?.external !== true) return step;
  const isMade = step.op === "replace" || step.op === "create-replacement";
  return { ...step, op: isMade ? "create" : step.op, oldState: undefined };
}

function resourceOf(urn: string, own: readonly RawStep[], planned: Planned | undefined): Resource {
  const { type, name } = partsOf(urn);
  const kind = kindOf(type);
  const refresh = own.find(({ op }) => op === "refresh");
  const steps = own.filter(({ op }) => op !== "refresh");
  const ops = own.length === 0 ? (planned?.steps ?? []) : steps.map(({ op }) => op);
  const old = steps.find(({ oldState }) => oldState !== undefined)?.oldState;
  const before = refresh?.oldState ?? old;
  const state = steps.find(({ newState }) => newState !== undefined)?.newState ?? before;
  const applied = omitHostKeys(before?.inputs);
  const isSame = (steps.length === 0 ? (planned?.steps ?? ["none"]) : ops).every((op) => op === "same");
  const found = steps.length === 0 ? planned?.state : old?.inputs;
  const recorded = refresh !== undefined && isSame && found !== undefined ? recordedValues(applied, omitHostKeys(found)) : undefined;
  return {
    urn,
    name,
    type,
    kind,
    facts: kind === undefined ? undefined : reviewFactsOf(kind),
    op: operationOf(ops) ?? (recorded && "record"),
    before,
    state,
    applied,
    compared: omitHostKeys((old ?? before)?.inputs),
    inputs: omitHostKeys(state?.inputs),
    outputs: before?.outputs ?? {},
    refreshed: refresh !== undefined,
    recorded,
    steps,
    planned,
  };
}

function operationOf(ops: readonly string[]): Operation | undefined {
  const has = (...names: string[]) => names.some((name) => ops.includes(name));
  if (has("replace", "create-replacement", "delete-replaced", "import-replacement", "read-replacement")) return "replace";
  if (has("delete")) return has("create") ? "replace" : "delete";
  if (has("create")) return "create";
  if (has("import")) return "import";
  return has("update") ? "update" : undefined;
}

/** The live values of what is declared, where one differs: someone changed it, and the code now says the same. */
function recordedValues(applied: ShownValues, found: ShownValues): ShownValues | undefined {
  const live = Object.fromEntries(Object.entries(found).filter(([name]) => name in applied));
  const leaves = leavesOf(live);
  const differs = leavesOf(applied).some(({ path, value }) => {
    const other = leaves.find((leaf) => equals(leaf.path, path));
    return other !== undefined && !areShownAlike(showValue(other.value), showValue(value));
  });
  return differs ? live : undefined;
}
