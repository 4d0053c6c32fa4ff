import * as pulumi from "@pulumi/pulumi";
import { canonicalRange } from "../provider/values/cidr";
import { registration, suspendStackTraces, undeclared } from "./shim";

/** The arguments of an {@link AllowListEntry} (docs/internals/api.md, section 11). */
export interface AllowListEntryArgs {
  /** The workgroup whose allow list it is on. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /**
   * The range of addresses, e.g. `203.0.113.0/24` or `2001:db8::/32`; an address alone is a range of one. Forms of one range are
   * equal: host bits, capitals and shortened IPv6 do not count. IPv4 addresses are written as IPv4. Another range
   * forces replacement; the new one is added before the old one goes.
   */
  cidr: pulumi.Input<string>;
  /** The purpose of the range. Changing it updates the note in place; a note that is not declared is left unchanged. */
  note?: pulumi.Input<string>;
  /**
   * Whether to adopt an equal range that is on the list already, and to set its note. One whose note is equal, or not declared, is
   * adopted without this.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * What happens to the entry when the resource is deleted: it is deleted, or left in place.
   *
   * @default "delete" if graphplane created the entry, "retain" if it adopted or imported it
   */
  deletionPolicy?: pulumi.Input<"delete" | "retain">;
  /**
   * Whether the entry may be deleted although the list is enforced, and the entry is its last one or the only one that admits the
   * address that the deletion comes from. Without this, such a deletion is refused, and so is one if the service does not show the
   * list or an address that can be read.
   *
   * @default false
   */
  allowLockout?: pulumi.Input<boolean>;
  /**
   * How long to wait until the list shows what was done, in seconds.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
}

const resource = {
  kind: "AllowListEntry",
  outputs: ["workgroupId", "cidr", "note", "entryId"],
  identity: ["workgroupId", "cidr"],
  normalize: withCanonicalRange,
} as const;

/**
 * One address range on the allow list of a workgroup. The list has an effect only while it is enforced, which {@link AllowList}
 * declares.
 *
 * A service may not have the calls (docs/internals/api.md, section 11); an error then names the missing one and says what still works. Nothing
 * that the service answers to a change is taken for its outcome: each is proven by reading the list.
 *
 * Its id is `<workgroupId>/<entryId>`.
 *
 * @example
 * const office = new AllowListEntry("office", {
 *   workgroupId: config.require("workgroupId"),
 *   cidr: "203.0.113.0/24",
 *   note: "office",
 * });
 */
export class AllowListEntry extends pulumi.CustomResource {
  /** The workgroup whose allow list it is on. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The range as it is declared, or as the service shows it if that is a different one. */
  declare readonly cidr: pulumi.Output<string>;
  /** The note; undefined if none is declared. */
  declare readonly note: pulumi.Output<string | undefined>;
  /** The identifier that the service gave the entry. */
  declare readonly entryId: pulumi.Output<string>;

  /** An entry that the program does not manage: `id` is `<workgroupId>/<entryId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AllowListEntry {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the entry; throws if the program declares the same range of the same workgroup twice. */
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

/** The ids with the range in the form in which equal ranges are equal. */
function withCanonicalRange(ids: Record<string, unknown>): Record<string, unknown> {
  return { ...ids, cidr: canonicalRange(String(ids["cidr"])) };
}
