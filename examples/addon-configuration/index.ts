import * as pulumi from "@pulumi/pulumi";
import { AddonConfiguration, getInstalledAddons } from "pulumi-graphplane";

const config = new pulumi.Config();

// A configuration is shared by the whole organization: one of this name with another value is left alone,
// and the preview fails, unless adopt: true is given.
const assistant = new AddonConfiguration("assistant", {
  installedAddonId: config.require("installedAddonId"),
  configName: "assistant",
  // An object is compared by meaning and sent as JSON text.
  configValue: {
    model: "small",
    temperature: 0.2,
    limits: { tokens: 4096 },
  },
});

export const configId = assistant.configId;

/** The installed add-ons, as the service returns them: their shape is not documented. */
export const installed = getInstalledAddons();
