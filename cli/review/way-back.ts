import { fieldsAlong, isDowngrade } from "../../provider/describe/effects";
import { type ReviewFacts, type ShownValues, wireNames } from "../../provider/describe/resource";
import type { LoggedPlan } from "../../provider/messages/plan-entry";
import { deletionRequest, isProtected } from "../../provider/reconcile/deletion-policy";
import { writeMetadata } from "../../provider/reconcile/state-metadata";
import { argumentsOf } from "../../provider/registry";
import { getIn } from "../../provider/values/json";
import { type Field, hasDeletion, isDeleting, type Loss, type PlainChange, type ShownValue } from "./model";
import { type Resource, takesOver } from "./resources";
import { absent, areShownAlike, leavesOf, showValue, valueAt, withMarks } from "./values";

/** Returns the parts of the account that a revert of a change does not restore. Pure. */
export function lossesOf(change: PlainChange, resource: Resource): Loss[] {
  const { isComponent, action, requests, deletedWith } = change;
  const { type, op, inputs, compared, recorded, steps, before } = resource;
  if (isComponent || type.startsWith("pulumi:providers:") || action === "refused deletion") return [];
  const isResumed = change.resumesFailedUpdate && change.fields.length === 0;
  if (!isKnown(resource) || action === "may change" || recorded.isElsewhere || isResumed) return [{ is: "possible" }];
  const { facts } = resource;
  if (facts.runs) return action === "change" && requests.length === 0 ? [] : [{ is: "lost", why: "runs again" }];
  const [declared, last] = [withMarks(inputs), withMarks(compared)];
  const isDeleted = deletedWith !== undefined || hasDeletion(requests);
  const isKept = !isDeleted && (facts.isUnique || takesOver(resource)) && facts.address(declared) === facts.address(last);
  const isImported = steps.some((step) => step.op === "import");
  const begins = isImported || op === "create" || (op === "replace" && !isKept);
  const ends = op === "delete" || (op === "replace" && !isKept);
  const isMade = begins && !isImported && !takesOver(resource);
  const setBy = ({ deletionPolicy }: ShownValues) => facts.deletionSets?.[String(deletionPolicy)] ?? {};
  const setAtEnd = isDeleted || requests.length === 0 || before?.retainOnDelete === true ? {} : setBy(last);
  const values = begins ? adoptedValues(change, resource, setBy(declared)) : change.fields;
  // In a replacement, the plan is that of the new object.
  const plan = recorded.plan?.seen === true && facts.compares ? recorded.plan : undefined;
  return [
    ...(isMade ? [] : lossesOfValues(values, resource, begins ? { set: setBy(declared) } : { plan })),
    ...(begins ? ofNew(change, resource, isMade) : []),
    ...(ends ? [...lossesOfValues(endedValues(resource, setAtEnd), resource, {}), ...ofOld(change, resource, isDeleted)] : []),
  ];
}

type Known = Resource & { readonly facts: ReviewFacts };
const isKnown = (resource: Resource): resource is Known => resource.facts !== undefined;

type Values = Pick<Field, "path" | "before" | "live" | "after"> & Partial<Pick<Field, "labels">>;
type Path = readonly string[];
const isWithin = (head: Path, path: Path): boolean => head.every((key, index) => key === path[index]);

/** Returns the values that adopting an object sets. Includes values that are in no field, and those that the removal of the resource sets. */
function adoptedValues({ fields }: PlainChange, { facts, inputs, recorded: { plan } }: Known, set: ShownValues): Values[] {
  const { addressedBy, replaceOnChanges, wholeArguments = [] } = facts;
  // The fields lack live keys that are not declared, which a request with the whole value removes.
  const isSentWhole = (name: string) => wholeArguments.includes(name) && plan?.fields.some(({ path: [first] }) => first === name) === true;
  const isElsewhere = (name: string) => [...replaceOnChanges, ...addressedBy].includes(name) || isSentWhole(name);
  const listed = fields.filter(({ path: [name = ""] }) => !isElsewhere(name));
  const ended = Object.keys(set).map((name) => ({ path: [name], live: inputs[name] }));
  const known: Values[] = listed.map((field) => ({ ...field, before: absent }));
  for (const { path, live } of [...(plan?.fields ?? []), ...ended])
    if (!known.some((value) => isWithin(path, value.path) || isWithin(value.path, path)))
      known.push({ path, before: absent, live: showValue(live), after: showValue(getIn(inputs, path)) });
  return known;
}

/** Returns the values of a removed object that differ from the old code, that the service never returns, or that the removal sets. */
function endedValues({ kind = "", applied, compared }: Resource, set: ShownValues): Values[] {
  const described = argumentsOf(kind);
  const live = leavesOf(compared);
  const declared = leavesOf(applied).map(({ path, value }) => {
    return { path, before: showValue(value), live: showValue(valueAt(live, path)), after: showValue(set[path[0] ?? ""]) };
  });
  const isOpen = ({ path: [name = ""], ...value }: Values) =>
    described[name]?.neverShown === true || Object.hasOwn(set, name) || !areShownAlike(value.before, value.live);
  const others = Object.keys(set).filter((name) => applied[name] === undefined);
  const undeclared = others.map((name) => ({ path: [name], before: absent, live: absent, after: showValue(set[name]) }));
  return [...declared.filter(isOpen), ...undeclared];
}

