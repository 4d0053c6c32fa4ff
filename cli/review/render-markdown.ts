import { block, code, hideCharacters } from "./escape";
import { fingerprintOf } from "./fingerprint";
import type { Change, Field, Message, RenderOptions, Review } from "./model";
import { pathText } from "./values";
import {
  blindSpots,
  countsOf,
  incompleteText,
  labelText,
  placeText,
  requestText,
  stackName,
  subjectText,
  valueText,
  worstText,
} from "./words";

/** What GitHub takes is 65,536 characters; the rest is for what a workflow puts around it. */
export const longestComment = 65_000;
/** How many changes are shown openly, however harmless. */
const openly = 10;
const mostFields = 40;
const mostNames = 10;

/** The review as the text of a comment. The summary, the warnings and the fingerprint are kept whatever is cut. */
export function markdown(review: Review, options: RenderOptions): string {
  const { changes } = review;
  const head = [headline(review), ...incomplete(review), ...messages(review, options)];
  const tail = [...strays(review), ...outputs(review), blind(review), hiddenLine(review)];
  const texts: Texts = {
    sections: changes.slice(0, mostWhole).map((change) => section(change, options)),
    titles: changes.slice(0, mostWhole + mostLines).map((change) => title(change, options)),
  };
  // The gravest stand first, so what is cut is the least grave.
  for (const shape of shapes(changes.length)) {
    const parts = [...head, ...body(changes, texts, shape), ...tail];
    const text = `${parts.join("\n\n")}\n`;
    if (text.length <= longestComment) return text;
  }
  return `${[...head, ...tail].join("\n\n")}\n`;
}

/** How many changes are printed whole, and how many more in a line each; the others are only counted. */
interface Shape {
  readonly whole: number;
  readonly lines: number;
}

const mostWhole = 300;
const mostLines = 400;

function shapes(count: number): Shape[] {
  const all = Math.min(count, mostWhole);
  const wholes = [all, ...[150, 100, 75, 50, 40, 30, 20, 15, 10, 5, 3, 1, 0].filter((whole) => whole < all)];
  const lines = [200, 100, 50, 20, 0].map((most) => ({ whole: 0, lines: most }));
  return [...wholes.map((whole) => ({ whole, lines: mostLines })), ...lines];
}

/** The texts that a comment is put together from: made once, however often it is tried. */
interface Texts {
  readonly sections: readonly string[];
  readonly titles: readonly string[];
}

function body(changes: readonly Change[], { sections, titles }: Texts, { whole, lines }: Shape): string[] {
  const isOpen = (index: number) => index < openly || changes[index]?.consequences.some(({ gravity }) => gravity !== "care") === true;
  const full = sections.slice(0, whole);
  const rest = full.filter((_, index) => !isOpen(index));
  const brief = titles.slice(whole, whole + lines);
  const left = changes.length - full.length - brief.length;
  return [
    ...full.filter((_, index) => isOpen(index)),
    ...(rest.length === 0 ? [] : [fold(`${rest.length} more, of which no downtime or loss is known`, rest)]),
    ...(brief.length === 0 ? [] : [fold(`${brief.length} more, in short`, [brief.map((text) => `- ${text}`).join("\n")])]),
    ...(left === 0 ? [] : [`… and ${left} more that have no room here: see the log of the run.`]),
  ];
}

function fold(summary: string, parts: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, ...parts, "</details>"].join("\n\n");
}

function headline(review: Review): string {
  const name = stackName(review);
  const worst = worstText(review, (text) => `**${text}**`);
  const why = incompleteText(review);
  const first = why === undefined ? "" : `**${why}** · `;
  return `### ${name === undefined ? "" : `${code(name)}: `}${first}${countsOf(review)}${worst === undefined ? "" : ` · ${worst}`}`;
}

function incomplete({ complete, failed, changes }: Review): string[] {
  if (complete) return [];
  const listed = changes.length === 0 ? "" : ", and what is listed is what it had come to";
  const why = failed ? `the preview failed${listed}` : `the live settings could not be read, or the provider did not say what it sends`;
  const names = failed ? [] : changes.filter(({ unannounced }) => unannounced).map(({ name }) => code(name));
  const where = names.length === 0 ? "" : ` (${names.slice(0, mostNames).join(", ")}${names.length > mostNames ? ", …" : ""})`;
  return [`> [!CAUTION]\n> This is incomplete: ${why}${where}. Nothing here can be approved.`];
}

function messages({ messages: all }: Review, options: RenderOptions): string[] {
  const most = 20;
  const shown = all.slice(0, most).map((message) => messageText(message, options));
  return [...shown, ...(all.length > most ? [`… and ${all.length - most} more warnings and errors.`] : [])];
}

function messageText({ severity, resource, text, declaredAt }: Message, { directory }: RenderOptions): string {
  const where = declaredAt === undefined ? "" : ` at ${code(placeText(declaredAt, directory))}`;
  const of = resource === undefined ? "" : ` of ${code(resource)}${where}`;
  return `${severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}${of}:\n\n${block(text)}`;
}

