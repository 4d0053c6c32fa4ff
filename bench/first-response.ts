import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** An executable and its leading arguments. */
export type Command = readonly [string, ...string[]];

/** The provider hosts, by kind, as an engine starts them. */
export const hosts = {
  dynamic: [process.execPath, require.resolve("@pulumi/pulumi/cmd/dynamic-provider")],
  plugin: [process.execPath, require.resolve("../provider/native/main")],
} as const satisfies Readonly<Record<string, Command>>;

/** Milliseconds from the start of each command to its first response, per round; the commands alternate. */
export async function measureFirstResponses(
  commands: Readonly<Record<string, Command>>,
  rounds: number,
): Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, command] of Object.entries(commands)) taken[name]?.push(await measureFirstResponse(command));
  }
  return taken;
}

async function measureFirstResponse([file, ...args]: Command): Promise<number> {
  const start = performance.now();
  const child = spawn(file, [...args, "127.0.0.1:1"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    // Any response is sufficient, even an "unimplemented" error.
    await new Promise<void>((resolve) => client.getPluginInfo(new Empty(), () => resolve()));
    client.close();
    return performance.now() - start;
  } finally {
    child.kill();
  }
}
