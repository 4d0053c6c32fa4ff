import type { OperationContext } from "./definition";
import { equals } from "./json";
import { secretText } from "./messages";
import { pendingAfterLostAnswer, readPending, type SentValue, supersedes, writePending } from "./pending";

/** Objects whose call takes the whole record: what is declared is laid over what is live, and only that is compared. Pure. */

type Values = Readonly<Record<string, unknown>>;
type Secret = OperationContext["secret"];

/** The fields of a record by the arguments that declare them. */
export type FieldNames = Readonly<Record<string, string>>;

/** The declared fields, as the service names them. */
export function declaredFields(names: FieldNames, args: Values): Values {
  const declared = Object.entries(names).map(([argument, field]) => [field, args[argument]] as const);
  return Object.fromEntries(declared.filter(([, value]) => value !== undefined));
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

/** The declared arguments of which the record shows another value. */
export function argumentsNotShown(names: FieldNames, args: Values, live: Values): string[] {
  // What a record does not show cannot be waited for.
  return declaredNames(names, args).filter((argument) => !isInEffect(names, argument, args, args, live));
}

/** The arguments as the record shows them: those in state, or all where state holds none. */
export function shownArguments(names: FieldNames, last: Values, live: Values): Values {
  const held = declaredNames(names, last);
  const wanted = held.length === 0 ? Object.keys(names) : held;
  const shown = wanted.map((argument) => [argument, live[names[argument] ?? ""] ?? last[argument]] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/** The state while what was sent is not seen: it holds what is live, so that the next update sees the difference. */
export function stateWhilePending<State extends object>(
  names: FieldNames,
  args: State,
  sent: readonly string[],
  live: Values,
  secret: Secret,
) {
  return withPending(names, args, sent, live, sentValues(args as Values, sent), secret);
}

/** The state after a request whose answers were all lost. */
export function stateAfterLostAnswer<State extends object>(
  names: FieldNames,
  args: State,
  sent: readonly string[],
  live: Values,
  last: object | undefined,
  secret: Secret,
) {
  return withPending(names, args, sent, live, pendingAfterLostAnswer(readPending(last), sentValues(args as Values, sent)), secret);
}

/** A record as a line may show it. */
export function showRecord(names: FieldNames, record: Values, secret: Secret): Values {
  const hidden = new Set(Object.keys(names).filter(secret));
  const shown = Object.entries(record).map(
    ([field, value]) => [field, hidden.has(argumentOf(names, field) ?? "") ? secretText : value] as const,
  );
  return Object.fromEntries(shown);
}

/** The argument that declares a field. */
export function argumentOf(names: FieldNames, field: string): string | undefined {
  return Object.keys(names).find((argument) => names[argument] === field);
}

function withPending<State extends object>(
  names: FieldNames,
  args: State,
  sent: readonly string[],
  live: Values,
  pending: readonly SentValue[],
  secret: Secret,
): State {
  const shown = sent.map((argument) => [argument, live[names[argument] ?? ""] ?? undefined] as const);
  return { ...args, ...Object.fromEntries(shown), ...writePending(pending, secret) };
}

function sentValues(args: Values, sent: readonly string[]): SentValue[] {
  return sent.map((argument) => ({ path: [argument], value: args[argument] }));
}

function declaredNames(names: FieldNames, args: Values): string[] {
  return Object.keys(names).filter((argument) => args[argument] !== undefined);
}

function isInEffect(names: FieldNames, argument: string, args: Values, last: Values | undefined, live: Values): boolean {
  const value = live[names[argument] ?? ""];
  return equals(value ?? last?.[argument], args[argument]);
}
