import { costText } from "./cost";
import { commandMessage, commandProperty, visible } from "./escape";
import { fingerprintOf } from "./fingerprint";
import type { Change, SourceLocation, RenderOptions, Review } from "./model";
import { markdown } from "./render-markdown";
import { text } from "./render-text";
import { pathText } from "./values";
import { filePath } from "./words";

type Render = (review: Review, options: RenderOptions) => string;

export const formats = { markdown, text, json, annotations } satisfies Readonly<Record<string, Render>>;

export type Format = keyof typeof formats;

/** Returns the review as JSON. The strings are not escaped for Markdown. */
function json(review: Review, { run }: RenderOptions): string {
  const { changes, ...rest } = review;
  const named = changes.map(({ fields, ...change }) => {
    return { ...change, fields: fields.map((field) => ({ ...field, path: pathText(field.path) })) };
  });
  return `${JSON.stringify({ version: 1, fingerprint: fingerprintOf(review), run, ...rest, changes: named }, null, 2)}\n`;
}

/** Returns one GitHub Actions annotation per change, on the line that declares the resource if it is still declared. */
function annotations(review: Review, { directory }: RenderOptions): string {
  const { messages, violations, services, changes } = review;
  const all: Annotation[] = [
    ...messages.map(({ severity: level, resource: title = "graphplane", text, declaredAt }) => ({ level, title, text, declaredAt })),
    ...violations.map(({ mandatory, policy, resource, text, declaredAt }) => {
      return { level: mandatory ? "error" : "warning", title: [policy, resource].filter(Boolean).join(": "), text, declaredAt };
    }),
    ...services.map(({ from, to }) => ({ level: "warning", title: "another service", text: `The service changes from ${from} to ${to}.` })),
    ...changes.map(ofChange),
  ];
  return all.map((annotation) => `${command(annotation, directory)}\n`).join("");
}

interface Annotation {
  readonly level: string;
  readonly title: string;
  readonly text: string;
  readonly declaredAt?: SourceLocation | undefined;
}

function ofChange(change: Change): Annotation {
  const { action, kind, name, consequences, declaredAt, stillDeclared, fields, unannounced, requestsUnknown = "" } = change;
  const severe = unannounced || consequences.some(({ severity }) => severity !== "care");
  const changed = fields.map(({ path, labels }) => `${pathText(path)} (${labels.join(", ")})`).slice(0, 10);
  const unknown = unannounced ? [`The requests are unknown: ${requestsUnknown}.`] : [];
  const said = [
    ...unknown,
    ...consequences.map(({ description }) => description),
    ...(change.cost === undefined ? [] : [`Cost: ${costText(change.cost)}.`]),
    ...(changed.length === 0 ? [] : [`Values: ${changed.join(", ")}.`]),
  ].join(" ");
  const title = `${action} ${kind} ${name}`;
  return { level: severe ? "warning" : "notice", title, text: said || title, declaredAt: stillDeclared ? declaredAt : undefined };
}

function command({ level, title, text: message, declaredAt }: Annotation, directory: string): string {
  const where =
    declaredAt === undefined ? [] : [`file=${commandProperty(filePath(declaredAt.file, directory))}`, `line=${declaredAt.line}`];
  const shown = message.split("\n").map(visible).join("\n");
  return `::${level} ${[...where, `title=${commandProperty(visible(title))}`].join(",")}::${commandMessage(shown)}`;
}
