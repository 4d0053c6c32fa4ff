import { type IsSecret, type NoRequestPlan, type Planner, planRequest, refuse, type RequestPlan } from "../../definition";
import { aliasesHint, refreshHint, unseenHint } from "../../errors";
import { equals } from "../../values/json";
import { secretText } from "../../messages/message";
import { hasPendingCreation } from "../../reconcile/pending";
import { missingCallText } from "../../reconcile/collection-item";
import type { ItemReadResult } from "../../reconcile/read-result";
import { type Arguments, type State, type UserId, usersPath } from "./description";

/** Decides whether to create a user, adopt it, or change its password. Pure. */

export type UserPlan = NoRequestPlan | (RequestPlan & { readonly action: "post" | "put"; readonly body: Login });

type Login = Pick<Arguments, "username" | "password">;

export const planUser: Planner<Arguments, State, ItemReadResult, UserPlan> = (args, last, live, isSecret) => {
  const mayNotExist = last === undefined || hasPendingCreation(last);
  const isUncertain = "noCall" in live || (!live.found && !live.certain);
  if (!mayNotExist && isUncertain && "seenBefore" in live && live.seenBefore === true) return refuse("username", unseenText(args, live));
  if ("noCall" in live)
    return mayNotExist
      ? refuse("username", missingCallText({ whatStillWorks }, { method: "GET", path: usersPath(args) }, live.noCall))
      : write("PUT", args, isSecret);
  if (!live.found && mayNotExist) return write("POST", args, isSecret);
  // An incomplete list does not prove that the user is gone.
  if (!live.found) return live.certain ? refuse("username", missingText(args)) : write("PUT", args, isSecret);
  if (last === undefined && args.adopt !== true) return refuse("username", alreadyExistsText(args));
  // The user did not exist before the POST whose response was lost, so the POST created it.
  const isCreated = last !== undefined && mayNotExist && equals(args.password, last.password);
  return isCreated ? { action: "none" } : write("PUT", args, isSecret);
};

function write(method: "POST" | "PUT", args: Arguments, isSecret: IsSecret): UserPlan {
  const { username, password } = args;
  // An unknown password is sent too.
  const show = (body: Login) => ({ username: isSecret("username") ? secretText : body.username, password: secretText });
  return planRequest({ method, path: usersPath(args) }, { username, password }, show);
}

function alreadyExistsText({ username }: UserId): string {
  return `the user ${JSON.stringify(username)} already exists. ${aliasesHint}. Otherwise add adopt: true to adopt it, which sets its password`;
}

function unseenText({ username }: UserId, live: ItemReadResult): string {
  const similar = "similar" in live ? live.similar : undefined;
  const reason = similar === undefined ? `. ${unseenHint}` : `, because ${describeSimilar(similar)}. graphplane sent no request`;
  return `the service does not return the user ${JSON.stringify(username)}, which it returned before, and the user might still exist${reason}`;
}

export function describeSimilar(name: string): string {
  const fix = `run "pulumi state delete", and declare that name with adopt: true`;
  return `the service returns ${JSON.stringify(name)}, which differs only in case. If that is the user, ${fix}`;
}

const missingText = ({ username }: UserId): string => `the service no longer returns the user ${JSON.stringify(username)}. ${refreshHint}`;

const uses: Readonly<Record<string, string>> = {
  GET: "deleting a user that is in the state, and creating users with the database's own tools",
  POST: "setting the password of an existing user (adopt: true) if the service supports it, and deleting users",
  PUT: "creating and deleting users. To set a new password, create a user with a different username, or delete this user and create it again",
};

/** Describes the features that work even if the service does not support a call. The deletion is documented. */
export function whatStillWorks(method: string): string | undefined {
  return uses[method];
}
