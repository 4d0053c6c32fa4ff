import { limitText, sumText } from "./cost";
import { block, code, hideCharacters, prose, shorten, visible } from "./escape";
import { fingerprintOf } from "./fingerprint";
import { groupEqual } from "./groups";
import type { Change, Message, RenderOptions, Review } from "./model";
import { callout, groupSection, isShownWhole, section, title } from "./render-change";
import { fold } from "./render-values";
import { groupBy } from "./values";
import { blindSpots, countsOf, impactText, incompleteText, missingSights, placeText, requestText, stackName } from "./words";

/** GitHub accepts 65,536 characters; the rest is for text that a workflow adds. */
export const longestComment = 65_000;
/** The number of changes shown openly, however harmless; equal ones count as one. */
const openly = 10;
const mostNames = 10;
const mostShared = 3;
const mostParts = 20;
const shownCommit = 10;
/** The longest parts, in characters, beside the changes: at least half of the comment is left for these. */
const longest = {
  messages: 12_000,
  message: 2_000,
  violations: 8_000,
  violation: 500,
  strays: 5_000,
  names: 3_000,
  services: 3_000,
  stack: 200,
  address: 500,
} as const;

/** The review as the text of a comment. The summary, the warnings and the fingerprint are kept whatever is cut. */
export function markdown(review: Review, options: RenderOptions): string {
  const shared = sharedReasons(review);
  const groups = groupEqual(review.changes).map((changes) => newGroup(changes, options, shared));
  const head = [
    headline(review, options),
    ...runLine(options),
    ...(options.drift === true ? driftLead(review) : missingSights(review)),
    ...incomplete(review, shared, options),
    ...policies(review),
    ...limit(review),
    ...services(review),
    ...strays(review),
    ...messages(review, options),
  ];
  const textWith = (parts: readonly string[], isWhole: boolean) =>
    `${[...head, ...parts, ...outputs(review), ...end(review, isWhole, options)].join("\n\n")}\n`;
  // Changes are sorted by action, then by gravity; each shape cuts from the end.
  for (const shape of shapes(groups.length)) {
    const isWhole = groups.length <= shape.whole && review.changes.every(isShownWhole);
    const text = textWith(body(groups, shape, options), isWhole);
    if (text.length <= longestComment) return text;
  }
  return textWith([`… and ${review.changes.length} changes that do not fit here: see the log of the run.`], false);
}

/** Parts as long as there is room for them, and how many are left out. */
function within(characters: number, parts: readonly string[], more: (count: number) => string): string[] {
  let length = 0;
  const shown = parts.slice(0, mostParts).filter((part) => (length += part.length + 2) <= characters);
  return shown.length === parts.length ? [...parts] : [...shown, more(parts.length - shown.length)];
}

/** The end of a comment that may be approved; a report of drift has nothing to approve. */
function end(review: Review, isWhole: boolean, { drift = false }: RenderOptions): string[] {
  if (drift) return [mark("drift", review)];
  return [...cutNotice(review, isWhole), blind(review), hiddenLine(review, isWhole)];
}

/** The reason why a shortened comment has no fingerprint. */
function cutNotice({ complete }: Review, isWhole: boolean): string[] {
  if (isWhole || !complete) return [];
  return callout("IMPORTANT", [
    "This comment is shortened, and not all values that change are in it. It has no fingerprint, so it cannot be used to apply anything: make fewer changes at once.",
  ]);
}

/** The reasons for which the requests of several resources are not known. */
function sharedReasons({ changes }: Review): string[] {
  const reasons = changes.flatMap(({ unannounced, requestsUnknown }) => (unannounced ? (requestsUnknown ?? []) : []));
  return [...new Set(reasons.filter((reason, index) => reasons.indexOf(reason) !== index))];
}

/** Callouts for resources that belong to another address now. */
function services({ services: all }: Review): string[] {
  const texts = all.map(({ from, to, found }) => {
    const then = found
      ? "The refresh found the resources there: they are of the new address from this update on, and requests go there."
      : "Nothing is written there until `pulumi refresh --run-program` has found the resources: an update that must write fails.";
    return `**Another service**: from ${code(from)} to ${code(to)}. The same identifiers may name other objects there. ${then}`;
  });
  return callout(
    "WARNING",
    within(longest.services, texts, (count) => `… and ${count} more addresses.`),
  );
}

