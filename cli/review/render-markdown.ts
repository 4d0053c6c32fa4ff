import { reviewFactsOf } from "../../provider/registry";
import { capitalized, count } from "../words";
import { leftInside, released } from "./consequences";
import { limitText, totalText } from "./cost";
import { destroyBlindSpots, destroyWay } from "./destroy";
import { block, code, prose, shorten, visible } from "./escape";
import { digestsIn, fingerprintOf } from "./fingerprint";
import { markerLine } from "./marker";
import type { Change, Message, RenderOptions, Review } from "./model";
import { needsCallout } from "./phrases";
import { shortenings } from "./shortening";
import { groupBy, pathText } from "./values";
import { distinctName } from "./rows";
import { markdownStyle } from "./style";
import { verdictOf } from "./verdict";
import { wayBackText } from "./way-back-text";
import { callout, firstOf, fold, namesText, paragraphs, placeText, requestText, stackName, table } from "./words";

/** Maximum length of a comment. GitHub accepts 65,536 characters; the remainder is reserved for text that a workflow adds. */
export const maxCommentLength = 65_000;
const maxNames = 10;
const maxParts = 20;
const shownCommit = 10;
/** Maximum length of every part other than the changes, to reserve at least half of the comment for them. */
const maxPartLength = 6_000;
const maxMessageLength = 2_000;
const maxLineLength = 500;

/** Renders the review as a comment with a verdict, a table, and collapsed details. Only the details can be truncated. */
export function markdown(review: Review, options: RenderOptions): string {
  const { heading, counts, head: columns, cells, omitted } = verdictOf(review, markdownStyle, options);
  const head = paragraphs(
    `## ${heading}`,
    advice(review, options),
    [counts, missingOptions(review), narrowing(options)].filter(Boolean).join(" · "),
    ...(options.notes ?? []),
    options.drift === true && driftLead(review),
    policies(review),
    limit(review),
    services(review),
    newHosts(review),
    cells.length > 0 && tableTitle(review),
    table(columns, cells),
    omitted > 0 && `… and ${count(omitted, "more row")}, in the details below.`,
    ...(review.complete && !review.destroys && options.drift !== true ? [wayBack(review), ...hints(review)] : []),
    callouts(review),
    totals(review),
    strays(review),
    messages(review, options),
  );
  const textWith = (changes: string, isWhole: boolean) => `${paragraphs(head, ...end(review, isWhole, options, changes))}\n`;
  let comment = "";
  for (const { text, isWhole } of shortenings(review.changes, options)) {
    comment = textWith(text, isWhole);
    if (comment.length <= maxCommentLength) break;
  }
  return comment;
}

const isRefused = ({ action }: Change): boolean => action === "refused deletion";

const wayBack = ({ changes }: Review): string => (changes.length === 0 ? "" : wayBackText(changes, markdownStyle));

function tableTitle({ changes }: Review): string {
  if (!changes.some(isRefused)) return "";
  const others = changes.filter((change) => !isRefused(change));
  const areDeleted = others.every(({ action, deletedWith }) => action === "delete" || deletedWith !== undefined);
  return `**Would also have ${areDeleted ? "been deleted" : "changed"}**`;
}

/** Explains how to keep a live value, delete a released object, or keep managing a replaced object. */
function hints({ changes }: Review): string[] {
  const named = (some: readonly Change[]) => firstOf(some.map((change) => distinctName(change, changes, markdownStyle)));
  const isReverting = ({ isRecreated, fields }: Change) =>
    isRecreated !== true && fields.some(({ labels }) => labels.includes("reverts an outside change"));
  const staying = changes.filter(
    ({ action, requests, managedBy, deletedWith, kind }) =>
      action === "stop managing" &&
      requests.length === 0 &&
      (managedBy ?? deletedWith) === undefined &&
      reviewFactsOf(kind)?.deletions?.["delete"] !== undefined,
  );
  const moved = changes.filter(({ consequences }) => consequences.some(({ id }) => id === released.id));
  const waiting = changes.filter(({ resumesFailedUpdate, requests }) => resumesFailedUpdate && requests.length === 0);
  return [
    ...(waiting.length === 0
      ? []
      : [
          `The last \`pulumi up\` failed at ${named(waiting)}. The next one sends no new request, and waits until the earlier one has taken effect.`,
        ]),
    ...(changes.some(isReverting) ? ["To keep a live value, declare it in the program instead."] : []),
    ...(staying.length === 0
      ? []
      : [
          `To delete ${named(staying)}, keep the resource, set \`deletionPolicy: "delete"\`, merge, then remove it in a second pull request.`,
        ]),
    ...moved.map(({ name, fields }) => {
      const causes = fields.flatMap(({ path, forcesReplacement }) => (forcesReplacement ? [pathText(path)] : []));
      return `If that is not intended, check ${namesText(causes) || "the arguments"} in ${code(name)}.`;
    }),
  ];
}

