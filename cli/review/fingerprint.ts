import { createHash } from "node:crypto";
import { canonicalJson } from "../../provider/values/json";
import { type Change, type Field, isDeleting, type Review } from "./model";
import { areShownAlike, pathText } from "./values";
import { jsonOf } from "./words";

/**
 * The fingerprint of a review: `2.<digest of all>.<digests>`. The first digest covers the whole preview. Each of the others covers one
 * reviewed change: a field of an object, or a whole creation, deletion or run. A later preview can match a part of one review, or parts of
 * several reviews. Warnings, unrelated configuration and the order of the steps do not affect the digests.
 */
const version = "2";
/** The size of a digest in bytes. */
const size = 16;
/** The maximum number of changes in a fingerprint. With this many changes, it has about 20,000 characters, which is a third of the longest comment. */
const maxDigests = 900;

const form = /^2\.([0-9a-f]{32})(?:\.([\w-]*))?$/;

export interface ReviewedChange {
  readonly change: Change | undefined;
  /** True if the change deletes an object or stops managing it. */
  readonly isRemoval: boolean;
  /** Alternative digests. A review that contains any one of them covers the change. */
  readonly digests: readonly string[];
  /** A description of the change for a refusal: the field and its values, unescaped. */
  readonly text: string;
}

/** Returns the fingerprint of a complete preview with a refresh. Undefined for a destroy, and for previews that might contain less than the update does. */
export function fingerprintOf(review: Review): string | undefined {
  if (!review.complete || !review.refreshed || review.destroys) return undefined;
  const { project, stack, services } = review;
  const digests = [...new Set([...reviewedChanges(review).flatMap((one) => one.digests), ...laterDigests(review)])];
  const whole = digestOf([project, stack, digests.toSorted(), services.map(({ found }) => found)]);
  if (digests.length > maxDigests) return `${version}.${whole}`;
  return `${version}.${whole}.${packDigests(digests)}`;
}

export function isFingerprint(text: string): boolean {
  return form.test(text.trim());
}

/** Returns the short form of a fingerprint, which is easy to copy: the digest of the whole preview. */
export function shortFingerprint(fingerprint: string): string {
  return fingerprint.split(".", 2).join(".");
}

/** Returns the digests of the reviewed changes in a fingerprint. Undefined if the review was too long, so that the fingerprint contains no digests. */
export function digestsIn(fingerprint: string): readonly string[] | undefined {
  const packed = form.exec(fingerprint.trim())?.[2];
  return packed === undefined ? undefined : unpackDigests(packed);
}

export function packDigests(digests: Iterable<string>): string {
  return Buffer.from([...digests].join(""), "hex").toString("base64url");
}

export function unpackDigests(packed: string): string[] {
  const hex = Buffer.from(packed, "base64url").toString("hex");
  return hex.match(new RegExp(`.{${size * 2}}`, "g")) ?? [];
}

/** Returns the changes in a preview, with their digests, that send a request or let a later removal delete an object. */
export function reviewedChanges({ changes, services }: Review): ReviewedChange[] {
  const moves = services.map(({ from, to }) => ({
    change: undefined,
    isRemoval: false,
    digests: [digestOf(["service", from, to])],
    text: `service: ${from} → ${to}`,
  }));
  return [...changes.flatMap(partsOf), ...moves];
}

/** Returns the digests of the fields of new objects. If a creation fails halfway, a later update sends the remaining fields. */
function laterDigests({ changes }: Review): string[] {
  const made = changes.filter(({ action, requests }) => action === "create" || (action === "replace" && requests.length > 0));
  return made.flatMap((change) => change.fields.map((field) => newFieldDigest(change, field)));
}

function partsOf(change: Change): ReviewedChange[] {
  const { action, fields, requests } = change;
  const deletions = requests.filter(isDeleting);
  const others = requests.filter((request) => !isDeleting(request));
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
      // A run is a single change, as is a request whose values are not fields.
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
  const isResent = differing.length === 0 && !change.requests.every(isDeleting);
  return (isResent ? change.fields : differing).map((field) => {
    const { path, live, before, after } = field;
    const name = pathText(path);
    // An update depends on the live value or, if it was not read, on the last applied value.
    const from = live.is === "unread" ? before : live;
    // A resumed update can send a value that is already live. Its own review contained the last applied value.
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

/** Returns false for a value that is already live. */
function isSent({ live, after }: Field): boolean {
  return after.is === "secret" || !areShownAlike(live, after);
}

function newFieldDigest({ urn }: Change, { path, after }: Field): string {
  return digestOf(["new field", urn, pathText(path), after]);
}

/** Identifies the object of a change by its account and service. For another package, identifies the resource. */
function objectOf({ isGraphplane, urn, kind, provider = "", controlPlane = "", address = "" }: Change): readonly unknown[] {
  return isGraphplane ? [kind, provider, controlPlane, address] : [urn, ""];
}

/** Returns the new values of a resource of another package, because its requests are unknown. */
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