interface Basis {
  /** The values that the removal of an adopted object sets. */
  readonly set?: ShownValues;
  /** The plan that compared the values with the live ones. */
  readonly plan?: LoggedPlan | undefined;
}

/** Returns the values that a revert does not restore. */
function lossesOfValues(values: readonly Values[], { kind = "", facts, applied }: Known, { set, plan }: Basis): Loss[] {
  return values.flatMap((value): Loss[] => {
    const { path, before, after, labels = [] } = value;
    const [name = ""] = path;
    const all = fieldsAlong(argumentsOf(kind), path);
    const field = all.at(-1);
    const isDeclared = before.is !== "absent";
    // A compared value that is not sent already matches, and an undeclared value does not change.
    const isUnsent = plan !== undefined && !plan.fields.some((sent) => isWithin(sent.path, path));
    if (all[0] === undefined || all[0].providerOnly || (isUnsent && !isDeclared)) return [];
    const live = isUnsent && after.is !== "absent" ? after : value.live;
    const isWhole = set === undefined && facts.wholeArguments?.includes(name) === true && applied[name] !== undefined;
    const undeclared = isWhole ? absent : after.is === "absent" ? live : after;
    const isSet = set !== undefined && Object.hasOwn(set, name);
    const back = isSet ? showValue(set[name]) : isDeclared ? before : undeclared;
    const isText = ({ is, ...shown }: ShownValue) => is === "value" && "value" in shown && typeof shown.value === "string";
    const isOlder = "value" in back && "value" in after && isDowngrade(argumentsOf(kind), path, back.value, after.value);
    const isUnknown =
      isOlder ||
      // The old code might declare either value.
      labels.includes("resumes a failed update") ||
      [live, back].some(({ is }) => is === "unread" || is === "later" || is === "hidden") ||
      (isDeclared && (field?.neverShown === true || live.is === "absent" || before.is === "secret")) ||
      // The service does not document whether it keeps the other keys of a JSON string.
      (field?.shape.is === "object or JSON" && [before, after].some(isText)) ||
      // The service changes the value while it is not declared.
      (field?.changedBy !== undefined && after.is === "absent");
    if (isUnknown) return [{ is: "possible", path, ...(isOlder && { why: "a downgrade" }) }];
    if (areShownAlike(back, live) && live.is !== "secret") return [];
    return [{ is: "lost", path, live, ...(isDeclared || isSet ? { back } : { why: "not declared before" }) }];
  });
}

/** Returns the parts of a new object that are not deleted when its declaration is removed. */
function ofNew({ isRecreated }: PlainChange, { facts, inputs }: Known, isMade: boolean): Loss[] {
  if (isRecreated) return [{ is: "lost", why: "this merge re-creates it" }];
  if (isProtected(facts, inputs)) return [{ is: "refused", why: "protected" }];
  const removal = deletionRequest(facts, withMarks(inputs), writeMetadata({ created: isMade }));
  const isDeleted = removal !== undefined && isDeleting(removal);
  if (isDeleted && isMade) return (facts.remains?.(withMarks(inputs)) ?? []).map((part) => ({ is: "possible", part }));
  return isDeleted ? [{ is: "deleted" }] : isMade ? [{ is: "lost", why: "stays" }] : [];
}

/** Returns the parts of an old object that are not restored when it is declared again. */
function ofOld({ deletedWith }: PlainChange, { kind = "", facts, applied, compared, outputs }: Known, isDeleted: boolean): Loss[] {
  const { existing, lostParts, identifier, adopts } = facts;
  if (isDeleted) {
    const { has, mayHave } = lostParts?.(withMarks(applied), outputs) ?? { has: [], mayHave: [] };
    const described = argumentsOf(kind);
    const isWhole = Object.keys(wireNames(described)).every((name) => !described[name]?.isOptional || applied[name] !== undefined);
    const isGone = adopts && deletedWith === undefined;
    return [
      ...(isGone ? ([{ is: "refused", why: "no longer exists" }, { is: "lost" }] as const) : []),
      ...[...(identifier === undefined ? [] : ["identifier"]), ...has].map((part) => ({ is: "lost", part }) as const),
      ...(isGone ? [] : [...mayHave, ...(isWhole ? [] : ["undeclared settings"])]).map((part) => ({ is: "possible", part }) as const),
    ];
  }
  const isEqual = leavesOf(applied).every(({ path, value }) => areShownAlike(showValue(value), showValue(getIn(compared, path))));
  const isRefused = applied["adopt"] !== true && (existing === "refused" || (existing === "refused unless equal" && !isEqual));
  if (isRefused) return [{ is: "refused", why: "exists, needs adopt: true" }];
  return existing === "doubled" ? [{ is: "lost", why: "created a second time" }] : [];
}