/** Returns callouts for facts that are not in the table: a likely refusal, objects left inside a deleted object, and a removal that would delete the object. */
function callouts({ changes }: Review): string {
  const nameOf = (change: Change) => distinctName(change, changes, markdownStyle);
  const left = changes.flatMap((change) => {
    const { leavesInside: names = [] } = change;
    if (names.length === 0) return [];
    const [are, them] = names.length === 1 ? ["is", "it"] : ["are", "them"];
    const stays = `${namesText(names)} ${are} still declared in the program, inside ${nameOf(change)}, which this change deletes`;
    return [`${stays}: every later preview fails. Remove ${them} in the same change.`];
  });
  const severe = (changes.some(isRefused) ? [] : changes).flatMap((change) => {
    const own = change.consequences.filter((one) => one.id !== leftInside && needsCallout(one));
    return own.map(({ severity, description }) => ({ severity, description, change }));
  });
  const textsOf = (some: typeof severe) =>
    groupBy(some, ({ description }) => description).map(
      (group) => `${firstOf(group.map(({ change }) => capitalized(nameOf(change))))}: ${group[0].description}`,
    );
  const [failing, others] = [textsOf(severe.filter(isFailing)), textsOf(severe.filter((one) => !isFailing(one)))];
  const more = (number: number) => `… and ${number} more, in the details below.`;
  return paragraphs(callout("CAUTION", within([...left, ...failing], more)), callout("WARNING", within(others, more)));
}

const isFailing = ({ severity }: { readonly severity: string }): boolean => severity === "fails";

/** Returns the monthly cost of the changes: before, after, and the difference. */
function totals({ cost }: Review): string {
  const text = cost && totalText(cost);
  return text === undefined ? "" : `💰 ${text}`;
}

/** Returns as many parts as fit, followed by the number of omitted parts. */
function within(parts: readonly string[], more: (count: number) => string): string[] {
  let length = 0;
  const shown = parts.slice(0, maxParts).filter((part) => (length += part.length + 2) <= maxPartLength);
  return shown.length === parts.length ? [...parts] : [...shown, more(parts.length - shown.length)];
}

/** Returns the collapsed details and the marker, which has no fingerprint in a drift report. */
function end(review: Review, isWhole: boolean, options: RenderOptions, changes: string): string[] {
  const { drift = false, run } = options;
  const marked = { stack: stackName(review) ?? "unknown", folder: options.folder ?? options.directory, commit: run?.commit };
  const requests = review.changes.reduce((sum, change) => sum + change.requests.length, 0);
  const parts = [
    ...(requests === 0 ? [] : [`requests (${requests})`]),
    ...(review.changes.length === 0 ? [] : ["all values"]),
    ...(review.changes.some(({ cost }) => cost !== undefined) ? ["cost calculation"] : []),
    ...(drift ? [] : ["limits of this preview"]),
  ];
  const details = fold(
    [capitalized(parts.join(", ")), runLine(options)].filter(Boolean).join(" · "),
    changes,
    outputs(review),
    drift ? "" : blindSpots(review),
  );
  if (drift) return [parts.length === 0 ? runLine(options) : details, markerLine({ ...marked, kind: "drift" })];
  if (review.destroys) return [details];
  const whole = isWhole ? fingerprintOf(review) : undefined;
  // Without the digests of its changes, a later preview cannot be compared with the fingerprint.
  const fingerprint = whole !== undefined && digestsIn(whole) !== undefined ? whole : undefined;
  const isCut = !isWhole || whole !== fingerprint;
  const cut =
    "This comment is too long to show every changed value. It has no fingerprint, so it cannot be used to apply anything: split the change.";
  const hasSecrets = review.changes.some(({ fields }) => fields.some(({ after }) => after.is === "secret"));
  const secrets = hasSecrets ? " The values of secrets are not compared." : "";
  const merging = `After the merge, these changes are applied as shown. If an unreviewed change has appeared by then, nothing is applied.${secrets}`;
  const isExact = options.merges === true && review.complete && fingerprint !== undefined;
  const last = isCut ? callout("IMPORTANT", review.complete ? [cut] : []) : isExact ? merging : "";
  return [last, details, markerLine({ ...marked, kind: "review", fingerprint })];
}