function title(change: Change, { directory }: RenderOptions): string {
  const { action, name, kind, consequences, declaredAt, stillDeclared, unannounced } = change;
  const worst = consequences[0] === undefined ? "" : ` · **${consequences[0].inShort}**`;
  const unknown = unannounced ? " · ⚠️ **not known**" : "";
  const where = declaredAt === undefined ? "" : ` · ${stillDeclared ? "" : "was at "}${code(placeText(declaredAt, directory))}`;
  return `**${action}** ${code(name)} · ${change.ours ? kind : code(kind)}${where}${unknown}${worst}`;
}

function section(change: Change, options: RenderOptions): string {
  const lead = change.ours ? subjectText(change) : "";
  return [
    `#### ${title({ ...change, consequences: [] }, options)}`,
    ...(lead === "" ? [] : [lead]),
    ...(change.goesOn ? ["The last `pulumi up` failed here: this one goes on where it stood."] : []),
    ...(change.consequences.length === 0 ? [] : [change.consequences.map(({ says, gravity }) => `- ${signs[gravity]} ${says}`).join("\n")]),
    ...fields(change),
    ...requests(change),
    ...(change.remarks.length === 0 ? [] : [change.remarks.map((text) => `- ${code(text, 500)}`).join("\n")]),
  ].join("\n\n");
}

const signs = { destroys: "🛑", offline: "⏸️", care: "ℹ️" } as const;

function fields({ fields: all, alreadySo, action, ours }: Change): string[] {
  const so =
    alreadySo === 0 || action !== "adopt" ? [] : [`${alreadySo} more declared ${alreadySo === 1 ? "value is" : "values are"} so already.`];
  if (all.length === 0) return so;
  const shown = all.slice(0, mostFields);
  const more = all.length > shown.length ? [`… and ${all.length - shown.length} more values.`] : [];
  const table = ours
    ? ["| value | code before | live now | code after | why |", "|---|---|---|---|---|", ...shown.map(row)]
    : ["| value | code before | code after |", "|---|---|---|", ...shown.map(shortRow)];
  return [table.join("\n"), ...more, ...so];
}

function row(field: Field): string {
  return `| ${code(pathText(field.path))} | ${valueText(field.before)} | ${valueText(field.live)} | ${afterText(field)} | ${labelText(field)} |`;
}

function shortRow(field: Field): string {
  const because = field.forcesReplacement ? " **forces the replacement**" : "";
  return `| ${code(pathText(field.path))} | ${valueText(field.before)} | ${afterText(field)}${because} |`;
}

function afterText({ after }: Field): string {
  return after.is === "absent" ? "not declared" : `**${valueText(after)}**`;
}

function requests({ requests: all, requestsUnknown, unannounced, ours, action, fields: changed, goesOn }: Change): string[] {
  if (!ours) return [];
  const lead = unannounced ? "⚠️ **What is sent is not known**" : "**What is sent is known only in part**";
  const unknown = requestsUnknown === undefined ? [] : [`${lead}: ${code(requestsUnknown, 400)}.`];
  const sent = all.map(({ later, announced, ...request }) => {
    const sure = announced || requestsUnknown === undefined ? "" : "# as far as it follows from what is declared\n";
    return `${sure}${requestText({ ...request, later, announced })}${later.length === 0 ? "" : `\n# with ${later.join(", ")}, known during the update`}`;
  });
  const kept =
    action === "replace" && all.every(({ announced, method }) => announced || method !== "DELETE") ? ["The old one is left as it is."] : [];
  if (sent.length > 0) return [...unknown, block(sent.join("\n"), "http"), ...kept];
  return unknown.length > 0 ? unknown : [nothingSent(action, changed, goesOn)];
}

function nothingSent(action: Change["action"], changed: readonly Field[], goesOn: boolean): string {
  if (action === "let go") return "Nothing is sent: the state forgets it, and the service keeps it as it is.";
  if (action === "record") return "Nothing is sent: the code now says what is live.";
  if (changed.length > 0 && changed.every(({ labels }) => labels.includes("let go")))
    return "Nothing is sent: what is no longer declared stays as it is live.";
  return goesOn ? "Nothing is sent again: what was sent is waited for." : "Nothing is sent.";
}

function strays({ strayRequests }: Review): string[] {
  if (strayRequests.length === 0) return [];
  return [`Also announced, for no change listed here:\n\n${block(strayRequests.map(requestText).join("\n"), "http")}`];
}

function outputs({ outputs: names }: Review): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 20).map((name) => code(name));
  return [`Outputs of the stack that may change: ${shown.join(", ")}${names.length > 20 ? ` and ${names.length - 20} more` : ""}.`];
}

function blind(review: Review): string {
  return `<sub>This comment cannot see:</sub>\n${blindSpots(review)
    .map((spot) => `- <sub>${spot}</sub>`)
    .join("\n")}`;
}

/** What a workflow finds its comment by, and what was reviewed. */
function hiddenLine(review: Review): string {
  const fingerprint = fingerprintOf(review);
  const known = fingerprint === undefined ? "" : ` fingerprint=${fingerprint}`;
  return `<!-- graphplane-review stack=${hideCharacters(stackName(review) ?? "unknown")}${known} -->`;
}
