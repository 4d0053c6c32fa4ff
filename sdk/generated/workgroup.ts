// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";
import type { CloudPlatform, EncryptionMethod } from "./types";

/** The arguments of a {@link Workgroup}. The service chooses the value of any argument that you leave out. */
export interface WorkgroupArgs {
  /** The workgroup's name, unique in its account. Changing this renames the workgroup. Allowed: not empty. */
  workgroupName: pulumi.Input<string>;
  /**
   * The cloud provider in which the workgroup is created; `getCloudProviders` lists the choices. Allowed: not empty. Changing this forces
   * replacement.
   */
  cloudProviderId: pulumi.Input<string>;
  /** Cloud of the workgroup. Allowed: not empty. Changing this forces replacement; removing it changes nothing. */
  platform?: pulumi.Input<CloudPlatform>;
  /**
   * Cloud region; `getWorkspaceOptions` lists those that the service offers. Allowed: not empty. Changing this forces replacement; removing
   * it changes nothing.
   */
  region?: pulumi.Input<string>;
  /** Encrypts data. Changing this forces replacement; removing it changes nothing. */
  enableEncryption?: pulumi.Input<boolean>;
  /** Makes the workgroup's workspaces share storage. Changing this forces replacement; removing it changes nothing. */
  sharedStorage?: pulumi.Input<boolean>;
  /** Keeps the application's log. */
  enableApplicationLog?: pulumi.Input<boolean>;
  /** Method of encryption. It is sent after the creation, which does not accept it. */
  encryptionMethod?: pulumi.Input<EncryptionMethod>;
  /**
   * Adopts the workgroup of this name if the account has one, instead of failing.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * Seconds to wait until the service shows the new values. Allowed: more than 0.
   *
   * @default 600
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * The effect on the workgroup when the resource is deleted or replaced: `protect` refuses, `delete` deletes the workgroup for good, and
   * `retain` leaves it unchanged. The value in the state applies, so run `pulumi up` after changing it. A workgroup that has workspaces is
   * never deleted.
   *
   * @default "protect"
   */
  deletionPolicy?: pulumi.Input<"protect" | "delete" | "retain">;
}

const resource = {
  kind: "Workgroup",
  outputs: [
    "workgroupName",
    "cloudProviderId",
    "platform",
    "region",
    "sharedStorage",
    "enableApplicationLog",
    "encryptionMethod",
    "workgroupId",
    "creator",
    "cloudProviderName",
  ],
  protects: true,
} as const;

/**
 * Creates, updates and deletes a workgroup, which contains workspaces, databases and an allow list. Deletion is refused unless
 * `deletionPolicy` allows it.
 *
 * Its calls are not part of the documented API, so a service may lack them; the error then names the missing call and what still works.
 *
 * Its id is `<workgroupId>`. A program that declares the same `workgroupName` twice is refused.
 *
 * @see docs/internals/api.md, section 11
 *
 * @example
 * const team = new Workgroup("team", {
 *   workgroupName: "team",
 *   cloudProviderId: config.require("cloudProviderId"),
 *   region: "us-east-1",
 * });
 */
export class Workgroup extends pulumi.CustomResource {
  /** The workgroup's name, unique in its account. Changing this renames the workgroup. */
  declare readonly workgroupName: pulumi.Output<string>;
  /** The cloud provider in which the workgroup is created; `getCloudProviders` lists the choices. */
  declare readonly cloudProviderId: pulumi.Output<string>;
  /** Cloud of the workgroup. */
  declare readonly platform: pulumi.Output<CloudPlatform | undefined>;
  /** Cloud region; `getWorkspaceOptions` lists those that the service offers. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** Makes the workgroup's workspaces share storage. */
  declare readonly sharedStorage: pulumi.Output<boolean | undefined>;
  /** Keeps the application's log. */
  declare readonly enableApplicationLog: pulumi.Output<boolean | undefined>;
  /** Method of encryption. It is sent after the creation, which does not accept it. */
  declare readonly encryptionMethod: pulumi.Output<EncryptionMethod | undefined>;
  /** The workgroup's identifier. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The user who created the workgroup. */
  declare readonly creator: pulumi.Output<string | undefined>;
  /** Name of the cloud provider's configuration. */
  declare readonly cloudProviderName: pulumi.Output<string | undefined>;

  /** Gets a `Workgroup` that the program does not manage, by its id, `<workgroupId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Workgroup {
    return new this(name, undeclared, { ...opts, id });
  }

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