function blindSpots({ refreshed, failed, destroys, changes }: Review): string {
  const neverShown = new Set(changes.flatMap(({ kind }) => reviewFactsOf(kind)?.neverShown ?? []));
  const spots = destroys
    ? destroyBlindSpots
    : [
        ...(refreshed || failed ? [] : ["drift, because the preview ran without `--refresh`"]),
        "changes to secret stack outputs",
        ...neverShown,
        "anything that changes after this preview and before `pulumi up`",
      ];
  return paragraphs("Not covered by this preview:", spots.map((spot) => `- ${spot}`).join("\n"));
}

/** Returns a note about recommended options that this preview did not use. */
function missingOptions({ refreshed, failed, destroys }: Review): string {
  return refreshed || failed || destroys ? "" : "⚠️ previewed without refresh, so drift is not detected";
}

/** Returns a note about options that limit the preview to a part of the stack. */
function narrowing({ narrowed = [] }: RenderOptions): string {
  return narrowed.length === 0 ? "" : `⚠️ limited by ${narrowed.map((option) => code(option)).join(", ")}`;
}

/** Returns a callout for hosts that no resource in the state uses. */
function newHosts({ newHosts: hosts }: Review): string {
  const text = `**New host**: requests go to ${namesText(hosts, maxNames)}, with the credential for it. No existing resource uses this host.`;
  return callout("IMPORTANT", hosts.length === 0 ? [] : [text]);
}

/** Returns callouts for resources that move to a different control-plane address. */
function services({ services: all }: Review): string {
  const texts = all.map(({ from, to, found }) => {
    const then = found
      ? "The refresh found the resources there. From this update on, they belong to the new address, and requests go there."
      : "Nothing is written there until `pulumi refresh --run-program` has found the resources: an update that would write fails.";
    return `**Another service**: from ${code(from)} to ${code(to)}. The same identifiers might belong to different objects there. ${then}`;
  });
  return callout(
    "WARNING",
    within(texts, (more) => `… and ${count(more, "more address", "more addresses")}.`),
  );
}

/** Returns the next step to take for a drift report. */
function driftLead({ changes, complete }: Review): string {
  if (changes.length === 0) return complete ? "No drift: live settings match the program." : "";
  const isNew = changes.some(({ fields }) => fields.some(({ labels }) => labels.includes("new")));
  return paragraphs(
    "To keep a live value, declare it in the program. To restore the declared value, apply by hand or run `pulumi up`.",
    isNew && "Values marked *new* in the details are declared but were never applied: an update failed or has not run yet.",
  );
}

/** Returns a table of the policy violations, and a note on what the mandatory ones prevent. */
function policies({ violations }: Review): string {
  const groups = groupBy(violations, ({ policy, mandatory, text }) => [policy, mandatory, text]);
  const rows = groups.map((group) => {
    const [{ mandatory, policy, text }] = group;
    const names = group.flatMap(({ resource }) => resource ?? []);
    return `| ${mandatory ? "⛔" : "⚠️"} ${code(policy)} | ${namesText(names, maxNames)} | ${prose(text, maxLineLength)} |`;
  });
  const shown = within(rows, (count) => `| … and ${count} more | | |`);
  const refused = "**Not allowed**: the changes violate mandatory policies (⛔), so an update fails. This change cannot be applied.";
  return paragraphs(
    callout("CAUTION", violations.some(({ mandatory }) => mandatory) ? [refused] : []),
    rows.length > 0 && ["| policy | resources | violation |", "|---|---|---|", ...shown].join("\n"),
  );
}

function limit({ cost }: Review): string {
  const text = cost && limitText(cost);
  return callout("CAUTION", text === undefined ? [] : [`**The increase is not allowed.** ${text}`]);
}

/** Returns `commit 4f2a9c1d3e · 2026-11-22 08:15 UTC · log of the run` as HTML, for the summary of a fold. */
function runLine({ run }: RenderOptions): string {
  if (run === undefined) return "";
  const commit = run.commit === undefined ? [] : [`commit ${run.commit.slice(0, shownCommit)}`];
  const isShown = run.url !== undefined && run.url.length <= maxLineLength;
  const link = isShown ? [`<a href="${run.url.replace(/["<>&]/g, encodeURIComponent)}">log of the run</a>`] : [];
  return [...commit, run.at, ...link].join(" · ");
}

