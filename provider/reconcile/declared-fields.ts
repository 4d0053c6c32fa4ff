import { type IsSecret, type NoRequestPlan, planRequest, type Refusal, refuse, type RequestPlan } from "../definition";
import { equals, type Values, whyNotSentBack } from "../values/json";
import { argumentOf, type FieldNames } from "../values/names";
import { hiddenText, type Notice, secretText } from "../messages/message";
import {
  describeConflict,
  diffValue,
  plainLive,
  plannedField,
  sentValue,
  undeclaredLines,
  type ValueDiff,
  withoutUnapplied,
} from "./compare";
import {
  pendingAfterLostResponse,
  type PendingChange,
  type PendingState,
  pendingValues,
  readPending,
  type SentValue,
  withoutPending,
  writePending,
} from "./pending";

/** Functions for records that are sent as a whole: they merge declared fields into the live record, and compare only declared fields. Pure. */

export function declaredFields(names: FieldNames, args: Values): Values {
  return Object.fromEntries(declaredNames(names, args).map((argument) => [names[argument] ?? argument, args[argument]] as const));
}

/** Replaces values of the record with equivalent declared or pending values, so that only real differences remain. */
export function inKnownFormats(
  names: FieldNames,
  known: readonly (object | undefined)[],
  record: Values,
  meaningOf: (value: unknown) => unknown,
): Values {
  const records = known.flatMap((args = {}) => [args, readPending(args).sent]).map((args) => declaredFields(names, args as Values));
  const equivalent = (field: string, value: unknown) =>
    records.map((fields) => fields[field]).find((candidate) => meaningOf(candidate) === meaningOf(value));
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, equivalent(field, value) ?? value]));
}

/** Returns the record to send. Omits nulls, because some services do not accept them. */
export function wholeRecord(names: FieldNames, args: Values, live: Values): Values {
  const kept = Object.entries(live).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(kept), ...declaredFields(names, args) };
}

export function diffRecord(names: FieldNames, args: Values, last: Values | undefined, live: Values): ValueDiff[] {
  const declaration = { args, last, pending: readPending(last) };
  return declaredNames(names, args).map((name) => diffValue(declaration, [name], plainLive(live[names[name] ?? ""] ?? undefined)));
}

interface Compared {
  readonly names: FieldNames;
  /** The object, for messages. */
  readonly object: string;
  readonly isSecret: IsSecret;
}

/** Compares a declaration with the live record. Returns the values to send, pending values of undeclared arguments, and the messages about both. */
export function compareRecord({ names, object, isSecret }: Compared, args: Values, last: Values | undefined, live: Values) {
  const isUndeclared = ({ path: [name = ""] }: Pick<ValueDiff, "path">) => Object.hasOwn(names, name) && args[name] === undefined;
  const dropped = valuesNotApplied(names, last, live).filter(isUndeclared);
  const applied = diffRecord(names, last ?? {}, last, live).filter((diff) => diff.readable && isUndeclared(diff));
  const diffs = diffRecord(names, args, last, live);
  const overwritten = diffs
    .filter(({ conflict }) => conflict)
    .map((diff): Notice => ({ is: "overwrite", object, text: describeConflict(diff, isSecret) }));
  const notices = [...overwritten, ...undeclaredLines(object, applied, dropped, isSecret)];
  return { sent: diffs.filter(({ toBeSent }) => toBeSent), dropped, notices };
}

export interface RecordWrite extends RequestPlan, SentFields {
  readonly body: Values;
}

/** The plan of a record: the request, if any, and the sent values for the state. */
export type RecordPlan = (NoRequestPlan & SentFields) | RecordWrite;

interface WholeCall {
  readonly names: FieldNames;
  readonly shownNames?: FieldNames;
  readonly object: string;
  readonly request: { readonly method: "POST" | "PUT"; readonly path: string };
  /** The argument to which a refusal refers. */
  readonly refusedAt: string;
  readonly more?: Values;
}

/** Plans the request for a record that is sent as a whole. `shown` is undefined if the record does not exist yet. */
export function planWhole(
  { names, shownNames = names, object, request, refusedAt, more }: WholeCall,
  args: Values,
  last: Values | undefined,
  shown: Values | undefined,
  isSecret: IsSecret,
): RecordPlan | Refusal {
  const record = shown ?? {};
  const compared = compareRecord({ names, object, isSecret }, args, last, record);
  const sent = shown === undefined ? diffRecord(names, args, last, record) : compared.sent;
  if (sent.length === 0) return { ...compared, action: "none" };
  const unsendable = whyUnsendable(names, args, record);
  if (unsendable !== undefined) return refuse(refusedAt, unsendable);
  const body = { ...wholeRecord(names, args, record), ...more };
  const show = (values: Values) => showRecord(shownNames, values, args, isSecret);
  const fields = sent.map((diff) => plannedField(diff, isSecret));
  return { ...compared, ...planRequest(request, body, show, shown), fields, sent };
}

