import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "./shim";

/** The arguments of a {@link DatabaseUser} (docs/internals/api.md, endpoint 12; docs/internals/api.md, section 11). */
export interface DatabaseUserArgs {
  /** The workgroup that holds the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace in whose database the user is. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** The user's name. Changing this forces replacement. */
  username: pulumi.Input<string>;
  /**
   * The user's password; not empty. Always a secret, whether or not it is marked as one. Changing it updates the password in place. The
   * service never shows it, so a password that was changed elsewhere is not detected.
   */
  password: pulumi.Input<string>;
  /**
   * Whether to adopt a user of this name that exists already, and to set its password.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * What happens to the user when the resource is deleted: it is deleted, or left in place.
   *
   * @default "delete" if graphplane created the user, "retain" if it adopted or imported it
   */
  deletionPolicy?: pulumi.Input<"delete" | "retain">;
}

const resource = {
  kind: "DatabaseUser",
  outputs: ["workgroupId", "workspaceId", "username", "password"],
  identity: ["workgroupId", "workspaceId", "username"],
  secrets: ["password"],
  secretOutputs: ["password"],
} as const;

/**
 * An in-database user of a workspace.
 *
 * Only the deletion of a user is part of the documented API. Listing and creating users and setting a password are calls that a
 * service may not have (docs/internals/api.md, section 11); an error then names the call and says what still works.
 *
 * Its id is `<workgroupId>/<workspaceId>/<username>`.
 *
 * @example
 * const reporting = new DatabaseUser("reporting", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   username: "reporting",
 *   password: config.requireSecret("reportingPassword"),
 * });
 */
export class DatabaseUser extends pulumi.CustomResource {
  /** The workgroup that holds the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The workspace in whose database the user is. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** The user's name. */
  declare readonly username: pulumi.Output<string>;
  /** The password as it was declared, a secret; undefined for a user that is only read. */
  declare readonly password: pulumi.Output<string | undefined>;

  /** A user that the program does not manage: `id` is `<workgroupId>/<workspaceId>/<username>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DatabaseUser {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the user; throws if the program declares the same user of the same workspace twice. */
  constructor(name: string, args: DatabaseUserArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
