import { costText } from "./cost";
import { commandMessage, commandProperty, visible } from "./escape";
import { approvableFingerprint } from "./fingerprint";
import type { Change, Message, Place, RenderOptions, Review, Violation } from "./model";
import { markdown } from "./render-markdown";
import { text } from "./render-text";
import { pathText } from "./values";
import { markdownStyle } from "./style";
import { verdictOf } from "./verdict";
import { filePath } from "./words";

export type Format = "markdown" | "text" | "summary" | "json" | "annotations";

/** Each format: a pure function of the review. */
export const formats: Readonly<Record<Format, (review: Review, options: RenderOptions) => string>> = {
  markdown,
  text,
  summary,
  json,
  annotations,
};

/** The review in one line: for a chat, a status or a log. */
function summary(review: Review, options: RenderOptions): string {
  const { heading, counts } = verdictOf(review, markdownStyle, options);
  return `${[heading, counts].filter(Boolean).join(" · ")}\n`;
}

/** The review as data, for a machine. Texts in it are not escaped. */
function json(review: Review, { run }: RenderOptions): string {
  const { highestImpact, changes, ...rest } = review;
  // The names that version 1 has.
  const named = changes.map(({ fields, isGraphplane: ours, matchingCount: alreadySo, resumesFailedUpdate: goesOn, ...change }) => {
    return { ...change, ours, alreadySo, goesOn, fields: fields.map((field) => ({ ...field, path: pathText(field.path) })) };
  });
  return `${JSON.stringify({ version: 1, fingerprint: approvableFingerprint(review), run, highestImpact, ...rest, changes: named }, null, 2)}\n`;
}

/** One workflow command of GitHub Actions for each change, on the line that declares it, if one still does. */
function annotations(review: Review, { directory }: RenderOptions): string {
  const lines = [
    ...review.messages.map((message) => ofMessage(message, directory)),
    ...(review.violations ?? []).map((violation) => ofViolation(violation, directory)),
    ...review.services.map(({ from, to }) =>
      command("warning", "another service", `The service changes from ${from} to ${to}.`, undefined, directory),
    ),
    ...review.changes.map((change) => ofChange(change, directory)),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function ofMessage({ severity, declaredAt, resource, text }: Message, directory: string): string {
  return command(severity, resource ?? "graphplane", text, declaredAt, directory);
}

function ofViolation({ mandatory, policy, resource, declaredAt, text }: Violation, directory: string): string {
  return command(mandatory ? "error" : "warning", [policy, resource].filter(Boolean).join(": "), text, declaredAt, directory);
}

function ofChange(change: Change, directory: string): string {
  const { action, kind, name, consequences, declaredAt, stillDeclared, fields, unannounced, requestsUnknown = "" } = change;
  const grave = unannounced || consequences.some(({ gravity }) => gravity !== "care");
  const changed = fields.map(({ path, labels }) => `${pathText(path)} (${labels.join(", ")})`).slice(0, 10);
  const unknown = unannounced ? [`What is sent is not known: ${requestsUnknown}.`] : [];
  const said = [
    ...unknown,
    ...consequences.map(({ says }) => says),
    ...(change.cost === undefined ? [] : [`Cost: ${costText(change.cost)}.`]),
    ...(changed.length === 0 ? [] : [`Values: ${changed.join(", ")}.`]),
  ].join(" ");
  const title = `${action} ${kind} ${name}`;
  return command(grave ? "warning" : "notice", title, said === "" ? title : said, stillDeclared ? declaredAt : undefined, directory);
}

function command(level: string, title: string, message: string, place: Place | undefined, directory: string): string {
  const where = place === undefined ? [] : [`file=${commandProperty(filePath(place.file, directory))}`, `line=${place.line}`];
  const shown = message.split("\n").map(visible).join("\n");
  return `::${level} ${[...where, `title=${commandProperty(visible(title))}`].join(",")}::${commandMessage(shown)}`;
}
