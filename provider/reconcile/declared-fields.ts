import { type IsSecret, type NothingToSend, type PlannedField, type Refusal, refuse, type Sending } from "../definition";
import { equals, type Values, whyNotSentBack } from "../values/json";
import { argumentOf, type FieldNames } from "../values/names";
import { hiddenText, type NoticeLine, secretText } from "../announce/lines";
import {
  isPending,
  pendingAfterLostAnswer,
  type PendingChange,
  type PendingState,
  pendingValues,
  readPending,
  type SentValue,
  supersedes,
  withoutPending,
  writePending,
} from "./pending";

/** Objects whose call takes the whole record: what is declared is laid over what is live, and only that is compared. Pure. */

/** The declared fields, as the service names them. */
export function declaredFields(names: FieldNames, args: Values): Values {
  return Object.fromEntries(declaredNames(names, args).map((argument) => [names[argument] ?? argument, args[argument]] as const));
}

/** The record as it is sent: a null says nothing, and not every service takes it back. */
export function wholeRecord(names: FieldNames, args: Values, live: Values): Values {
  const kept = Object.entries(live).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(kept), ...declaredFields(names, args) };
}

/** The declared arguments that must be sent: the record shows another value, or none and another one was applied, or an earlier one may still arrive. */
export function argumentsToSend(names: FieldNames, args: Values, last: Values | undefined, live: Values): string[] {
  const pending = readPending(last);
  return declaredNames(names, args).filter(
    (argument) => !isInEffect(names, argument, args, last, live) || supersedes(pending, [argument], args[argument]),
  );
}

/** The subject of a comparison: its fields, the path by which lines name it, and its secrets. */
interface Compared {
  readonly names: FieldNames;
  readonly object: string;
  readonly isSecret: IsSecret;
}

/** A declaration compared with the live record: the arguments to send, values that are on their way for others, and the lines of those. */
export function compareRecord({ names, object, isSecret }: Compared, args: Values, last: Values | undefined, live: Values) {
  const pending = readPending(last);
  const sent = argumentsToSend(names, args, last, live);
  const dropped = valuesNotShown(names, last, live).filter(
    ({ path: [name = ""] }) => Object.hasOwn(names, name) && args[name] === undefined,
  );
  const liveOf = (argument: string) => live[names[argument] ?? ""] ?? undefined;
  const overwritten = sent.flatMap((argument) => {
    const values = { applied: last?.[argument], live: liveOf(argument), declared: args[argument] };
    return isPending(pending, [argument]) ? [] : overwriteLines({ object, isSecret }, argument, values);
  });
  const mayArrive = dropped.map(({ path: [argument = ""], value, uncertain = false }) => {
    const text = uncertain || isSecret(argument) ? "what was sent" : JSON.stringify(value);
    return undeclaredLine(object, `${argument}; ${text} may still take effect`);
  });
  const isKept = (argument: string) => args[argument] === undefined && !dropped.some(({ path: [name] }) => name === argument);
  const kept = declaredNames(names, last ?? {}).flatMap((argument) => {
    const value = liveOf(argument);
    if (value === undefined || !isKept(argument)) return [];
    return [undeclaredLine(object, `${argument} keeps its current value ${isSecret(argument) ? secretText : JSON.stringify(value)}`)];
  });
  return { sent, dropped, notices: [...overwritten, ...mayArrive, ...kept] };
}

function undeclaredLine(object: string, text: string): NoticeLine {
  return { is: "undeclared", object, text };
}

/** The line of a value that was changed outside, and that the declared one overwrites; none if nobody changed it. */
export function overwriteLines(
  { object, isSecret }: Pick<Compared, "object" | "isSecret">,
  argument: string,
  values: { readonly applied: unknown; readonly live: unknown; readonly declared: unknown },
): NoticeLine[] {
  const { applied, live, declared } = values;
  if ([applied, live].some((value) => value === undefined || value === null)) return [];
  if (equals(live, applied) || equals(live, declared)) return [];
  const [last, now, next] = [applied, live, declared].map((value) => (isSecret(argument) ? secretText : JSON.stringify(value)));
  return [{ is: "overwrite", object, text: `${argument}: last applied ${last}, live ${now}, declared ${next}` }];
}

export interface RecordWrite extends Sending, SentFields {
  readonly body: Values;
}

/** The plan of a record: the request, if any, and values that are on their way for arguments that are no longer declared. */
export type RecordPlan = (NothingToSend | RecordWrite) & { readonly dropped: readonly SentValue[] };

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
  const sent = shown === undefined ? declaredNames(names, args) : compared.sent;
  if (sent.length === 0) return { ...compared, action: "none" };
  const unsendable = whyUnsendable(names, args, record);
  if (unsendable !== undefined) return refuse(refusedAt, unsendable);
  const body = { ...wholeRecord(names, args, record), ...more };
  const show = (values: Values) => showRecord(shownNames, values, args, isSecret);
  return {
    ...compared,
    action: request.method === "POST" ? "post" : "put",
    request: { ...request, body: show(body), ...(shown && { was: show(shown) }) },
    fields: plannedFields(names, sent, record, isSecret),
    body,
    sent,
    live: shown ?? declaredFields(names, last ?? {}),
  };
}

