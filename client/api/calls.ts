import type { z } from "zod";
import type { Caller } from "../http/call";
import type { AnyEndpoint, Endpoint } from "../http/endpoint";
import { addons } from "./addons";
import { allowLists } from "./allow-lists";
import { backups } from "./backups";
import { databaseUsers } from "./database-users";
import { runQuery } from "./queries";
import { schedules } from "./schedules";
import { exchangeSecret } from "./tokens";
import { databases, workgroups } from "./workgroups";
import { workspaces } from "./workspaces";

export const endpointsByKind = { workgroups, databases, addons, backups, schedules, databaseUsers, allowLists, workspaces };
type Endpoints = typeof endpointsByKind;

export const endpoints: readonly AnyEndpoint[] = [
  ...Object.values(endpointsByKind).flatMap((ofKind) => Object.values<AnyEndpoint>(ofKind)),
  ...[runQuery, exchangeSecret],
];

type MethodOf<Call> =
  Call extends Endpoint<infer Body, infer Result, infer Parameters>
    ? (...given: [...Given<Parameters>, ...Given<z.infer<Body>>]) => Promise<z.infer<Result>>
    : never;

/** Omits the parameters if the path has none, and the body if the request has none. */
type Given<Value> = keyof Value extends never ? [] : [value: Value];

/** One method per call. Each rejects with a `ServiceError` or an `InputError`. */
export type Calls = {
  readonly [Kind in keyof Endpoints]: { readonly [Name in keyof Endpoints[Kind]]: MethodOf<Endpoints[Kind][Name]> };
};

/** Contains the methods of all calls. They are created lazily by kind, because each operation has its own client and uses only a few of them. */
class BoundCalls {
  constructor(readonly call: Caller) {}
}

for (const [kind, ofKind] of Object.entries(endpointsByKind)) {
  const bindAll = (call: Caller) => Object.entries<AnyEndpoint>(ofKind).map(([name, endpoint]) => [name, bind(endpoint, call)]);
  Object.defineProperty(BoundCalls.prototype, kind, {
    get(this: BoundCalls) {
      return Object.fromEntries(bindAll(this.call)) as unknown;
    },
  });
}

function bind(endpoint: AnyEndpoint, call: Caller) {
  const hasParameters = endpoint.path.includes("{");
  return (...given: readonly unknown[]) => {
    const [parameters, body] = hasParameters ? given : [{}, ...given];
    return call(endpoint, parameters as never, body as never);
  };
}

export function bindCalls(call: Caller): Calls {
  return new BoundCalls(call) as unknown as Calls;
}
