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

/** Objects whose call takes the whole record: what is declared is laid over what is live, and only that is compared. Pure. */

/** The declared fields, as the service names them. */
export function declaredFields(names: FieldNames, args: Values): Values {
  return Object.fromEntries(declaredNames(names, args).map((argument) => [names[argument] ?? argument, args[argument]] as const));
}

/** The record, with values of these arguments, or pending ones, in place of those that mean the same. */
export function inKnownFormats(
  names: FieldNames,
  known: readonly (object | undefined)[],
  record: Values,
  meaningOf: (value: unknown) => unknown,
): Values {
  const forms = known.flatMap((args = {}) => [args, readPending(args).sent]).map((args) => declaredFields(names, args as Values));
  const formOf = (field: string, value: unknown) => forms.map((one) => one[field]).find((form) => meaningOf(form) === meaningOf(value));
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, formOf(field, value) ?? value]));
}

/** The record as it is sent: a null says nothing, and not every service takes it back. */
export function wholeRecord(names: FieldNames, args: Values, live: Values): Values {
  const kept = Object.entries(live).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(kept), ...declaredFields(names, args) };
}

export function diffRecord(names: FieldNames, args: Values, last: Values | undefined, live: Values): ValueDiff[] {
  const declaration = { args, last, pending: readPending(last) };
  return declaredNames(names, args).map((name) => diffValue(declaration, [name], plainLive(live[names[name] ?? ""] ?? undefined)));
}

/** The subject of a comparison: its fields, the path by which lines name it, and its secrets. */
interface Compared {
  readonly names: FieldNames;
  readonly object: string;
  readonly isSecret: IsSecret;
}

/** A declaration compared with the live record: the values to send, pending values of other arguments, and the lines of both. */
export function compareRecord({ names, object, isSecret }: Compared, args: Values, last: Values | undefined, live: Values) {
  const isUndeclared = ({ path: [name = ""] }: Pick<ValueDiff, "path">) => Object.hasOwn(names, name) && args[name] === undefined;
  const dropped = valuesNotShown(names, last, live).filter(isUndeclared);
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

/** The plan of a record: the request, if any, and what the state remembers of it. */
export type RecordPlan = (NoRequestPlan & SentFields) | RecordWrite;

interface WholeCall {
  readonly names: FieldNames;
  /** The names of all fields that lines may show; by default those above. */
  readonly shownNames?: FieldNames;
  readonly object: string;
  readonly request: { readonly method: "POST" | "PUT"; readonly path: string };
  /** The argument that a refusal names. */
  readonly refusedAt: string;
  readonly more?: Values;
}

/** The plan of a record whose call takes the whole of it. A record that does not exist yet is undefined. */
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

/** Explains why the record cannot be sent whole without changing what is not declared; undefined if it can. */
export function whyUnsendable(names: FieldNames, args: Values, live: Values): string | undefined {
  const declared = declaredFields(names, args);
  for (const [field, value] of Object.entries(live)) {
    const why = Object.hasOwn(declared, field) ? undefined : whyNotSentBack(value);
    if (why === undefined) continue;
    const argument = argumentOf(names, field);
    const fix = argument === undefined ? `Remove ${field} from the record in the console` : `Declare ${argument}`;
    return `the record is sent whole, and its ${field}, which is not declared, ${why}. Nothing is sent, since that would overwrite it. ${fix}`;
  }
  return undefined;
}

/** Pending values that the record does not show. */
function valuesNotShown(names: FieldNames, last: object | undefined, live: Values): SentValue[] {
  return pendingValues(last).filter(
    ({ path: [name = ""], value, uncertain = false }) => uncertain || !equals(live[names[name] ?? ""], value),
  );
}

/** The pending part of the state after a read: a value that the record shows has arrived. */
export function pendingAfterRead(names: FieldNames, last: object, live: Values, isSecret: IsSecret): PendingState {
  return writePending(valuesNotShown(names, last, live), isSecret);
}

/** The state once the record shows what was sent: it still remembers pending values of arguments that are no longer declared. */
export function appliedState<State extends object>(state: State, pending: object): State {
  const undeclared = pendingValues(pending).filter(({ path: [name = ""] }) => (state as Values)[name] === undefined);
  return { ...state, ...writePending(undeclared, () => false) };
}

/** The declared values of which the record shows others; all of them if no read has shown the record. */
export function valuesToWaitFor(names: FieldNames, args: Values, live: Values | undefined): ValueDiff[] {
  // What a record does not show cannot be waited for.
  return diffRecord(names, args, undefined, live ?? {}).filter(({ status }) => live === undefined || status === "differs");
}

/** The arguments as the record shows them: those in state and pending ones, or all if there are none. Arguments that it does not show stay as in state. */
export function shownArguments(names: FieldNames, last: Values, live: Values, sent: Values = {}): Values {
  const held = declaredNames(names, { ...sent, ...last });
  const wanted = held.length === 0 ? Object.keys(names) : held;
  const shown = wanted.map((argument) => [argument, live[names[argument] ?? ""] ?? last[argument]] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

export function shownState<State extends object>(names: FieldNames, last: State, record: Values, isSecret: IsSecret): State {
  const { sent } = readPending(last);
  const shown = shownArguments(names, last as Values, record, sent);
  return { ...withoutPending(last), ...shown, ...pendingAfterRead(names, last, record, isSecret) };
}

/** The part of a record that a request sends. */
export interface SentFields {
  /** The values that it sends, compared with the record before it. */
  readonly sent: readonly ValueDiff[];
  /** Pending values of arguments that are no longer declared. */
  readonly dropped?: readonly SentValue[];
}

/**
 * The state while what was sent is not seen: it holds what is live, so that the next update sees the difference. After a request
 * whose answers were all lost, a value that was pending `before` may arrive instead.
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

/** A record as lines show it: for what the program does not declare, only the names, since a value may be a credential. */
export function showRecord(names: FieldNames, record: Values, declared: Values, isSecret: IsSecret): Values {
  const show = (field: string, value: unknown) => {
    const argument = argumentOf(names, field) ?? "";
    if (declared[argument] === undefined && value !== undefined) return hiddenText;
    return isSecret(argument) ? secretText : value;
  };
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, show(field, value)]));
}

const declaredNames = (names: FieldNames, args: Values): string[] => Object.keys(names).filter((argument) => args[argument] !== undefined);
