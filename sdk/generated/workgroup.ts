// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";
import type { CloudPlatform, EncryptionMethod } from "./types";

/** The arguments of a {@link Workgroup}. The service chooses the value of any argument that you omit. */
export interface WorkgroupArgs {
  /** The workgroup's name, unique in the account. Changing this renames the workgroup. Allowed: not empty. */
  workgroupName: pulumi.Input<string>;
  /**
   * The cloud provider in which the workgroup is created; `getCloudProviders` lists the choices. Allowed: not empty. Changing this forces
   * replacement.
   */
  cloudProviderId: pulumi.Input<string>;
  /** The cloud platform. Allowed: not empty. Changing this forces replacement; removing it changes nothing. */
  platform?: pulumi.Input<CloudPlatform>;
  /**
   * The cloud region; `getWorkspaceOptions` lists the available ones. Allowed: not empty. Changing this forces replacement; removing it
   * changes nothing.
   */
  region?: pulumi.Input<string>;
  /** Encrypts data. Changing this forces replacement; removing it changes nothing. */
  enableEncryption?: pulumi.Input<boolean>;
  /** Makes the workgroup's workspaces share storage. Changing this forces replacement; removing it changes nothing. */
  sharedStorage?: pulumi.Input<boolean>;
  /** Enables the application log. */
  enableApplicationLog?: pulumi.Input<boolean>;
  /** The encryption method, sent in a separate request after the creation. */
  encryptionMethod?: pulumi.Input<EncryptionMethod>;
  /**
   * Adopts an existing workgroup with this name instead of failing.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * Seconds to wait until the service returns the new values. Allowed: more than 0.
   *
   * @default 600
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * The effect on the workgroup when the resource is deleted or replaced: `protect` refuses, `delete` deletes the workgroup permanently,
   * and `retain` leaves it unchanged. The value in the state applies, so run `pulumi up` after changing it. A workgroup that has workspaces
   * is never deleted.
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
 * Creates, updates and deletes a workgroup, which contains workspaces, databases and an allow list. graphplane refuses to delete it unless
 * `deletionPolicy` allows it.
 *
 * Its calls are not part of the documented API, so not every service supports them; if a call is not supported, the error states what still
 * works.
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
  /** The workgroup's name, unique in the account. Changing this renames the workgroup. */
  declare readonly workgroupName: pulumi.Output<string>;
  /** The cloud provider in which the workgroup is created; `getCloudProviders` lists the choices. */
  declare readonly cloudProviderId: pulumi.Output<string>;
  /** The cloud platform. */
  declare readonly platform: pulumi.Output<CloudPlatform | undefined>;
  /** The cloud region; `getWorkspaceOptions` lists the available ones. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** Makes the workgroup's workspaces share storage. */
  declare readonly sharedStorage: pulumi.Output<boolean | undefined>;
  /** Enables the application log. */
  declare readonly enableApplicationLog: pulumi.Output<boolean | undefined>;
  /** The encryption method, sent in a separate request after the creation. */
  declare readonly encryptionMethod: pulumi.Output<EncryptionMethod | undefined>;
  /** The workgroup's identifier. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The user who created the workgroup. */
  declare readonly creator: pulumi.Output<string | undefined>;
  /** The name of the cloud provider's configuration. */
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