/** Explains how to proceed with a preview that cannot be applied, and any cause that is not in the heading. */
function advice({ complete, failed, destroys, changes, violations, strayRequests }: Review, { drift = false }: RenderOptions): string {
  const refused = changes.filter(isRefused);
  if (complete || (!failed && violations.some(({ mandatory }) => mandatory))) return "";
  if (refused.length > 0) {
    const [it, its] = refused.length === 1 ? ["it", "resource"] : ["them", "resources"];
    const names = refused.map((change) => distinctName(change, changes, markdownStyle));
    const protectedNames = refused.length === 1 ? "" : `Protected: ${firstOf(names, maxNames)}.`;
    const way = destroys
      ? destroyWay(refused)
      : `To delete ${it}: set \`deletionPolicy: "delete"\`, merge, then remove the ${its} in a second pull request. To keep ${it} but stop managing ${it}: \`"retain"\`.`;
    return paragraphs(protectedNames, way, ...(failed ? [] : causesOf(changes)));
  }
  if (failed)
    return `The preview failed${changes.length === 0 ? "" : ", so this list may be incomplete"}.${drift ? "" : " It cannot be applied."}`;
  const causes = causesOf(changes);
  return [
    ...(changes.some(({ failedRead }) => failedRead?.hasNoResponse) ? ["Re-run the job."] : []),
    ...within(causes, (more) => `… and ${count(more, "more reason")}.`),
    ...(drift || causes.length + strayRequests.length === 0 ? [] : ["This change cannot be applied until a review is complete."]),
  ].join(" ");
}

/** Returns the distinct reasons why requests are unknown. A single failed read can affect many resources. */
function causesOf(changes: readonly Change[]): string[] {
  const unknown = changes.filter(({ unannounced }) => unannounced);
  return groupBy(unknown, ({ failedRead, requestsUnknown }) => failedRead?.call ?? requestsUnknown).map((group) => {
    const [{ failedRead, requestsUnknown: reason = "" }] = group;
    const names = namesText(group.map(({ name }) => name));
    if (failedRead === undefined) return `The requests for ${names} are unknown: ${code(reason, 400)}.`;
    const values = `the live values of ${group.length === 1 ? names : `${group.length} resources`} are unknown`;
    const { call, outcome, hasNoResponse } = failedRead;
    if (hasNoResponse) return `${code(call)} got no response, so ${values}.`;
    return `${code(call)} ${prose(outcome)}, so ${values}: ${code(reason, 400)}.`;
  });
}

/** Returns the warnings and errors. A message that several resources share is printed only once. */
function messages({ messages: all }: Review, options: RenderOptions): string {
  const texts = groupBy(all, ({ severity, text }) => [severity, text]).map((group) => messageText(group, options));
  return paragraphs(...within(texts, (count) => `… and ${count} more warnings and errors.`));
}

function messageText(group: readonly [Message, ...Message[]], { directory }: RenderOptions): string {
  const [{ severity, text }] = group;
  const names = group.flatMap(({ resource, declaredAt }) => {
    const where = declaredAt === undefined ? "" : ` (${code(placeText(declaredAt, directory))})`;
    return resource === undefined ? [] : [`${code(resource)}${where}`];
  });
  const where = names.length === 0 ? "" : ` in ${firstOf(names)}`;
  return `${severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}${where}:\n\n${block(text, "", maxMessageLength)}`;
}

function strays({ strayRequests: all }: Review): string {
  if (all.length === 0) return "";
  const texts = all.map((request) => shorten(requestText(request).split("\n").map(visible).join("\n"), maxLineLength));
  const shown = within(texts, (more) => `… and ${count(more, "more request")}`);
  return paragraphs(
    "### ⚠️ Requests that belong to no listed change",
    "The update will send these requests, but graphplane cannot tell which resource they belong to.",
    block(shown.join("\n"), "http"),
  );
}

function outputs({ outputs: names }: Review): string {
  if (names.length === 0) return "";
  const texts = names.map((name) => code(name));
  return `Stack outputs that may change: ${within(texts, (count) => `and ${count} more`).join(", ")}.`;
}
