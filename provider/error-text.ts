import { type Failure, InputError as ClientInputError, isServiceError, SettingsError } from "../client";
import { settingsMessage } from "./config";
import { InputError, NotAppliedError } from "./errors";

/** Failures that a process told, by what they were told for: several resources may share a read that failed. */
export type ReportedFailures = WeakMap<Failure, string>;

/** A failed request's message: in full once, and in short for every other object that it is told for. Undefined for other errors. */
export function requestErrorMessage(error: unknown, told: ReportedFailures, hide: (text: string) => string): string | undefined {
  if (!isServiceError(error)) return undefined;
  const object = hide(error.object ?? "");
  const first = told.get(error.failure) ?? object;
  told.set(error.failure, first);
  return hide(first === object ? error.message : error.inShort(first));
}

/** An error's own words; one that nobody foresaw is named as such. */
export function errorMessage(error: unknown): string {
  if (error instanceof SettingsError) return settingsMessage(error);
  const known = error instanceof InputError || error instanceof ClientInputError || error instanceof NotAppliedError;
  return known ? error.message : `an error of this provider, please report it (${nameOf(error)})`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}
