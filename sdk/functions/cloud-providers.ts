import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/cloud-providers";
import type { CloudProvider } from "../../provider/functions/records";
import { lookUp, lookUpOutput } from "./session";

/**
 * The cloud providers in which a `Workgroup` may be created: the organization's own, and the public ones. A service may not have the
 * calls (docs/internals/api.md, section 11).
 *
 * @example
 * const [provider] = await getCloudProviders();
 */
export function getCloudProviders(): Promise<CloudProvider[]> {
  return lookUp(definitions.getCloudProviders, {});
}

/** {@link getCloudProviders} as an output. */
export function getCloudProvidersOutput(): pulumi.Output<CloudProvider[]> {
  return lookUpOutput(definitions.getCloudProviders, {});
}
