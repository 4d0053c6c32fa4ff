import { fileURLToPath } from "node:url";

/** The program's line that declares a resource, for programs that are ES modules: the engine's library does not know the form of their frames. */

/** Frames of the library above the program's, which it counts: of its own functions and of the constructors. */
const counted = 5;

/** A frame of an ES module in the form of any other: with a name, and a path in parentheses. */
export function plainFrame(frame: string): string {
  const [, name = "module", url, position] = /^\s*at (?:(.*) \()?(file:\/\/.+?)(:\d+:\d+)\)?$/.exec(frame) ?? [];
  return url === undefined || position === undefined ? frame : `    at ${name} (${fileURLToPath(url)}${position})`;
}

/** A frame as V8 writes it, nearly. */
function frameOf(site: NodeJS.CallSite): string {
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0];
  return `    at ${site.getFunctionName() ?? "anonymous"} (${site.getFileName() ?? "unknown"}:${line}:${column})`;
}

/** Gives the library the `frames` of an ES module, innermost first, in that form until the returned function is called. */
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