/** Limits of a shortened comment: groups printed whole, their rows, and further changes in a line each; the others are counted. */
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

function newGroup(changes: readonly Change[], options: RenderOptions, shared: readonly string[]): Group {
  const [first, ...others] = changes;
  const texts = new Map<number, string>();
  const make = (rows: number) => {
    if (first === undefined) return "";
    return others.length === 0 ? section(first, options, shared) : groupSection([first, ...others], rows, options);
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
    ...(left === 0 ? [] : [`… and ${left} more that do not fit here: see the log of the run.`]),
  ];
}

function headline(review: Review, { drift = false }: RenderOptions): string {
  const name = stackName(review);
  const impact = impactText(review, (text) => `**${text}**`);
  const why = incompleteText(review);
  const first = why === undefined ? "" : `**${why}** · `;
  const sum = review.cost && sumText(review.cost);
  const cost = sum === undefined ? "" : ` · ${sum}`;
  const of = drift ? `Drift${name === undefined ? ": " : " of "}` : "";
  return `## ${of}${name === undefined ? "" : `${code(name)}: `}${first}${countsOf(review)}${impact === undefined ? "" : ` · ${impact}`}${cost}`;
}

/** The meaning of the changes in a report of drift. */
function driftLead({ changes, complete }: Review): string[] {
  if (changes.length === 0) return complete ? ["The live settings are what the program declares."] : [];
  const isNew = changes.some(({ fields }) => fields.some(({ labels }) => labels.includes("new")));
  return [
    "The live settings differ from what the program declares. The next `pulumi up` does what is listed here. To keep a live value, declare it in the program.",
    ...(isNew ? ["Values marked *new* are declared and were never applied: an update failed, or has not run yet."] : []),
  ];
}

/** Violations of policies: what a mandatory one stops, and a table of all. */
function policies({ violations = [] }: Review): string[] {
  if (violations.length === 0) return [];
  const groups = groupBy(violations, ({ policy, mandatory, text }) => [policy, mandatory, text]);
  const rows = groups.map(([first, ...others]) => {
    if (first === undefined) return "";
    const names = [first, ...others].flatMap(({ resource }) => (resource === undefined ? [] : code(resource)));
    return `| ${first.mandatory ? "⛔" : "⚠️"} ${code(first.policy)} | ${listOf(names)} | ${prose(first.text, longest.violation)} |`;
  });
  const shown = within(longest.violations, rows, (count) => `| … and ${count} more | | |`);
  const refused = violations.some(({ mandatory }) => mandatory);
  return [
    ...callout(
      "CAUTION",
      refused ? ["**Not allowed**: the changes violate mandatory policies (⛔), so an update fails. Nothing here can be approved."] : [],
    ),
    ["| policy | resources | violation |", "|---|---|---|", ...shown].join("\n"),
  ];
}

function limit({ cost }: Review): string[] {
  const text = cost && limitText(cost);
  return text === undefined ? [] : callout("CAUTION", [`**The increase is not allowed.** ${text}`]);
}

/** `Commit 4f2a9c1d3e · 2026-11-22 08:15 UTC · log of the run` */
function runLine({ run }: RenderOptions): string[] {
  if (run === undefined) return [];
  const commit = run.commit === undefined ? [] : [`Commit \`${run.commit.slice(0, shownCommit)}\``];
  // A parenthesis would end the address.
  const link =
    run.url === undefined || run.url.length > longest.address
      ? []
      : [`[log of the run](${run.url.replaceAll("(", "%28").replaceAll(")", "%29")})`];
  return [[...commit, run.at, ...link].join(" · ")];
}

