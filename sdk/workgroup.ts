import * as pulumi from "@pulumi/pulumi";
import type { CloudPlatform, EncryptionMethod } from "../provider/functions/known-values";
import { registration, suspendStackTraces, undeclared } from "./shim";

/** The arguments of a {@link Workgroup} (docs/internals/api.md, section 11). An argument that is not given is the service's choice. */
export interface WorkgroupArgs {
  /** The workgroup's name. An account has one workgroup of a name; changing this renames the workgroup. */
  workgroupName: pulumi.Input<string>;
  /** The cloud provider in which the workgroup is created: `getCloudProviders` lists them. Changing this forces replacement. */
  cloudProviderId: pulumi.Input<string>;
  /** Cloud of the workgroup. Changing this forces replacement; removing it changes nothing. */
  platform?: pulumi.Input<CloudPlatform>;
  /** Cloud region; `getWorkspaceOptions` lists those that the service offers. Changing this forces replacement; removing it changes nothing. */
  region?: pulumi.Input<string>;
  /** Whether data is encrypted. Changing this forces replacement; removing it changes nothing. */
  enableEncryption?: pulumi.Input<boolean>;
  /** Whether the workgroup's workspaces share storage. Changing this forces replacement; removing it changes nothing. */
  sharedStorage?: pulumi.Input<boolean>;
  /** Whether the application's log is kept. */
  enableApplicationLog?: pulumi.Input<boolean>;
  /** Method of encryption. The creation does not take it: it is sent afterwards. */
  encryptionMethod?: pulumi.Input<EncryptionMethod>;
  /**
   * Whether to adopt the workgroup of this name if the account has one, instead of failing.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * How long to wait until the service shows what was sent, in seconds.
   *
   * @default 600
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * What happens to the workgroup when the resource is deleted or replaced: that is refused, or the workgroup is deleted for good, or
   * left unchanged. The policy in the state decides. A workgroup that has workspaces is never deleted.
   *
   * @default "protect"
   */
  deletionPolicy?: pulumi.Input<"protect" | "delete" | "retain">;
}

const resource = {
  kind: "Workgroup",
  outputs: [
    ...["workgroupId", "workgroupName", "cloudProviderId", "platform", "region", "sharedStorage", "enableApplicationLog"],
    ...["encryptionMethod", "creator", "cloudProviderName"],
  ],
  identity: ["workgroupName"],
} as const;

/**
 * A workgroup for its whole life: what holds workspaces, databases and an allow list. Deleting the resource is refused unless
 * `deletionPolicy` says otherwise.
 *
 * Its calls are not part of the documented API, and a service may not have them (docs/internals/api.md, section 11); an error then names the
 * call and says what still works.
 *
 * Its id is `<workgroupId>`.
 *
 * @example
 * const team = new Workgroup("team", {
 *   workgroupName: "team",
 *   cloudProviderId: config.require("cloudProviderId"),
 *   region: "us-east-1",
 * });
 */
export class Workgroup extends pulumi.CustomResource {
  /** The workgroup's identifier. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** Who created the workgroup. */
  declare readonly creator: pulumi.Output<string | undefined>;
  /** Name of the cloud provider's configuration. */
  declare readonly cloudProviderName: pulumi.Output<string | undefined>;

  declare readonly workgroupName: pulumi.Output<string>;
  declare readonly cloudProviderId: pulumi.Output<string>;
  declare readonly platform: pulumi.Output<CloudPlatform | undefined>;
  declare readonly region: pulumi.Output<string | undefined>;
  declare readonly sharedStorage: pulumi.Output<boolean | undefined>;
  declare readonly enableApplicationLog: pulumi.Output<boolean | undefined>;
  declare readonly encryptionMethod: pulumi.Output<EncryptionMethod | undefined>;

  /** A workgroup that the program does not manage: `id` is its identifier. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Workgroup {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the workgroup; throws if the program declares one of this name twice. */
  constructor(name: string, args: WorkgroupArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
