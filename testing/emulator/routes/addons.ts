import { showConfiguration, showWorkspace } from "../present";
import { type Configuration } from "../records";
import { type AddonState } from "../store";
import { type Call, type Outcome } from "./call";

function readAddon(call: Call): AddonState {
  call.countRead("installedAddonsID");
  return call.addon();
}

function configurationOf(call: Call, { configurations }: AddonState): Configuration {
  const id = call.param("configID");
  return configurations.find((configuration) => configuration.id === id) ?? call.store.refuseUnknownId("configID", id, "configuration");
}

/** Endpoint 1: the organisation's installed add-ons. */
export function listInstalledAddons(call: Call): Outcome {
  const addons = [...call.store.addons.values()].map(({ record }) => record);
  return call.answer("Installed add-ons listed.", addons);
}

/** Endpoint 2: one installed add-on. */
export function getInstalledAddon(call: Call): Outcome {
  return call.answer("Installed add-on found.", readAddon(call).record);
}

/** Endpoint 3: makes a configuration; a name may be used more than once, so that a doubled POST shows. */
export function createConfiguration(call: Call): Outcome {
  const addon = call.addon();
  const body = call.body("configuration");
  const made = { id: call.store.nextId("a5"), name: String(body["config_name"]), value: String(body["config_value"]) };
  addon.configurations.push(made);
  return call.answer("Configuration created.", showConfiguration(call.behaviour, made));
}

/** Endpoint 4: sets a configuration's value. */
export function updateConfiguration(call: Call): Outcome {
  const configuration = configurationOf(call, call.addon());
  configuration.value = String(call.body("configurationValue")["config_value"]);
  return call.answer("Configuration updated.", showConfiguration(call.behaviour, configuration));
}

/** Endpoint 5: every configuration of that name, an empty list if there is none. */
export function listConfigurations(call: Call): Outcome {
  const name = call.param("configName");
  const named = readAddon(call).configurations.filter((configuration) => configuration.name === name);
  const shown = named.map((configuration) => showConfiguration(call.behaviour, configuration));
  return call.answer("Configurations listed.", shown);
}

/** Endpoint 6: the workspaces, of every workgroup, that have the add-on enabled. */
export function listAddonWorkspaces(call: Call): Outcome {
  const id = call.param("addonsID");
  for (const workgroupId of call.store.workgroups.keys()) call.store.deferrals.read(workgroupId);
  const workspaces = [...call.store.workgroups.values()].flatMap((workgroup) => [...workgroup.workspaces.values()]);
  const enabled = workspaces.filter(({ record }) => record.addons?.some((entry) => entry.addons_id === id && entry.enable));
  return { result: enabled.map(({ record }) => showWorkspace(call.behaviour, record)) };
}

/** Deletes a configuration (API 11). */
export function deleteConfiguration(call: Call): Outcome {
  const addon = call.addon();
  const configuration = configurationOf(call, addon);
  addon.configurations = addon.configurations.filter((other) => other !== configuration);
  return { result: true };
}
