// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces } from "../shim";

/** The arguments of an {@link AddonConfiguration}. */
export interface AddonConfigurationArgs {
  /** The installed add-on (`installedAddonsID`). Changing this forces replacement. */
  installedAddonId: pulumi.Input<string>;
  /** The configuration's name (`config_name`). Allowed: not empty. Changing this forces replacement. */
  configName: pulumi.Input<string>;
  /**
   * The configuration's value (`config_value`): a string, or an object, which is sent as a JSON string with sorted keys. JSON that differs
   * only in whitespace or key order is considered equal. Null values are removed from an object; to send them, pass a JSON string. Wrap a
   * value that contains a secret in `pulumi.secret`, so that no message contains it.
   */
  configValue: pulumi.Input<string | Record<string, unknown>>;
  /**
   * Adopts an existing configuration with this name even if its value differs, and overwrites the value for the whole organization. A
   * configuration with an equal value is always adopted; a name that differs in case never matches.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * The effect on the configuration when the resource is deleted: `retain` leaves it unchanged, and `delete` deletes it. Deletion is not
   * part of the documented API, and not every service supports it.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "delete">;
}

/** The arguments of {@link AddonConfiguration.get}. */
export interface AddonConfigurationLookup {
  /** The configuration's name. The service finds configurations by name, not by identifier. */
  configName: pulumi.Input<string>;
}

const resource = { kind: "AddonConfiguration", outputs: ["installedAddonId", "configName", "configValue", "configId"] } as const;

/**
 * A named configuration of an installed add-on, shared by the whole organization. Deleting the resource leaves the configuration unchanged,
 * unless `deletionPolicy` says otherwise.
 *
 * Its id is `<installedAddonId>/<configId>`. A program that declares the same `installedAddonId` and `configName` twice is refused.
 *
 * @see docs/internals/api.md, endpoints 3 to 5
 *
 * @example
 * const settings = new AddonConfiguration("settings", {
 *   installedAddonId: config.require("installedAddonId"),
 *   configName: "default",
 *   configValue: { model: "small", temperature: 0.2 },
 * });
 */
export class AddonConfiguration extends pulumi.CustomResource {
  /** The installed add-on (`installedAddonsID`). */
  declare readonly installedAddonId: pulumi.Output<string>;
  /** The configuration's name (`config_name`). */
  declare readonly configName: pulumi.Output<string>;
  /** The configuration's value; after a refresh that found drift, the live value. */
  declare readonly configValue: pulumi.Output<string | Record<string, unknown> | undefined>;
  /** The identifier that the service assigned to the configuration (`configID`). */
  declare readonly configId: pulumi.Output<string>;

  /** Gets an `AddonConfiguration` that the program does not manage, by its id, `<installedAddonId>/<configId>`, and its `configName`. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: AddonConfigurationLookup,
    opts?: pulumi.CustomResourceOptions,
  ): AddonConfiguration {
    return new this(name, state as AddonConfigurationArgs, { ...opts, id });
  }

  constructor(name: string, args: AddonConfigurationArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
