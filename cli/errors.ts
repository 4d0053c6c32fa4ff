import { getSystemErrorMap } from "node:util";

/** Thrown if a command is used incorrectly. The message is one sentence that contains the fix. */
export class UsageError extends Error {}

/** Returns the properties of an error. An error from a different realm, such as a worker, is not an instance of this realm's `Error`. */
const propertiesOf = (error: unknown): Partial<NodeJS.ErrnoException> => (typeof error === "object" && error !== null ? error : {});

export function messageOf(error: unknown): string {
  return propertiesOf(error).message ?? String(error);
}

/** Describes an error of the operating system; undefined for any other error. */
export function systemReason(error: unknown): string | undefined {
  const { syscall, code } = propertiesOf(error);
  if (syscall === undefined || code === undefined) return undefined;
  const [, reason = `system error ${code}`] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  return reason;
}

/** Returns an error message for the user. Describes errors of Node and of the operating system. */
export function describeError(error: unknown): string {
  const { name = "", path } = propertiesOf(error);
  const reason = systemReason(error);
  if (reason !== undefined) return `${path === undefined ? "" : `${JSON.stringify(path)}: `}${reason}.`;
  const isBug = ["TypeError", "RangeError", "ReferenceError", "SyntaxError"].includes(name);
  return isBug ? `unexpected error (${messageOf(error)}). Please report it with the command that you ran.` : messageOf(error);
}