/** Explains why sending the record as a whole would change an undeclared field; undefined if it would not. */
export function whyUnsendable(names: FieldNames, args: Values, live: Values): string | undefined {
  const declared = declaredFields(names, args);
  for (const [field, value] of Object.entries(live)) {
    const why = Object.hasOwn(declared, field) ? undefined : whyNotSentBack(value);
    if (why === undefined) continue;
    const argument = argumentOf(names, field);
    const fix = argument === undefined ? `Remove ${field} from the record in the console` : `Declare ${argument}`;
    return `graphplane sends the whole record, and its ${field}, which is not declared, ${why}. graphplane sent no request, because it would overwrite that value. ${fix}`;
  }
  return undefined;
}

/** Returns the pending values that the record does not contain. */
function valuesNotApplied(names: FieldNames, last: object | undefined, live: Values): SentValue[] {
  return pendingValues(last).filter(
    ({ path: [name = ""], value, uncertain = false }) => uncertain || !equals(live[names[name] ?? ""], value),
  );
}

/** Returns the pending part of the state after a read, without values that the record now contains. */
export function pendingAfterRead(names: FieldNames, last: object, live: Values, isSecret: IsSecret): PendingState {
  return writePending(valuesNotApplied(names, last, live), isSecret);
}

/** Returns the state after the record contains the sent values. Pending values of undeclared arguments remain pending. */
export function appliedState<State extends object>(state: State, pending: object): State {
  const undeclared = pendingValues(pending).filter(({ path: [name = ""] }) => (state as Values)[name] === undefined);
  return { ...state, ...writePending(undeclared, () => false) };
}

/** Returns the declared values that differ from the record, or all of them if no read has returned the record. */
export function valuesToWaitFor(names: FieldNames, args: Values, live: Values | undefined): ValueDiff[] {
  // It is impossible to wait for a value that the record does not contain.
  return diffRecord(names, args, undefined, live ?? {}).filter(({ status }) => live === undefined || status === "differs");
}

/**
 * Returns the record's values for the arguments that are in the state or pending. If there are none, returns those of all arguments. Values
 * that the record does not contain come from the state.
 */
export function shownArguments(names: FieldNames, last: Values, live: Values, sent: Values = {}): Values {
  const known = declaredNames(names, { ...sent, ...last });
  const wanted = known.length === 0 ? Object.keys(names) : known;
  const shown = wanted.map((argument) => [argument, live[names[argument] ?? ""] ?? last[argument]] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

export function shownState<State extends object>(names: FieldNames, last: State, record: Values, isSecret: IsSecret): State {
  const { sent } = readPending(last);
  const shown = shownArguments(names, last as Values, record, sent);
  return { ...withoutPending(last), ...shown, ...pendingAfterRead(names, last, record, isSecret) };
}

export interface SentFields {
  /** The values that the request sends, compared with the previous record. */
  readonly sent: readonly ValueDiff[];
  /** Pending values of arguments that are no longer declared. */
  readonly dropped?: readonly SentValue[];
}

/**
 * Returns the state to keep until a read returns the sent values. It contains the live values, so that the next update finds the
 * difference. After a lost response, a value that was already pending in `before` might take effect instead.
 */
export function stateWhilePending<State extends object>(
  args: State,
  { sent, dropped = [] }: SentFields,
  isSecret: IsSecret,
  before?: PendingChange,
): State {
  const values = sent.map(sentValue);
  const pending = before === undefined ? values : pendingAfterLostResponse(before, values);
  return { ...withoutUnapplied(args, sent), ...writePending([...dropped, ...pending], isSecret) };
}

/** Redacts a record for messages. Only the names of undeclared fields are kept, because their values might be credentials. */
export function showRecord(names: FieldNames, record: Values, declared: Values, isSecret: IsSecret): Values {
  const show = (field: string, value: unknown) => {
    const argument = argumentOf(names, field) ?? "";
    if (declared[argument] === undefined && value !== undefined) return hiddenText;
    return isSecret(argument) ? secretText : value;
  };
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, show(field, value)]));
}

const declaredNames = (names: FieldNames, args: Values): string[] => Object.keys(names).filter((argument) => args[argument] !== undefined);
