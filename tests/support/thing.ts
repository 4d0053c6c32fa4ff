import { z } from "zod";
import { InputError } from "../../provider/errors";
import { type Host, Lifecycle } from "../../provider/lifecycle";
import type { ResourceDefinition } from "../../provider/definition";
import { configOf, VirtualClock } from "./provider";

/** The arguments of a resource that does nothing. */
export interface Args {
  readonly id: string;
  readonly size?: number | undefined;
  readonly note?: string | undefined;
  readonly keep?: boolean | undefined;
}
export type State = Args & { readonly seen?: string | undefined };
export type Thing = ResourceDefinition<Args, State, string>;

export const provider = "the text";
/** Properties as the engine hands them over. */
export const told = (properties: Record<string, unknown>) => ({ ...properties, __provider: provider });

/** A provider of a noun that does nothing, but for what a test gives. */
export async function life(more: Partial<Thing> = {}, connect: Host["connect"] = noClient) {
  const lines: string[] = [];
  const calls: unknown[][] = [];
  let made = 0;
  const noun: Thing = {
    kind: "Thing",
    schema: z.strictObject({
      id: z.string().regex(/^[^/]*$/),
      size: z.number().optional(),
      note: z.string().optional(),
      keep: z.boolean().optional(),
    }),
    replaceOnChanges: ["id"],
    localArguments: ["keep"],
    describe: ({ id }) => `thing ${JSON.stringify(id)}`,
    address: ({ id }) => `/things/${id}`,
    idForm: "<id>",
    parseId: (id) => ({ id }),
    create: async (args) => (calls.push(["create", args]), { id: args.id, state: { ...args, seen: "new" } }),
    update: async (args, last) => (calls.push(["update", args, last]), { id: args.id, state: { ...args, seen: "changed" } }),
    read: async (last) => (calls.push(["read", last]), { ...last, seen: "read" }),
    delete: async (last) => void calls.push(["delete", last]),
    ...more,
  };
  const host: Host = {
    connect,
    clock: new VirtualClock(),
    say: (line) => lines.push(line),
    announced: new Map(),
    reportedFailures: new WeakMap(),
    declared: new Map(),
    owners: new Map(),
    newOwner: () => `new ${++made}`,
  };
  const lifecycle = new Lifecycle(noun, host);
  await lifecycle.configure({ config: configOf({}) });
  return { lifecycle, lines, calls };
}

function noClient(): never {
  throw new InputError("no client here");
}