/** The arguments that a request sends, each with its live value. */
export function plannedFields(names: FieldNames, sent: readonly string[], live: Values, isSecret: IsSecret): PlannedField[] {
  return sent.map((argument) => {
    const value = live[names[argument] ?? ""] ?? undefined;
    return { path: [argument], ...(value !== undefined && { live: isSecret(argument) ? secretText : value }) };
  });
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

/** Values that are on their way, and that the record does not show. */
function valuesNotShown(names: FieldNames, last: object | undefined, live: Values): SentValue[] {
  return pendingValues(last).filter(
    ({ path: [name = ""], value, uncertain = false }) => uncertain || !equals(live[names[name] ?? ""], value),
  );
}

/** The pending part of the state after a read: a value that the record shows has arrived. */
export function pendingAfterRead(names: FieldNames, last: object, live: Values, isSecret: IsSecret): PendingState {
  return writePending(valuesNotShown(names, last, live), isSecret);
}

/** The state once the record shows what was sent: it still remembers what is on its way for arguments that are declared no longer. */
export function appliedState<State extends object>(state: State, pending: object): State {
  const undeclared = pendingValues(pending).filter(({ path: [name = ""] }) => (state as Values)[name] === undefined);
  return { ...state, ...writePending(undeclared, () => false) };
}

/** The declared arguments of which the record shows another value; all of them if no read has shown the record. */
export function argumentsNotShown(names: FieldNames, args: Values, live: Values | undefined): string[] {
  // What a record does not show cannot be waited for.
  return declaredNames(names, args).filter((argument) => live === undefined || !isInEffect(names, argument, args, args, live));
}

/** The arguments as the record shows them: those in state and those on their way, or all if there are none. One that it does not show stays as in state. */
export function shownArguments(names: FieldNames, last: Values, live: Values, sent: Values = {}): Values {
  const held = declaredNames(names, { ...sent, ...last });
  const wanted = held.length === 0 ? Object.keys(names) : held;
  const shown = wanted.map((argument) => [argument, live[names[argument] ?? ""] ?? last[argument]] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/** The state as a read shows the record. */
export function shownState<State extends object>(names: FieldNames, last: State, record: Values, isSecret: IsSecret): State {
  const { sent } = readPending(last);
  const shown = shownArguments(names, last as Values, record, sent);
  return { ...withoutPending(last), ...shown, ...pendingAfterRead(names, last, record, isSecret) };
}

/** The part of a record that a request sends. */
export interface SentFields {
  /** The arguments that it sends. */
  readonly sent: readonly string[];
  /** The record before it. */
  readonly live: Values;
  /** Values that are on their way for arguments that are no longer declared. */
  readonly dropped?: readonly SentValue[];
}

/**
 * The state while what was sent is not seen: it holds what is live, so that the next update sees the difference. After a request
 * whose answers were all lost, a value that was on its way `before` may arrive instead.
 */
export function stateWhilePending<State extends object>(
  names: FieldNames,
  args: State,
  { sent, live, dropped = [] }: SentFields,
  isSecret: IsSecret,
  before?: PendingChange,
): State {
  const values = sentValues(args as Values, sent);
  const pending = before === undefined ? values : pendingAfterLostAnswer(before, values);
  const shown = sent.map((argument) => [argument, live[names[argument] ?? ""] ?? undefined] as const);
  return { ...args, ...Object.fromEntries(shown), ...writePending([...pending, ...dropped], isSecret) };
}

/** A record as a line may show it: of what the program does not declare the names alone, since it may be a credential. */
export function showRecord(names: FieldNames, record: Values, declared: Values, isSecret: IsSecret): Values {
  const show = (field: string, value: unknown) => {
    const argument = argumentOf(names, field) ?? "";
    if (declared[argument] === undefined && value !== undefined) return hiddenText;
    return isSecret(argument) ? secretText : value;
  };
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, show(field, value)]));
}

/** The given arguments as values that are sent. */
export function sentValues(args: Values, sent: readonly string[]): SentValue[] {
  return sent.map((argument) => ({ path: [argument], value: args[argument] }));
}

function declaredNames(names: FieldNames, args: Values): string[] {
  return Object.keys(names).filter((argument) => args[argument] !== undefined);
}

function isInEffect(names: FieldNames, argument: string, args: Values, last: Values | undefined, live: Values): boolean {
  const value = live[names[argument] ?? ""];
  return equals(value ?? last?.[argument], args[argument]);
}
