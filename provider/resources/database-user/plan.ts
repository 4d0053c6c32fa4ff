import type { ServiceError } from "../../../client";
import { describeMissingCall } from "../../announce/error-text";
import type { OperationContext, Plan, Refusal } from "../../definition";
import { aliasesHint, refreshHint, unseenHint } from "../../errors";
import { equals } from "../../values/json";
import { type AnnouncedRequest, secretText } from "../../announce/lines";
import { hasPendingCreation, mayStillChange } from "../../proof/pending";
import type { LookUp } from "../../proof/workspace-look-up";
import { whyRetained } from "../../proof/deletion-policy";
import type { ShownValues } from "../../announce/review-facts";
import { deletionRequest, usersPath } from "./review";
import { type DatabaseUserArguments as Arguments, type DatabaseUserState as State, type UserId } from "./schema";

/** What is done so that the user exists with the declared password, and what its deletion does. Pure. */

type Secret = OperationContext["secret"];

export type UserPlan = Plan & ({ readonly action: "none" } | { readonly action: "post" | "put"; readonly request: AnnouncedRequest });

export function planUser(args: Arguments, last: Partial<State> | undefined, live: LookUp, secret: Secret): UserPlan | Refusal {
  const isNew = last === undefined;
  const mayBeUnmade = isNew || hasPendingCreation(last);
  if ("missing" in live) {
    const reason = isNew ? live.missing : `${live.missing}. ${refreshHint}`;
    return { action: "refuse", property: "workspaceId", reason, behind: live.behind };
  }
  if (!mayBeUnmade && wasSeen(live) && isUncertain(live)) return refuse(unseenText(args));
  if ("noCall" in live) return mayBeUnmade ? refuse(missingListText(args, live.noCall)) : write("PUT", args, secret);
  if (!live.found && mayBeUnmade) return write("POST", args, secret);
  // No list that may lack users proves that one is gone.
  if (!live.found) return live.certain ? refuse(goneText(args)) : write("PUT", args, secret);
  if (isNew && args.adopt !== true) return refuse(alreadyExistsText(args));
  // It was absent before the POST whose answer was lost: the user that is there now is the one that it made.
  const isMade = !isNew && mayBeUnmade && equals(args.password, last.password);
  return isMade ? { action: "none" } : write("PUT", args, secret);
}

/** What the deletion of the resource does to the user. */
export function planUserDeletion(last: State, secret: Secret, outputs: ShownValues): Plan {
  const request = deletionRequest({ ...last, ...showBody(last, ["username"], secret) }, outputs);
  if (request !== undefined) return { action: "delete", request };
  const why = whyRetained({ ...last });
  const kept = `the user ${JSON.stringify(last.username)} is no longer managed; the service keeps it (${why})${mayStillChange(last)}`;
  return { action: "none", notices: [`graphplane: ${usersPath(last)}: ${kept}`] };
}

function write(method: "POST" | "PUT", args: Arguments, secret: Secret): UserPlan {
  const request = { method, path: usersPath(args), body: showBody(args, ["username", "password"], secret) };
  return { action: method === "POST" ? "post" : "put", request };
}

/** The body as it may be shown: the password never, also where it is not known yet. */
function showBody(args: Arguments, fields: readonly ("username" | "password")[], secret: Secret): object {
  return Object.fromEntries(fields.map((field) => [field, secret(field) ? secretText : args[field]]));
}

function refuse(reason: string): Refusal {
  return { action: "refuse", property: "username", reason };
}

function alreadyExistsText({ username }: UserId): string {
  return `the user ${JSON.stringify(username)} exists already. ${aliasesHint}. Otherwise add adopt: true to adopt it, which sets its password`;
}

function wasSeen(live: Exclude<LookUp, { missing: string }>): boolean {
  return "seenBefore" in live && live.seenBefore === true;
}

function isUncertain(live: Exclude<LookUp, { missing: string }>): boolean {
  return "noCall" in live || (!live.found && !live.certain);
}

function unseenText({ username }: UserId): string {
  return `the service does not show the user ${JSON.stringify(username)}, which it showed before, and it is not certain that the user is gone. ${unseenHint}`;
}

function goneText({ username }: UserId): string {
  return `there is no user ${JSON.stringify(username)} any more. ${refreshHint}`;
}

function missingListText(id: UserId, error: ServiceError): string {
  return missingCallText("GET", id, error, "it is not known whether the user exists, and none was created");
}

/** What a service without one of the calls leads to, and what still works there. */
export function missingCallText(method: "GET" | "POST" | "PUT", id: UserId, error: ServiceError, consequence: string): string {
  return describeMissingCall(`${method} ${usersPath(id)}`, error, consequence, stillWorks[method]);
}

const stillWorks = {
  GET: "deleting a user that state holds (endpoint 12), and users created with the database's own tools",
  POST: "setting the password of a user that exists (adopt: true) where the service can, and deleting users (endpoint 12)",
  PUT: "creating and deleting users: under another username, or once this one is deleted, a user is created with the new password",
};
