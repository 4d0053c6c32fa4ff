import { block, code, hideCharacters } from "./escape";
import { fingerprintOf } from "./fingerprint";
import { groupEqual } from "./groups";
import type { Change, Message, RenderOptions, Review } from "./model";
import { callout, fold, groupSection, section, title } from "./render-change";
import { blindSpots, countsOf, impactText, incompleteText, missingSights, placeText, requestText, stackName } from "./words";

/** What GitHub takes is 65,536 characters; the rest is for what a workflow puts around it. */
export const longestComment = 65_000;
/** How many changes are shown openly, however harmless; many equal ones count as one. */
const openly = 10;
const mostNames = 10;
const shownCommit = 10;

/** The review as the text of a comment. The summary, the warnings and the fingerprint are kept whatever is cut. */
export function markdown(review: Review, options: RenderOptions): string {
  const groups = groupEqual(review.changes).map((changes) => newGroup(changes, options));
  const head = [headline(review), ...runLine(options), ...incomplete(review), ...messages(review, options)];
  const tail = [...strays(review), ...outputs(review), ...missingSights(review), blind(review), hiddenLine(review)];
  // The gravest stand first, so what is cut is the least grave.
  for (const shape of shapes(groups.length)) {
    const parts = [...head, ...body(groups, shape, options), ...tail];
    const text = `${parts.join("\n\n")}\n`;
    if (text.length <= longestComment) return text;
  }
  return `${[...head, ...tail].join("\n\n")}\n`;
}

/** How many groups are printed whole, with how many rows, and how many changes more in a line each; the others are only counted. */
interface Shape {
  readonly whole: number;
  readonly rows: number;
  readonly lines: number;
}

const mostWhole = 300;
const mostLines = 400;

function shapes(count: number): Shape[] {
  const all = Math.min(count, mostWhole);
  const rows = [200, 50, 20].map((most) => ({ whole: all, rows: most, lines: mostLines }));
  const wholes = [150, 100, 75, 50, 40, 30, 20, 15, 10, 5, 3, 1, 0].filter((whole) => whole < all);
  const lines = [200, 100, 50, 20, 0].map((most) => ({ whole: 0, rows: 0, lines: most }));
  return [...rows, ...wholes.map((whole) => ({ whole, rows: 20, lines: mostLines })), ...lines];
}

/** A change, or equal ones, and its text, which is made once for a number of rows, however often it is tried. */
interface Group {
  readonly changes: readonly Change[];
  readonly text: (rows: number) => string;
}

function newGroup(changes: readonly Change[], options: RenderOptions): Group {
  const [first, ...others] = changes;
  const texts = new Map<number, string>();
  const make = (rows: number) => {
    if (first === undefined) return "";
    return others.length === 0 ? section(first, options) : groupSection([first, ...others], rows, options);
  };
  return {
    changes,
    text: (rows) => {
      const key = others.length === 0 ? 1 : rows;
      const text = texts.get(key) ?? make(rows);
      texts.set(key, text);
      return text;
    },
  };
}

function body(groups: readonly Group[], { whole, rows, lines }: Shape, options: RenderOptions): string[] {
  const full = groups.slice(0, whole);
  const isOpen = ({ changes }: Group, index: number) =>
    index < openly || changes.some(({ consequences, replaced }) => replaced || consequences.some(({ gravity }) => gravity !== "care"));
  const rest = full.filter((group, index) => !isOpen(group, index));
  const others = groups.slice(whole).flatMap(({ changes }) => changes);
  const brief = others.slice(0, lines).map((change) => `- ${title(change, options)}`);
  const left = others.length - brief.length;
  const textOf = (group: Group) => group.text(rows);
  const restCount = rest.flatMap(({ changes }) => changes).length;
  return [
    ...full.filter(isOpen).map(textOf),
    ...(rest.length === 0 ? [] : [fold(`${restCount} more, of which no downtime or loss is known`, rest.map(textOf))]),
    ...(brief.length === 0 ? [] : [fold(`${brief.length} more, in short`, [brief.join("\n")])]),
    ...(left === 0 ? [] : [`… and ${left} more that have no room here: see the log of the run.`]),
  ];
}

function headline(review: Review): string {
  const name = stackName(review);
  const impact = impactText(review, (text) => `**${text}**`);
  const why = incompleteText(review);
  const first = why === undefined ? "" : `**${why}** · `;
  return `## ${name === undefined ? "" : `${code(name)}: `}${first}${countsOf(review)}${impact === undefined ? "" : ` · ${impact}`}`;
}

/** `Commit 4f2a9c1d3e · 2026-11-22 08:15 UTC · log of the run` */
function runLine({ run }: RenderOptions): string[] {
  if (run === undefined) return [];
  const commit = run.commit === undefined ? [] : [`Commit \`${run.commit.slice(0, shownCommit)}\``];
  // A parenthesis would end the address.
  const link = run.url === undefined ? [] : [`[log of the run](${run.url.replaceAll("(", "%28").replaceAll(")", "%29")})`];
  return [[...commit, run.at, ...link].join(" · ")];
}

function incomplete({ complete, failed, changes }: Review): string[] {
  if (complete) return [];
  const listed = changes.length === 0 ? "" : ", and what is listed is what it had come to";
  const why = failed ? `the preview failed${listed}` : `the live settings could not be read, or the provider did not say what it sends`;
  const names = failed ? [] : changes.filter(({ unannounced }) => unannounced).map(({ name }) => code(name));
  const where = names.length === 0 ? "" : ` (${names.slice(0, mostNames).join(", ")}${names.length > mostNames ? ", …" : ""})`;
  return callout("CAUTION", [`This is incomplete: ${why}${where}. Nothing here can be approved.`]);
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
  const spots = blindSpots(review).map((spot) => `- ${spot}`);
  return fold("What this comment cannot see", [spots.join("\n")]);
}

/** What a workflow finds its comment by, and what was reviewed. */
function hiddenLine(review: Review): string {
  const fingerprint = fingerprintOf(review);
  const known = fingerprint === undefined ? "" : ` fingerprint=${fingerprint}`;
  return `<!-- graphplane-review stack=${hideCharacters(stackName(review) ?? "unknown")}${known} -->`;
}
