import * as pulumi from "@pulumi/pulumi";
import { serve, success } from "../../client/fixture";
import { type EmulatorOptions, startEmulator } from "../../../../testing/emulator";
import { closeAfterTest } from "../../../support/close-after-test";

/** An identifier that nothing has, in the service's form. */
export const unknownId = "00000000-0000-4000-8000-000000000000";

afterEach(() => pulumi.runtime.setAllConfig({}));

/** Starts a service that ends with the test, with a workgroup of two workspaces, and points the program's settings to it. */
export async function startFixture(options: EmulatorOptions = {}) {
  const emulator = closeAfterTest(await startEmulator(options));
  const { account } = emulator;
  const workgroupId = account.addWorkgroup({ name: "production" }).workgroup_id;
  const databaseId = account.addDatabase(workgroupId, { name: "movies" }).database_id;
  const add = (name: string) => account.addWorkspace(workgroupId, { name }).workspace_id;
  /** The workspaces `main` and `reporting`. */
  const ids = [add("main"), add("reporting")] as const;
  useService(emulator.url, emulator.apiKey);
  let mark = 0;
  /** The requests since the last call: the endpoints in order. */
  const requests = () => {
    const { entries } = emulator.journal.since(mark);
    mark = emulator.journal.mark();
    return entries.map(({ endpoint }) => endpoint);
  };
  return { emulator, workgroupId, databaseId, ids, requests };
}

/** Points the program's settings to a service that answers everything with one Result: for answers that the emulator never gives. */
export async function answering(result: unknown): Promise<void> {
  useService((await serve(success(result))).origin);
}

/** Points the program's settings to a service. */
export function useService(origin: string, apiKey = "a-key"): void {
  pulumi.runtime.setAllConfig({ "graphplane:baseUrl": origin, "graphplane:apiKey": apiKey, "graphplane:maxRetries": "0" });
}

/** The error with which a call rejects; fails if it resolves. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome && outcome.error instanceof Error) return outcome.error;
  throw outcome as Error;
}

/** An output's value, and what is known about it. */
export async function settled<T>(output: pulumi.Output<T>): Promise<{ value: unknown; known: boolean; secret: boolean }> {
  const inside = output as unknown as Inside;
  const [value, known, secret] = await Promise.allSettled([inside.promise(), inside.isKnown, inside.isSecret, inside.allResources()]);
  if (value.status === "rejected") throw value.reason as Error;
  return { value: value.value, known: known.status === "fulfilled" && known.value, secret: secret.status === "fulfilled" && secret.value };
}

/** The value, secrecy and dependencies of an output. */
interface Inside {
  readonly promise: () => Promise<unknown>;
  readonly allResources: () => Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
}
