import * as pulumi from "@pulumi/pulumi";

/**
 * The address of an account, its key, and how to call it. Settings that you leave out come from the environment (docs/installation-configuration.md) or
 * have their defaults.
 */
export interface ProviderArgs {
  /** The control plane's address, e.g. `https://api.example.com`; `http` only for loopback hosts. */
  baseUrl?: pulumi.Input<string>;
  /** The control plane's API key; always kept secret, and never sent to a data plane. */
  apiKey?: pulumi.Input<string>;
  /**
   * Time limit of one request, in seconds, from 0.001 to 3600.
   *
   * @default 30
   */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /**
   * Maximum number of retries of a request, from 0 to 20; a 500 of the type `Internal-Error` is retried once only.
   *
   * @default 4
   */
  maxRetries?: pulumi.Input<number>;
  /**
   * Maximum number of concurrent requests, from 1 to 1000.
   *
   * @default 8
   */
  maxConcurrency?: pulumi.Input<number>;
}

/**
 * An account that resources belong to, in a program that works with several accounts: give it as the option `provider`. Resources without
 * one use the stack's configuration. Changing the key updates the provider and replaces nothing.
 *
 * @example
 * const production = new Provider("production", { baseUrl, apiKey: config.requireSecret("productionKey") });
 * new WorkspaceSettings("analytics", { workgroupId, workspaceId, autoStopMinutes: 30 }, { provider: production });
 */
export class Provider extends pulumi.ProviderResource {
  /** Declares the account. */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const { baseUrl, apiKey, ...numbers } = args;
    // The protocol carries a provider's settings as strings.
    const strings = Object.entries(numbers).map(([key, value]) => [key, pulumi.output(value).apply((plain) => JSON.stringify(plain))]);
    const inputs = { ...(Object.fromEntries(strings) as pulumi.Inputs), baseUrl, apiKey: apiKey && pulumi.secret(apiKey) };
    super("graphplane", name, inputs, pulumi.mergeOptions(opts, { additionalSecretOutputs: ["apiKey"] }));
  }
}