function incomplete({ complete, failed, changes, strayRequests }: Review, shared: readonly string[], options: RenderOptions): string[] {
  if (complete) return [];
  const listed = changes.length === 0 ? "" : ", and only what it had reached is listed";
  const isKnown = !changes.some(({ unannounced }) => unannounced) && strayRequests.length > 0;
  const unread = "the live settings could not be read, or the provider did not say what it sends";
  const why = failed ? `the preview failed${listed}` : isKnown ? "requests are announced that belong to no listed change" : unread;
  const names = failed ? [] : changes.filter(({ unannounced }) => unannounced).map(({ name }) => code(name));
  const where = names.length === 0 ? "" : ` (${listOf(names)})`;
  const causes = within(
    longest.names,
    shared.map((reason) => {
      const of = changes.filter(({ requestsUnknown }) => requestsUnknown === reason).map(({ name }) => code(name));
      const more = of.length > mostShared ? ` and ${of.length - mostShared} more` : "";
      return `What is sent to ${of.slice(0, mostShared).join(", ")}${more} is not known: ${code(reason, 400)}.`;
    }),
    (count) => `… and ${count} more reasons.`,
  );
  const approval = options.drift === true ? "" : " Nothing here can be approved.";
  const refused = changes.filter(({ action }) => action === "refused deletion").map(({ name }) => code(name));
  const fails = refused.length === 0 ? [] : [`The update would fail: the deletion of ${listOf(refused)} is refused.${approval}`];
  const isUnread = failed || isKnown || names.length > 0;
  return callout("CAUTION", [...fails, ...(isUnread ? [`This is incomplete: ${why}${where}.${approval}`] : []), ...causes]);
}

function listOf(names: readonly string[]): string {
  return `${names.slice(0, mostNames).join(", ")}${names.length > mostNames ? ", …" : ""}`;
}

/** Warnings and errors; what several resources have in common once. */
function messages({ messages: all }: Review, options: RenderOptions): string[] {
  const texts = groupBy(all, ({ severity, text }) => [severity, text]).map((group) => messageText(group, options));
  return within(longest.messages, texts, (count) => `… and ${count} more warnings and errors.`);
}

function messageText(group: readonly Message[], { directory }: RenderOptions): string {
  const [first] = group;
  const names = group.flatMap(({ resource, declaredAt }) => {
    const where = declaredAt === undefined ? "" : ` at ${code(placeText(declaredAt, directory))}`;
    return resource === undefined ? [] : [`${code(resource)}${where}`];
  });
  const more = names.length > mostShared ? ` and ${names.length - mostShared} more` : "";
  const of = names.length === 0 ? "" : ` of ${names.slice(0, mostShared).join(", ")}${more}`;
  return `${first?.severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}${of}:\n\n${block(first?.text ?? "", "", longest.message)}`;
}

function strays({ strayRequests: all }: Review): string[] {
  if (all.length === 0) return [];
  const texts = all.map((request) => shorten(requestText(request).split("\n").map(visible).join("\n"), longest.address));
  const shown = within(longest.strays, texts, (count) => `… and ${count} more requests`);
  return [
    "### ⚠️ Requests of no listed change",
    "The provider announced them, and it is not known for which resource.",
    block(shown.join("\n"), "http"),
  ];
}

function outputs({ outputs: names }: Review): string[] {
  if (names.length === 0) return [];
  const texts = names.map((name) => code(name));
  return [`Outputs of the stack that may change: ${within(longest.names, texts, (count) => `and ${count} more`).join(", ")}.`];
}

function blind(review: Review): string {
  const spots = blindSpots(review).map((spot) => `- ${spot}`);
  return fold("What this comment cannot see", [spots.join("\n")]);
}

/** The mark by which a workflow finds its comment, and the fingerprint. */
function hiddenLine(review: Review, isWhole: boolean): string {
  const fingerprint = isWhole ? fingerprintOf(review) : undefined;
  return mark("review", review, fingerprint === undefined ? "" : ` fingerprint=${fingerprint}`);
}

function mark(kind: "review" | "drift", review: Review, more = ""): string {
  return `<!-- graphplane-${kind} stack=${hideCharacters(stackName(review) ?? "unknown").slice(0, longest.stack)}${more} -->`;
}
