import { createHash } from "node:crypto";
import { canonicalJson } from "../../provider/values/json";
import type { Change, Field, Review } from "./model";
import { areShownAlike, pathText } from "./values";
import { jsonOf } from "./words";

/**
 * The fingerprint of a review: `2.<digest of all>.<digests>`. The first digest covers the whole preview. The others are those of each reviewed
 * change: one field of one object, or one creation, deletion or run whole. By them, a later preview that shows a part of what was reviewed,
 * or of several reviews, is known again. Warnings, other configuration and the order of the steps affect none of them.
 */
const version = "2";
/** The bytes of a digest of one change. */
const size = 16;
/** The maximum number of changes in a fingerprint: about 20,000 characters, so that two thirds of a comment are left. */
const maxDigests = 900;

const form = /^2\.([0-9a-f]{32})(?:\.([\w-]*))?$/;

/** A change that needs a review. */
export interface ReviewedChange {
  readonly change: Change | undefined;
  /** True for the end of an object, or of its management. */
  readonly isRemoval: boolean;
  /** The digests of a review that shows it: any of them. */
  readonly digests: readonly string[];
  /** In words, for a refusal: the field and its values, not escaped. */
  readonly text: string;
}

/** The fingerprint of a complete preview that refreshed; undefined for any other, which shows less than an update does, and for a destroy. */
export function fingerprintOf(review: Review): string | undefined {
  if (!review.complete || !review.refreshed || review.destroys) return undefined;
  const { project, stack, services } = review;
  const digests = [...new Set([...reviewedChanges(review), ...laterFields(review)].flatMap((one) => one.digests))];
  const whole = digestOf([project, stack, digests.toSorted(), services.map(({ found }) => found)]);
  if (digests.length > maxDigests) return `${version}.${whole}`;
  return `${version}.${whole}.${packDigests(digests)}`;
}

export function isFingerprint(text: string): boolean {
  return form.test(text.trim());
}

/** The part of a fingerprint that a person copies: the digest of the whole preview. */
export function shortFingerprint(fingerprint: string): string {
  return fingerprint.split(".", 2).join(".");
}

/** The digests of the reviewed changes in a fingerprint; undefined if it contains none because the review was too long. */
export function digestsIn(fingerprint: string): readonly string[] | undefined {
  const [, , packed] = form.exec(fingerprint.trim()) ?? [];
  return packed === undefined ? undefined : unpackDigests(packed);
}

export function packDigests(digests: Iterable<string>): string {
  return Buffer.from([...digests].join(""), "hex").toString("base64url");
}

export function unpackDigests(packed: string): string[] {
  const hex = Buffer.from(packed, "base64url").toString("hex");
  return hex.match(new RegExp(`.{${size * 2}}`, "g")) ?? [];
}

/** The changes of a preview that send something, or arm a later deletion, each with its digests. */
export function reviewedChanges({ changes, services }: Review): ReviewedChange[] {
  const moves = services.map(({ from, to }) => ({
    change: undefined,
    isRemoval: false,
    digests: [digestOf(["service", from, to])],
    text: `service: ${from} → ${to}`,
  }));
  return [...changes.flatMap(partsOf), ...moves];
}

/** The fields of new objects: a creation that fails half-way leaves some of them to a later update. */
function laterFields({ changes }: Review): ReviewedChange[] {
  const made = changes.filter(({ action, requests }) => action === "create" || (action === "replace" && requests.length > 0));
  return made.flatMap((change) =>
    change.fields.map((field) => ({ change, isRemoval: false, digests: [newFieldDigest(change, field)], text: "" })),
  );
}

function partsOf(change: Change): ReviewedChange[] {
  const { action, fields, requests } = change;
  const deletions = requests.filter(({ method }) => method === "DELETE");
  const others = requests.filter((request) => !deletions.includes(request));
  const part = (what: string, ...content: unknown[]): ReviewedChange => {
    const isRemoval = what === "delete" || what === "stop managing";
    return { change, isRemoval, digests: [digestOf([what, ...content])], text: `${nameOf(change)}: ${action}` };
  };
  const whole = (what: string) => part(what, change.urn, ...objectOf(change), others.map(contentOf), foreignValues(change));
  const removals = deletions.map((request) => part("delete", ...objectOf(change).slice(0, -1), contentOf(request)));
  switch (action) {
    case "keep live values":
    case "refused deletion":
      return [];
    case "change":
      // A run is sent as a whole, and what no field names too.
      if (others.some(({ method }) => method === "POST")) return [whole("run"), ...removals];
      return [...(fields.length === 0 && (others.length > 0 || !change.isGraphplane) ? [whole("change")] : fieldsOf(change)), ...removals];
    case "adopt":
      return [part("adopt", change.urn, ...objectOf(change)), ...fieldsOf(change), ...removals];
    case "create":
    case "replace":
      return [whole("make"), ...removals];
    case "delete":
      return removals.length > 0 ? removals : [whole("delete")];
    default:
      return [whole(action)];
  }
}

function fieldsOf(change: Change): ReviewedChange[] {
  const differing = change.fields.filter(isSent);
  const isResent = differing.length === 0 && change.requests.some(({ method }) => method !== "DELETE");
  return (isResent ? change.fields : differing).map((field) => {
    const { path, live, before, after } = field;
    const name = pathText(path);
    // The live value decides what an update does; if it was not read, the value applied last takes its place.
    const from = live.is === "unread" ? before : live;
    // A failed update is resumed although its value is live already: its own review has shown the value applied last.
    const shown = isResent ? [from, before] : [from];
    const values = field.labels.includes("no longer declared") ? [["no longer declared"]] : shown.map((one) => [one, after]);
    const digests = values.map((pair) => digestOf(["field", ...objectOf(change), name, ...pair]));
    return {
      change,
      isRemoval: false,
      digests: change.resumesFailedUpdate ? [...digests, newFieldDigest(change, field)] : digests,
      text: `${nameOf(change)}: ${name} ${[from, after].map((value) => jsonOf(value) || value.is).join(" → ")}`,
    };
  });
}

/** Returns false for a value that is live already. */
function isSent({ live, after }: Field): boolean {
  return after.is === "secret" || !areShownAlike(live, after);
}

function newFieldDigest({ urn }: Change, { path, after }: Field): string {
  return digestOf(["new field", urn, pathText(path), after]);
}

/** The object of a change, with its account and its service; of another package, the resource. */
function objectOf({ isGraphplane, urn, kind, provider = "", controlPlane = "", address = "" }: Change): readonly unknown[] {
  return isGraphplane ? [kind, provider, controlPlane, address] : [urn, ""];
}

/** The new values of a resource of another package, whose requests are unknown. */
function foreignValues({ isGraphplane, fields }: Change): unknown {
  return isGraphplane ? [] : fields.map(({ path, after }) => [pathText(path), after]);
}

const contentOf = ({ method, path, body, later }: Change["requests"][number]) => [method, path, body ?? null, later];

const nameOf = ({ kind, name }: Change): string => `${kind} ${name}`;

function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(canonicalJson(value))
    .digest("hex")
    .slice(0, size * 2);
}
