import { withoutMarkers } from "../../provider/values/unknowns";
import { partsOf } from "../../provider/values/urn";
import type { RawDiagnostic } from "./inputs";
import type { Message, SourceLocation } from "./model";
import { compareNames, groupBy } from "./values";

const colors = /\u001b\[[0-9;]*[A-Za-z]|<\{%[a-z]+%\}>/g;
const maxLines = 12;
const maxCharacters = 1500;

/** Returns the program's stderr, where some language hosts print the cause of a failure. Undefined if an error already states a cause. */
export function causeInOutput(diagnostics: readonly RawDiagnostic[]): string | undefined {
  const isCause = ({ severity, message }: RawDiagnostic) => severity === "error" && !isBare(toReadable(message, severity));
  if (diagnostics.some(isCause)) return undefined;
  return diagnostics.flatMap(({ severity, message }) => (severity === "info#err" ? message.trimEnd() : [])).join("\n") || undefined;
}

/** Returns true for the engine's final error, which only says that something failed. */
const isBare = (text: string) => text === "" || text === "preview failed";

/** Returns the warnings and errors among the diagnostics in printable form, without duplicates. */
export function messagesOf(diagnostics: readonly RawDiagnostic[], placeOf: (urn: string) => SourceLocation | undefined): Message[] {
  const all = diagnostics.flatMap(({ severity, message, urn }): Message[] => {
    if (severity !== "error" && severity !== "warning") return [];
    const text = toReadable(message, severity);
    if (text === "") return [];
    const own = urn === undefined || partsOf(urn).type === "pulumi:pulumi:Stack" ? undefined : urn;
    return [{ severity, text, ...(own === undefined ? {} : { resource: partsOf(own).name, declaredAt: placeOf(own) }) }];
  });
  const said = all.filter(({ text }) => !isBare(text) || all.every((other) => isBare(other.text) || other.severity !== "error"));
  const order = ({ severity, resource = "", text }: Message) => `${severity === "error" ? 0 : 1} ${resource} ${text}`;
  const once = groupBy(said, ({ severity, resource, text }) => [severity, resource, text]).map(([first]) => first);
  return once.toSorted((a, b) => compareNames(order(a), order(b)));
}

/** The prefix that the engine adds to a provider's message. The message itself already contains the type and name of the resource. */
const ofEngine = /^[\w.-]+:[\w./-]*:\w+ resource '[^'\n]*'(?:: property (\S+) value \{(.{0,60})\})? has a problem: /;

/** Removes colors, stack traces and local directories from a message, and truncates a long one. */
function toReadable(message: string, severity: string): string {
  const lines = withoutMarkers(message).replace(colors, "").replaceAll("\r", "").split("\n");
  const kept = lines.filter((line) => !/^\s+at\b.*(:\d+\)?|<anonymous>|native)\)?\s*$/.test(line));
  const text = kept
    .map((line) => withoutFolders(line.trimEnd()))
    .join("\n")
    .replace(new RegExp(`^${severity}: `), "")
    .replace(/^Preview failed: /, "")
    .replace(/^Running program '[^']*' failed with an unhandled exception:\n(?=.)/, "")
    .replace(/^Error: /, "")
    .replace(ofEngine, (_, property?: string, value?: string) => (property === undefined ? "" : `${property} (${value}): `))
    .replace(/(?:resource )?"(urn:[^"]+)"/g, (_, urn: string) => `"${partsOf(urn).name}"`)
    .replace(/\n{2,}/g, "\n")
    .trim();
  const few = text.split("\n").slice(0, maxLines).join("\n").slice(0, maxCharacters);
  return few.length < text.length ? `${few.trimEnd()} …` : few;
}

/** Reduces absolute paths and file URLs to their last segment. Other URLs are unchanged. */
function withoutFolders(line: string): string {
  return line.replace(/(^|[\s'"(=[])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'"()<>]+){2,}/g, (found, before: string) => {
    const isOfService = /^\W?\/(workgroups|add-ons|controller|restpp|gsql)\//.test(found);
    return isOfService ? found : before + (found.split(/[/\\]/).at(-1) ?? "");
  });
}
