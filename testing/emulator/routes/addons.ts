import { checkBody } from "../bodies";
import { showConfiguration, showResult, showWorkspace } from "../present";
import { type Configuration } from "../records";
import { type AddonState } from "../store";
import { type Call, type Outcome, param } from "./call";

function readAddon(call: Call): AddonState {
  const id = param(call, "installedAddonsID");
  call.store.deferrals.read(id);
  return call.store.addon(id);
}

function answer(call: Call, value: unknown, message: string): Outcome {
  return { result: showResult(call.store, call.endpoint, value, message), message };
}

function configurationOf(call: Call, addon: AddonState): Configuration {
  const id = param(call, "configID");
  return (
    addon.configurations.find((configuration) => configuration.id === id) ?? call.store.refuseUnknownId("configID", id, "configuration")
  );
}

/** Endpoint 1: the organisation's installed add-ons. */
export function listInstalledAddons(call: Call): Outcome {
  const addons = [...call.store.addons.values()].map(({ record }) => structuredClone(record));
  return answer(call, addons, "Installed add-ons listed.");
}

/** Endpoint 2: one installed add-on. */
export function getInstalledAddon(call: Call): Outcome {
  return answer(call, structuredClone(readAddon(call).record), "Installed add-on found.");
}

/** Endpoint 3: makes a configuration; a name may be used more than once, so that a doubled POST shows. */
export function createConfiguration(call: Call): Outcome {
  const addon = call.store.addon(param(call, "installedAddonsID"));
  const body = checkBody("configuration", call.body, call.behaviour.bodies);
  const made = { id: call.store.nextId("a5"), name: String(body["config_name"]), value: String(body["config_value"]) };
  addon.configurations.push(made);
  return answer(call, showConfiguration(call.behaviour, made), "Configuration created.");
}

/** Endpoint 4: sets a configuration's value. */
export function updateConfiguration(call: Call): Outcome {
  const addon = call.store.addon(param(call, "installedAddonsID"));
  const configuration = configurationOf(call, addon);
  configuration.value = String(checkBody("configurationValue", call.body, call.behaviour.bodies)["config_value"]);
  return answer(call, showConfiguration(call.behaviour, configuration), "Configuration updated.");
}

/** Endpoint 5: every configuration of that name, an empty list where there is none. */
export function listConfigurations(call: Call): Outcome {
  const name = param(call, "configName");
  const named = readAddon(call).configurations.filter((configuration) => configuration.name === name);
  const shown = named.map((configuration) => showConfiguration(call.behaviour, configuration));
  return answer(call, shown, "Configurations listed.");
}

/** Endpoint 6: the workspaces, of every workgroup, that have the add-on enabled. */
export function listAddonWorkspaces(call: Call): Outcome {
  const id = param(call, "addonsID");
  for (const workgroupId of call.store.workgroups.keys()) call.store.deferrals.read(workgroupId);
  const workspaces = [...call.store.workgroups.values()].flatMap((workgroup) => [...workgroup.workspaces.values()]);
  const enabled = workspaces.filter(({ record }) => record.addons?.some((entry) => entry.addons_id === id && entry.enable));
  return { result: enabled.map(({ record }) => showWorkspace(call.behaviour, record)) };
}

/** Deletes a configuration (API 11). */
export function deleteConfiguration(call: Call): Outcome {
  const addon = call.store.addon(param(call, "installedAddonsID"));
  const configuration = configurationOf(call, addon);
  addon.configurations = addon.configurations.filter((other) => other !== configuration);
  return { result: true };
}
