import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { ApprovalContents, ApprovedRequest } from "../client/http/approval-contents";
import { hiddenText, maxShownLength, secretText, segment } from "../provider/messages/message";
import type { LoggedPlan, PlanEntry } from "../provider/messages/plan-entry";
import { equals, isObject } from "../provider/values/json";
import { knownLater } from "../provider/values/unknowns";
import { kindOf, partsOf } from "../provider/values/urn";
import { accountOf } from "./review/changes";
import type { Preview, RawState, RawStep } from "./review/inputs";
import type { Request, Review } from "./review/model";
import { isPendingDeletion } from "./review/resources";
import { groupBy } from "./review/values";

/** The approval of a reviewed preview (`GRAPHPLANE_APPROVAL`). A run sends only the requests that the approval contains. */

/** Creates the key of a run, which is used to hash the secrets in its approval. */
export function newRunKey(): string {
  return randomBytes(32).toString("hex");
}

/** Approves every request in the review of this preview. */
export function approvalOf(review: Review, { steps = [], records }: Preview, key: string): ApprovalContents {
  if (!review.complete) throw new Error("an incomplete preview cannot be approved");
  const statesOf = ({ oldState, newState }: RawStep) => [oldState, newState].filter((state) => state !== undefined);
  const stepsOf = new Map(groupBy(steps, ({ urn }) => urn).map((same) => [same[0].urn, same]));
  const states = new Map([...stepsOf].map(([urn, same]) => [urn, same.flatMap(statesOf)]));
  const requests = review.changes.flatMap(({ key: name, urn, requests: all }) => {
    const sender = senderOf(urn, states, records);
    const plans = records.flatMap(({ urn: name, plan }) => (name === urn && plan !== undefined ? [plan] : []));
    const same = stepsOf.get(urn) ?? [];
    const isOwn = (step: RawStep) => (isPendingDeletion(step, same) ? `${urn} ${step.oldState?.id}` : urn) === name;
    return all.map((request) => approve(request, { ...sender, ...senderAccount(request, same.filter(isOwn), plans) }));
  });
  return { version: 1, key, requests };
}

export async function writeApproval(file: string, approval: ApprovalContents): Promise<void> {
  await writeFile(file, JSON.stringify(approval), { mode: 0o600, flag: "wx" });
}

/** The path segments that represent an unknown id. */
const unknownParts = [segment(knownLater), segment(undefined)];

export function approve(
  { method, path, body, later, includesLiveFields }: Request,
  { ids, ...sender }: ReturnType<typeof senderOf> & Pick<ApprovedRequest, "account">,
): ApprovedRequest {
  const parts = path.split("/");
  const isSecret = (part: string) => part === segment(secretText) || part === "[redacted]";
  const isCut = typeof body === "string" && body.length > maxShownLength && body.endsWith("…");
  return {
    ...sender,
    method,
    path: parts.map((part) => (isSecret(part) || unknownParts.includes(part) ? null : part)),
    ...(isCut ? { begins: body.slice(0, -1) } : { body }),
    wildcards: isCut ? [] : wildcardsIn(body),
    later,
    ...(includesLiveFields && { includesLiveFields }),
    // A secret id is compared by its hash.
    ...(parts.some(isSecret) ? {} : { ids }),
  };
}

/** Returns the paths, within a request body, of the values that a review hides. */
function wildcardsIn(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (Array.isArray(value) || isObject(value)) return Object.entries(value).flatMap(([key, inner]) => wildcardsIn(inner, [...place, key]));
  const isWildcard = typeof value === "string" && ([secretText, hiddenText, knownLater].includes(value) || value.includes("[redacted]"));
  return isWildcard ? [place] : [];
}

/** Returns the resource that sends a request, along with every id that its requests can contain. */
function senderOf(urn: string, states: ReadonlyMap<string, readonly RawState[]>, records: readonly PlanEntry[]) {
  const own = states.get(urn) ?? [];
  // After a rename, the state contains the earlier name until the next update.
  const earlier = own.flatMap(({ inputs, outputs }) => [inputs?.["__urn"], outputs?.["__urn"]]).filter((name) => typeof name === "string");
  const dependencies = own.flatMap(({ propertyDependencies }) => Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []));
  const known = [urn, ...dependencies].flatMap((name) => states.get(name) ?? []);
  const adopted = records.flatMap(({ urn: name = "", plan }) => (dependencies.includes(name) ? (plan?.adopted ?? []) : []));
  const ids = [...known.flatMap(({ outputs }) => Object.values(outputs ?? {})), ...adopted].filter((value) => typeof value === "string");
  const { type } = partsOf(urn);
  return {
    resources: [...new Set([urn, ...earlier])],
    kind: kindOf(type) ?? type,
    hashes: Object.fromEntries(records.filter((one) => one.urn === urn).flatMap((one) => Object.entries(one.hashes ?? {}))),
    ids: [...new Set(ids)],
  };
}

/**
 * Returns the provider resource that sends a request. For a request that deletes the old object, it is the provider in the old state;
 * otherwise, the one in the new state.
 */
function senderAccount(request: Request, steps: readonly RawStep[], plans: readonly LoggedPlan[]): Pick<ApprovedRequest, "account"> {
  const forNew = plans.flatMap(({ operation, requests, instead = [] }) => [...(operation === "replace" ? [] : requests), ...instead]);
  const update = steps.filter(({ op }) => op !== "refresh");
  const states = [update.map(({ oldState }) => oldState), update.map(({ newState }) => newState)]
    .flat()
    .filter((state) => state !== undefined);
  const account = accountOf({ state: forNew.some((one) => equals(one, request)) ? states.at(-1) : states[0] });
  return account === undefined || /^default(_|$)/.test(account) ? {} : { account };
}
