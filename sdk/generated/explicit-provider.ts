// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { providerRegistration } from "../provider-inputs";

/** The arguments of a {@link Provider}. Omitted settings come from the environment, or have their defaults. */
export interface ProviderArgs {
  /** The control plane's address, e.g. `https://api.example.com`; `http` only for loopback hosts. */
  baseUrl?: pulumi.Input<string>;
  /** The control plane's API key; always kept secret, and never sent to a data plane. */
  apiKey?: pulumi.Input<string>;
  /**
   * Time limit of one request, in seconds. Allowed: 0.001 to 3600.
   *
   * @default 30
   */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /**
   * Maximum number of retries of a request; a 500 response of type `Internal-Error` is retried only once. Allowed: 0 to 20.
   *
   * @default 4
   */
  maxRetries?: pulumi.Input<number>;
  /**
   * Maximum number of concurrent requests. Allowed: 1 to 1000.
   *
   * @default 8
   */
  maxConcurrency?: pulumi.Input<number>;
}

/**
 * An account, for programs that manage resources in several accounts: pass it as the option `provider`. Resources without one use the
 * stack's configuration. Changing the key updates the provider and replaces nothing.
 *
 * @example
 * const production = new Provider("production", { baseUrl, apiKey: config.requireSecret("productionKey") });
 * new WorkspaceSettings("analytics", { workgroupId, workspaceId, autoStopMinutes: 30 }, { provider: production });
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    super(...providerRegistration(name, args, opts));
  }
}
