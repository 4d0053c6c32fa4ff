import type * as dynamic from "@pulumi/pulumi/dynamic";
import { type Client, createClient } from "../../client";
import { ProviderProcess } from "../lifecycle/process";
import { ResourceController } from "../lifecycle/resource-controller";
import { definitionOf } from "../registry";
import { type DynamicHost, DynamicProvider } from "./adapter";

/** The clients, keyed by their settings. All resources of a host process that have the same settings share connections, limits and reads. */
const clients = new Map<string, Client>();

const host: DynamicHost = {
  connect(settings) {
    const key = JSON.stringify(settings);
    const client = clients.get(key) ?? createClient(settings);
    clients.set(key, client);
    return client;
  },
  log: (line) => process.stdout.write(`${line}\n`),
};
const shared = new ProviderProcess();

/**
 * Returns the provider of one kind of resource, e.g. `WorkspaceSettings`.
 *
 * Called by the serialized provider in every state: `require("pulumi-graphplane/handler").handler("<Kind>")`. The path, the name of the
 * function and the kinds must therefore never change.
 */
export function handler(kind: string): dynamic.ResourceProvider {
  return new DynamicProvider(new ResourceController(definitionOf(kind), shared), host);
}
