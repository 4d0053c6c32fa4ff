#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Plugin } from "./server";

/** The executable `pulumi-resource-graphplane <engine>`. It prints its port, as the plugin protocol requires. */

// In Node 20, V8 optimizes functions so early that the process ends before the optimizations pay for themselves. With this threshold, a
// refresh of 100 resources takes a sixth less CPU time. Later versions have a different threshold and a faster optimizer. The flag is set
// once all modules are loaded, because their code caches are valid only for the default.
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=400000");

const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(ResourceProviderService, new Plugin({ engine: process.argv[2] }).handlers());
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${port}\n`);
});
