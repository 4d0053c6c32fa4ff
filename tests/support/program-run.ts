import * as pulumi from "@pulumi/pulumi";
import { getMonitor } from "@pulumi/pulumi/runtime";
import { setMockOptions } from "@pulumi/pulumi/runtime/settings";

/** Makes the current mocks the engine of one program run, whose monitor no other run shares. */
export function asProgramRun(preview = false): void {
  const mocks = getMonitor() as object;
  setMockOptions(new Proxy(mocks, { getPrototypeOf: () => Object.prototype }), "project", "stack", preview);
}

/** A resource that a program registered. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly id?: string | undefined;
  readonly inputs: Record<string, unknown>;
}

/** Sets mocks that record every registration and return its inputs with an additional `host`. */
export async function mocked(preview = false, call: pulumi.runtime.Mocks["call"] = () => ({})): Promise<Registered[]> {
  const registered: Registered[] = [];
  const newResource = ({ type, name, id, inputs }: pulumi.runtime.MockResourceArgs) => {
    registered.push({ type, name, ...(id ? { id } : {}), inputs: inputs as Record<string, unknown> });
    return { id: id || `${name}-id`, state: { ...(inputs as object), host: "host.example" } };
  };
  await pulumi.runtime.setMocks({ newResource, call }, "project", "stack", preview);
  return registered;
}

/** Runs a program; resolves to its registrations once every output has settled. */
export async function runProgram(program: () => unknown, preview = false, call?: pulumi.runtime.Mocks["call"]): Promise<Registered[]> {
  const registered = await mocked(preview, call);
  asProgramRun(preview);
  await program();
  await pulumi.runtime.disconnect();
  return registered;
}

/** A value that is known later, like an output of another resource. */
export const later = (value: string): pulumi.Output<string> =>
  pulumi.output(new Promise<string>((resolve) => setImmediate(() => resolve(value))));

/** The outcome of an input: its value, `unknown`, or the message of its error; a secret one is marked. */
export async function endOf(input: pulumi.Input<unknown>): Promise<string> {
  const output = pulumi.output(input) as unknown as Record<"isKnown" | "isSecret", Promise<boolean>> & {
    promise(): Promise<unknown>;
    allResources(): Promise<unknown>;
  };
  // Every promise inside is awaited, as the engine's runner does.
  const ends = await Promise.allSettled([output.promise(), output.isKnown, output.isSecret, output.allResources()]);
  const [value, isKnown, isSecret] = ends;
  if (value.status === "rejected") return (value.reason as Error).message;
  const known = isKnown.status === "fulfilled" && isKnown.value ? String(value.value) : "unknown";
  return isSecret.status === "fulfilled" && isSecret.value ? `secret ${known}` : known;
}
