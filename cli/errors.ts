/** The user called a command wrongly; the message is one sentence that says how to fix it. */
export class UsageError extends Error {}

/** The message of an error, including one of another realm (a test runner's, a worker's), which is no `Error` here. */
export function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
}

/** Explanations of the operating system's errors, by code. */
const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "the port is taken",
  EEXIST: "it exists already",
  EISDIR: "it is a folder",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or folder",
  ENOSPC: "no space is left on the disk",
  ENOTDIR: "a part of the path is not a folder",
  ENOTEMPTY: "the folder is not empty",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};

/** The reason of an operating system's error in words; undefined for any other error. */
export function systemReason(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("syscall" in error) || !("code" in error)) return undefined;
  const code = String(error.code);
  return systemErrors[code] ?? `system error ${code}`;
}

/** The message of an error as a user reads it: an error of Node or of the operating system is put into words. */
export function describeError(error: unknown): string {
  const reason = systemReason(error);
  if (reason !== undefined) {
    const path = typeof error === "object" && error !== null && "path" in error ? `${JSON.stringify(error.path)}: ` : "";
    return `${path}${reason}.`;
  }
  const isBug = ["TypeError", "RangeError", "ReferenceError", "SyntaxError"].includes(nameOf(error));
  return isBug ? `unexpected error (${messageOf(error)}). Please report it with the command that you ran.` : messageOf(error);
}

function nameOf(error: unknown): string {
  return typeof error === "object" && error !== null && "name" in error ? String(error.name) : "";
}
