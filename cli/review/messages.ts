import { withoutMarkers } from "../../provider/values/unknowns";
import { compareNames } from "./fields";
import type { Message } from "./model";
import { partsOf, type RawDiagnostic } from "./preview";

const colours = /\u001b\[[0-9;]*[A-Za-z]|<\{%[a-z]+%\}>/g;
const mostLines = 12;
const mostCharacters = 1500;

/** The warnings and errors among the diagnostics, as they may be shown, each once. */
export function messagesOf(diagnostics: readonly RawDiagnostic[], placeOf: (urn: string) => Message["declaredAt"]): Message[] {
  const all = diagnostics.flatMap(({ severity, message, urn }): Message[] => {
    if (severity !== "error" && severity !== "warning") return [];
    const text = toReadable(message, severity);
    if (text === "") return [];
    const own = urn === undefined || partsOf(urn).type === "pulumi:pulumi:Stack" ? undefined : urn;
    return [{ severity, text, ...(own === undefined ? {} : { resource: partsOf(own).name, declaredAt: placeOf(own) }) }];
  });
  const seen = new Set<string>();
  const once = all.filter((message) => {
    const key = JSON.stringify([message.severity, message.resource, message.text]);
    return !seen.has(key) && seen.add(key);
  });
  return once.toSorted((a, b) => compareNames(order(a), order(b)));
}

function order({ severity, resource = "", text }: Message): string {
  return `${severity === "error" ? 0 : 1} ${resource} ${text}`;
}

/** Without colours, stacks, and folders of the machine; of the long ones the beginning. */
function toReadable(message: string, severity: string): string {
  const lines = withoutMarkers(message).replace(colours, "").replaceAll("\r", "").split("\n");
  const kept = lines.filter((line) => !/^\s+at\b.*(:\d+\)?|<anonymous>|native)\)?\s*$/.test(line));
  const text = kept
    .map((line) => withoutFolders(line.trimEnd()))
    .join("\n")
    .replace(new RegExp(`^${severity}: `), "")
    .replace(/^Running program '[^']*' failed with an unhandled exception:\n(?=.)/, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  const few = text.split("\n").slice(0, mostLines).join("\n").slice(0, mostCharacters);
  return few.length < text.length ? `${few.trimEnd()} …` : few;
}

/** Of a path that begins at the root, or is an address of a file, its last part; other addresses stay. */
function withoutFolders(line: string): string {
  return line.replace(
    /(^|[\s'"(=[])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'"()<>]+){2,}(?=[:'")\]\s,]|$)/g,
    (found, before: string) => {
      // A path of the service is no folder of the machine.
      if (/^\W?\/(workgroups|add-ons|controller|restpp|gsql)\//.test(found)) return found;
      return before + (found.split(/[/\\]/).at(-1) ?? "");
    },
  );
}
