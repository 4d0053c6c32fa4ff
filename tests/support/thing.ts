import { z } from "zod";
import { InputError } from "../../provider/errors";
import { type DynamicHost, DynamicProvider } from "../../provider/dynamic/door";
import { Lifecycle } from "../../provider/lifecycle/lifecycle";
import type { ReviewFacts, ShownValues } from "../../provider/announce/review-facts";
import { ProviderProcess } from "../../provider/lifecycle/process";
import type { AnyResource, Plan, ResourceDefinition } from "../../provider/definition";
import { configOf, VirtualClock } from "./provider";

/** The arguments of a resource that does nothing. */
export interface Args {
  readonly id: string;
  readonly size?: number | undefined;
  readonly note?: string | undefined;
  readonly keep?: boolean | undefined;
}
export type State = Args & { readonly seen?: string | undefined };
export type Thing = ResourceDefinition<Args, State, undefined, Plan, string>;

export const provider = "the text";
/** Properties as the engine passes them. */
export const told = (properties: Record<string, unknown>) => ({ ...properties, __provider: provider });

function deletionOf({ id }: ShownValues) {
  return { method: "DELETE", path: `/things/${String(id)}` };
}

/** The facts that a review knows about it. */
export const review: ReviewFacts = {
  adopts: false,
  compares: false,
  localArguments: ["keep"],
  addressedBy: ["id"],
  replaceOnChanges: ["id"],
  effectsOf: () => ["not documented"],
  consequences: [],
  addresses: () => [],
  address: ({ id }) => `/things/${String(id)}`,
  subject: () => [],
  // The policy of a kind without one is to retain.
  deletions: { delete: deletionOf, retain: deletionOf },
};

/** The lifecycle of a resource that does only what a test gives. */
export async function life(more: Partial<Thing> = {}, connect: DynamicHost["connect"] = noClient) {
  const lines: string[] = [];
  const calls: unknown[][] = [];
  let made = 0;
  const definition: Thing = {
    kind: "Thing",
    schema: z.strictObject({
      id: z.string().regex(/^[^/]*$/),
      size: z.number().optional(),
      note: z.string().optional(),
      keep: z.boolean().optional(),
    }),
    review,
    ...{ fields: {}, forms: {}, secret: [], secretOutputs: [], filledIn: [], verbatim: [], stableOutputs: [], outputsOf: {} },
    displayTemplate: "thing <id>",
    idForm: "<id>",
    unseen: () => undefined,
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
  const process = new ProviderProcess(new VirtualClock(), () => `new ${++made}`, "");
  const host = { connect, log: (line: string) => lines.push(line) };
  const lifecycle = new DynamicProvider(new Lifecycle(definition as unknown as AnyResource, process), host);
  await lifecycle.configure({ config: configOf({}) });
  return { lifecycle, lines, calls };
}

function noClient(): never {
  throw new InputError("no client here");
}
