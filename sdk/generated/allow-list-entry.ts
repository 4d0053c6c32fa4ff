// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";

/** The arguments of an {@link AllowListEntry}. */
export interface AllowListEntryArgs {
  /** The workgroup whose allow list contains the entry. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /**
   * The address range, e.g. `203.0.113.0/24` or `2001:db8::/32`, or a single address. Differences in host bits, case and IPv6 notation are
   * ignored. Write IPv4 addresses as IPv4. Changing the range forces replacement: graphplane adds the new range before it deletes the old
   * one.
   */
  cidr: pulumi.Input<string>;
  /**
   * A note about the range, such as its purpose. Changing it updates the note in place. If you omit it, an existing note is left unchanged.
   * *If it changes:* no interruption.
   */
  note?: pulumi.Input<string>;
  /**
   * Adopts an existing entry with the same range, and sets its note. Without this, an entry is adopted only if its note equals the declared
   * one, or if you declare no note.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * The effect on the entry when the resource is deleted: `delete` deletes it, and `retain` leaves it in place.
   *
   * @default "delete" if graphplane created the entry, "retain" if it adopted or imported it
   */
  deletionPolicy?: pulumi.Input<"delete" | "retain">;
  /**
   * Allows deleting the entry or restoring its declared range while the list is enforced, even if it is the last entry or the only one that
   * allows your address, or if the service does not return enough data to decide.
   *
   * @default false
   */
  allowLockout?: pulumi.Input<boolean>;
  /**
   * Seconds to wait until the list contains the new values. Allowed: more than 0.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
}

const resource = { kind: "AllowListEntry", outputs: ["workgroupId", "cidr", "note", "entryId"] } as const;

/**
 * An address range on the allow list of a workgroup. The list takes effect only while it is enforced; {@link AllowList} turns enforcement
 * on and off.
 *
 * Not every service supports these calls; if a call is not supported, the error states what still works.
 *
 * Its id is `<workgroupId>/<entryId>`. A program that declares the same `workgroupId` and `cidr` twice is refused.
 *
 * @see docs/internals/api.md, section 11
 *
 * @example
 * const office = new AllowListEntry("office", {
 *   workgroupId: config.require("workgroupId"),
 *   cidr: "203.0.113.0/24",
 *   note: "office",
 * });
 */
export class AllowListEntry extends pulumi.CustomResource {
  /** The workgroup whose allow list contains the entry. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The declared range, or the live one if it differs. */
  declare readonly cidr: pulumi.Output<string>;
  /** The note; undefined if you do not declare one. */
  declare readonly note: pulumi.Output<string | undefined>;
  /** The entry's identifier. */
  declare readonly entryId: pulumi.Output<string>;

  /** Gets an `AllowListEntry` that the program does not manage, by its id, `<workgroupId>/<entryId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AllowListEntry {
    return new this(name, undeclared, { ...opts, id });
  }

  constructor(name: string, args: AllowListEntryArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
