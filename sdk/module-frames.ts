import { fileURLToPath } from "node:url";

/** Locates the declaration of a resource in an ES module, because the Pulumi SDK does not recognize the stack frame format of these modules. */

/** The number of SDK frames, for functions and constructors, above the program's frame. */
const counted = 5;

/** Formats a frame of an ES module like other frames, with a name, and a path in parentheses. */
export function plainFrame(frame: string): string {
  const [, name = "module", url, position] = /^\s*at (?:(.*) \()?(file:\/\/.+?)(:\d+:\d+)\)?$/.exec(frame) ?? [];
  return url === undefined || position === undefined ? frame : `    at ${name} (${fileURLToPath(url)}${position})`;
}

/** Formats a stack frame in almost the same format as V8. */
function frameOf(site: NodeJS.CallSite): string {
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0];
  return `    at ${site.getFunctionName() ?? "anonymous"} (${site.getFileName() ?? "unknown"}:${line}:${column})`;
}

/** Passes the `frames` of an ES module to the SDK in that format, innermost first, until the returned function is called. */
export function showModuleFrames(frames: readonly string[]): () => void {
  if (frames[0]?.includes("file://") !== true) return () => undefined;
  const earlier = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  const format = earlier?.value as ((error: Error, sites: readonly NodeJS.CallSite[]) => unknown) | undefined;
  const shown = ["Error", ...Array<string>(counted).fill("    at pulumi-graphplane"), ...frames.map(plainFrame)].join("\n");
  Error.prepareStackTrace = (error: Error, sites: readonly NodeJS.CallSite[]): unknown => {
    if (sites[0]?.getFunctionName() === "callsites") return shown;
    return format === undefined ? [String(error), ...sites.map(frameOf)].join("\n") : format(error, sites);
  };
  return () => {
    if (earlier === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Object.defineProperty(Error, "prepareStackTrace", earlier);
  };
}
