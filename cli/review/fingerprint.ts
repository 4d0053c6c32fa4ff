import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { canonicalJson } from "../../provider/values/json";
import { visible } from "./escape";
import type { Change, Review } from "./model";
import { pathText } from "./values";

/**
 * The fingerprint of a review: `1.<digest>.<marks>`. The digest covers every change (object, live values, new values, requests)
 * and nothing else, so other configuration, warnings and the order of the steps do not affect it. The marks name each change
 * in short, so that two fingerprints can be compared change by change; without them the digest is still a fingerprint.
 */
const version = "1";
const longestMarks = 12_000;

const marksShape = z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.record(z.string(), z.string())]));
/** Kind and name, action, digests of the object, of the requests, and of each field's values. */
type Marks = z.infer<typeof marksShape>;

/** The fingerprint of a complete preview; undefined for an incomplete one. */
export function fingerprintOf(review: Review): string | undefined {
  if (!review.complete) return undefined;
  const { project, stack, changes, services } = review;
  const whole = digest([project, stack, changes.map(contentOf), ...services], 32);
  const packed = deflateRawSync(JSON.stringify(marksOf(review))).toString("base64url");
  return packed.length > longestMarks ? `${version}.${whole}` : `${version}.${whole}.${packed}`;
}

/** The fingerprint that may be approved; undefined for a preview without its plan or without a refresh, which shows less than an update does. */
export function approvableFingerprint(review: Review): string | undefined {
  return review.planned && review.refreshed ? fingerprintOf(review) : undefined;
}

/** The comparison of a preview with the reviewed one. `differences` are as many as the fingerprint shows; names in them are not escaped. */
export type Comparison =
  { readonly is: "the same" | "malformed" | "incomplete" } | { readonly is: "another"; readonly differences: readonly Difference[] };

interface Difference {
  /** Kind and name of the resource. */
  readonly resource: string;
  readonly what: string;
  /** The fields that differ, as paths. */
  readonly fields: readonly string[];
}

const form = /^1\.([0-9a-f]{32})(?:\.([\w-]*))?$/;

export function isFingerprint(text: string): boolean {
  return form.test(text.trim());
}

export function compareWith(expected: string, review: Review): Comparison {
  const [, digestThen, packed = ""] = form.exec(expected.trim()) ?? [];
  if (digestThen === undefined) return { is: "malformed" };
  const now = fingerprintOf(review);
  if (now === undefined) return { is: "incomplete" };
  if (now.split(".")[1] === digestThen) return { is: "the same" };
  return { is: "another", differences: differences(unpackJson(packed), marksOf(review)) };
}

/** The differences from the reviewed preview, in lines for a log. */
export function comparisonText(comparison: Comparison): string[] {
  if (comparison.is !== "another") {
    const texts = {
      "the same": ["The preview still matches the review."],
      incomplete: ["The preview failed or is incomplete, so it cannot be compared with the reviewed one."],
      malformed: ["This is not a fingerprint: copy the one in the last line of the comment, which begins with 1."],
    };
    return texts[comparison.is];
  }
  const lines = comparison.differences.map(({ resource, what, fields }) => {
    return `${visible(resource)}: ${what}${fields.length === 0 ? "" : ` (${fields.map(visible).join(", ")})`}`;
  });
  const shown = lines.length > 0 ? lines : ["this fingerprint does not say what differs: compare the two comments."];
  return ["The preview no longer matches the review:", ...shown.map((line) => `- ${line}`)];
}

function differences(then: Marks | undefined, now: Marks): Difference[] {
  if (then === undefined) return [];
  const names = [...new Set([...then, ...now].map(([resource]) => resource))];
  return names.flatMap((resource): Difference[] => {
    const a = then.find(([name]) => name === resource);
    const b = now.find(([name]) => name === resource);
    if (b === undefined) return [{ resource, what: "was reviewed, but no longer changes", fields: [] }];
    if (a === undefined) return [{ resource, what: "was not reviewed", fields: [] }];
    const fields = [...new Set([...Object.keys(a[4]), ...Object.keys(b[4])])].filter((field) => a[4][field] !== b[4][field]);
    if (a[1] !== b[1]) return [{ resource, what: "its change differs from the reviewed one", fields }];
    if (a[2] !== b[2]) return [{ resource, what: "its object is not the reviewed one", fields }];
    if (fields.length > 0) return [{ resource, what: "its values differ from the reviewed ones", fields }];
    return a[3] === b[3] ? [] : [{ resource, what: "its request differs from the reviewed one", fields }];
  });
}

function marksOf({ changes, services }: Review): Marks {
  const moves = services.map(({ from, to, found }): Marks[number] => [`service ${from} → ${to}`, "move", digest(found, 6), "", {}]);
  const marks = changes.map((change): Marks[number] => {
    const { action, address, requests, fields } = contentOf(change);
    const digests = fields.map(([path, values]) => [path, digest(values, 6)] as const);
    return [nameOf(change), action, digest(address, 6), digest(requests, 6), Object.fromEntries(digests)];
  });
  return [...marks, ...moves];
}

/** The parts of a change that the digest covers. */
function contentOf({ urn, action, address = "", account, requests, fields }: Change) {
  // The live value decides what an update does; if it was not read, the value applied last takes its place.
  const values = fields.map(({ path, live, before, after }) => [pathText(path), [live.is === "unread" ? before : live, after]] as const);
  const sent = requests.map(({ method, path, body, later }) => [method, path, body ?? null, later]);
  return { urn, action, address: account === undefined ? address : [account, address], requests: sent, fields: values };
}

function nameOf({ kind, name, urn }: Change): string {
  // Two resources of one type and name differ in their parents.
  return `${kind} ${name}${urn.includes("$") ? ` ${digest(urn, 4)}` : ""}`;
}

function digest(value: unknown, characters: number): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, characters);
}

function unpackJson(packed: string): Marks | undefined {
  try {
    const text = inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: 1024 * 1024 }).toString("utf8");
    return marksShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
