import { getSystemErrorMap } from "node:util";

/** Invalid usage of a command; the message is one sentence with the fix. */
export class UsageError extends Error {}

/** Returns the properties of an error, including one of a different realm (a test runner's, a worker's), which is not an `Error` here. */
const propertiesOf = (error: unknown): Partial<NodeJS.ErrnoException> => (typeof error === "object" && error !== null ? error : {});

export function messageOf(error: unknown): string {
  return propertiesOf(error).message ?? String(error);
}

/** Returns the description of an operating system's error; undefined for any other error. */
export function systemReason(error: unknown): string | undefined {
  const { syscall, code } = propertiesOf(error);
  if (syscall === undefined || code === undefined) return undefined;
  const [, reason = `system error ${code}`] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  return reason;
}

/** Returns the message of an error for a user; describes the errors of Node and of the operating system. */
export function describeError(error: unknown): string {
  const { name = "", path } = propertiesOf(error);
  const reason = systemReason(error);
  if (reason !== undefined) return `${path === undefined ? "" : `${JSON.stringify(path)}: `}${reason}.`;
  const isBug = ["TypeError", "RangeError", "ReferenceError", "SyntaxError"].includes(name);
  return isBug ? `unexpected error (${messageOf(error)}). Please report it with the command that you ran.` : messageOf(error);
}
