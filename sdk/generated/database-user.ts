// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";

/** The arguments of a {@link DatabaseUser}. */
export interface DatabaseUserArgs {
  /** The workgroup that contains the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace whose database contains the user. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** The user's name. Allowed: not empty. Changing this forces replacement. */
  username: pulumi.Input<string>;
  /**
   * The user's password. Always stored as a secret, even if you pass a plain string. Changing it updates the password in place. The service
   * never returns it, so drift is not detected. Allowed: not empty. *If it changes:* The user gets a new password. Clients that log in with
   * the old one need the new one.
   */
  password: pulumi.Input<string>;
  /**
   * Adopts an existing user with this name, and sets its password.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * The effect on the user when the resource is deleted: `delete` deletes it, and `retain` leaves it in place.
   *
   * @default "delete" if graphplane created the user, "retain" if it adopted or imported it
   */
  deletionPolicy?: pulumi.Input<"delete" | "retain">;
}

const resource = {
  kind: "DatabaseUser",
  outputs: ["workgroupId", "workspaceId", "username", "password"],
  secrets: ["password"],
  secretOutputs: ["password"],
} as const;

/**
 * A user of a workspace's database.
 *
 * Not every service can list users, create users and set passwords; if a call is not supported, the error states what still works.
 *
 * Its id is `<workgroupId>/<workspaceId>/<username>`. A program that declares the same `workgroupId`, `workspaceId` and `username` twice is
 * refused.
 *
 * @see docs/internals/api.md, endpoint 12, and section 11
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
  /** The workgroup that contains the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The workspace whose database contains the user. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** The user's name. */
  declare readonly username: pulumi.Output<string>;
  /** The declared password, as a secret; undefined for a user that is only read. */
  declare readonly password: pulumi.Output<string | undefined>;

  /** Gets a `DatabaseUser` that the program does not manage, by its id, `<workgroupId>/<workspaceId>/<username>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DatabaseUser {
    return new this(name, undeclared, { ...opts, id });
  }

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
