import type { z } from "zod";
import type { Caller } from "../http/call";
import type { AnyEndpoint, Endpoint } from "../http/endpoint";
import { addons } from "./addons";
import { allowLists, enforceRanges, liftRanges } from "./allow-lists";
import { backups } from "./backups";
import { databaseUsers } from "./database-users";
import { databases } from "./databases";
import { runQuery } from "./queries";
import { listSchedules, schedules } from "./schedules";
import { exchangeSecret } from "./tokens";
import { listCloudProviders, listPublicCloudProviders, listWorkgroups, workgroups } from "./workgroups";
import { workspaces } from "./workspaces";

/** The calls of the control plane by the kind of their object: endpoints, and functions that make a method of a caller. */
const calls = { workgroups, databases, addons, backups, schedules, databaseUsers, allowLists, workspaces };

type Entry = AnyEndpoint | ((call: Caller) => unknown);

/** Every endpoint of the service. */
export const endpoints: readonly AnyEndpoint[] = [
  ...[enforceRanges, liftRanges, listSchedules, listWorkgroups, listCloudProviders, listPublicCloudProviders],
  ...Object.values(calls).flatMap((entries) => Object.values<Entry>(entries).filter((entry) => typeof entry !== "function")),
  ...[runQuery, exchangeSecret],
];

/** The method of a call: an endpoint's takes the parameters of its path, and its body. */
type MethodOf<Call> = Call extends (call: Caller) => infer Method
  ? Method
  : Call extends Endpoint<string, infer Body, infer Result, infer Parameters>
    ? (...given: [...Given<Parameters>, ...Given<z.infer<Body>>]) => Promise<z.infer<Result>>
    : never;

/** Nothing for the parameters of a path without any, and for the body of a request without one. */
type Given<Value> = keyof Value extends never ? [] : [value: Value];

/** A method for each call. Each rejects with a `ServiceError` or an `InputError`. */
export type Calls = {
  readonly [Kind in keyof typeof calls]: { readonly [Name in keyof (typeof calls)[Kind]]: MethodOf<(typeof calls)[Kind][Name]> };
};

/** The methods of all calls. Those of a kind are made when they are first used: every operation has clients of its own, and uses few. */
export function bindCalls(call: Caller): Calls {
  const bind = (entry: Entry) => {
    if (typeof entry === "function") return entry(call);
    const hasParameters = entry.path.includes("{");
    return (...given: readonly unknown[]) => {
      const [parameters, body] = hasParameters ? given : [{}, ...given];
      return call(entry, parameters as never, body as never);
    };
  };
  const bindAll = (entries: Readonly<Record<string, Entry>>) =>
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, bind(entry)]));
  const kinds = Object.entries(calls).map(([kind, entries]): [string, PropertyDescriptor] => {
    let methods: object | undefined;
    return [kind, { get: () => (methods ??= bindAll(entries)) }];
  });
  return Object.defineProperties({}, Object.fromEntries(kinds)) as Calls;
}
