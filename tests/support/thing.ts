import { InputError } from "../../provider/errors";
import { type DynamicHost, DynamicProvider } from "../../provider/dynamic/adapter";
import { ResourceController } from "../../provider/lifecycle/resource-controller";
import { flag, identifier, number, optional, text } from "../../provider/describe/fields";
import { type ArgumentsOf, describe, type ShownValues, type StateOf } from "../../provider/describe/resource";
import { definitionFrom } from "../../provider/describe/schema";
import { ProviderProcess } from "../../provider/lifecycle/process";
import type { Plan, ResourceDefinition } from "../../provider/definition";
import { configOf, VirtualClock } from "./provider";

const deletionOf = ({ id }: ShownValues) => ({ method: "DELETE", path: `/things/${String(id)}` });

/** A resource that does nothing. */
export const thing = describe({
  kind: "Thing",
  ...{ description: [], example: "", api: "" },
  displayTemplate: "thing <id>",
  idFormat: "<id>",
  arguments: {
    id: identifier("", { replaces: true }),
    size: optional(number("")),
    note: optional(text("")),
    keep: optional(flag("", { providerOnly: true })),
  },
  outputs: { seen: optional(text("")) },
  review: {
    addressedBy: ["id"],
    compares: false,
    address: ({ id }) => `/things/${String(id)}`,
    subject: () => [],
    // The policy of a kind without one is to retain.
    deletions: { delete: deletionOf, retain: deletionOf },
  },
});
export const { review } = thing;

export type Args = ArgumentsOf<typeof thing>;
export type State = StateOf<typeof thing>;
export type Thing = ResourceDefinition<Args, State, undefined, Plan, string>;

export const provider = "the text";
/** Properties as the engine passes them. */
export const told = (properties: Record<string, unknown>) => ({ ...properties, __provider: provider });

/** The error of a promise that must fail. */
export const failureOf = (promise: Promise<unknown>): Promise<Error & { id?: string; properties?: unknown; reasons?: unknown }> =>
  promise.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => error as Error,
  );

/** The lifecycle of a resource that does only what a test gives. */
export async function life(more: Partial<Thing> = {}, connect: DynamicHost["connect"] = noClient) {
  const lines: string[] = [];
  const calls: unknown[][] = [];
  let made = 0;
  const definition: Thing = {
    ...definitionFrom(thing),
    assumedLive: () => undefined,
    observe: () => Promise.resolve(undefined),
    plan: ({ id }) => ({ action: "put", request: { method: "PUT", path: `/things/${id}` } }),
    execute: async (_plan, args, last) => {
      calls.push(last === undefined ? ["create", args] : ["update", args, last]);
      return { state: { ...args, seen: last === undefined ? "new" : "changed" } };
    },
    read: async (last) => (calls.push(["read", last]), { ...last, seen: "read" }),
    delete: async (_plan, last) => void calls.push(["delete", last]),
    ...more,
  };
  const clock = new VirtualClock();
  const process = new ProviderProcess(clock, () => `new ${++made}`, "");
  const host = { connect, log: (line: string) => lines.push(line) };
  const lifecycle = new DynamicProvider(new ResourceController(definition, process), host);
  await lifecycle.configure({ config: configOf({}) });
  return { lifecycle, clock, lines, calls };
}

function noClient(): never {
  throw new InputError("no client here");
}
