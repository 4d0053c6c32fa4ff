import * as pulumi from "@pulumi/pulumi";
import { AddonConfiguration, getInstalledAddons } from "pulumi-graphplane";

const config = new pulumi.Config();

// The whole organization shares a configuration. If one of this name exists with another value,
// the preview fails unless adopt: true is set.
const assistant = new AddonConfiguration("assistant", {
  installedAddonId: config.require("installedAddonId"),
  configName: "assistant",
  // An object is sent as JSON text, and compared by meaning.
  configValue: {
    model: "small",
    temperature: 0.2,
    limits: { tokens: 4096 },
  },
});

export const configId = assistant.configId;

/** The installed add-ons, as the service returns them: their shape is not documented. */
export const installed = getInstalledAddons();
