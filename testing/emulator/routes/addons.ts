import { showConfiguration, showWorkspace } from "../present";
import { type AddonState } from "../store";
import { type Call, replace, type Routes } from "./call";

function configurationOf(call: Call, { configurations }: AddonState) {
  return call.find(configurations, "configID", "configuration");
}

export const addonRoutes = {
  /** Endpoint 1: the organisation's installed add-ons. */
  listInstalledAddons: (call) => {
    const addons = [...call.store.addons.values()].map(({ record }) => record);
    return call.answer("Installed add-ons listed.", addons);
  },
  /** Endpoint 2: one installed add-on. */
  getInstalledAddon: (call) => call.answer("Installed add-on found.", call.addon().record),
  /** Endpoint 3: creates a configuration; a name may be used more than once, so that a doubled POST shows. */
  createConfiguration: (call) => {
    const { configurations } = call.addon();
    const { config_name: name, config_value: value } = call.body("configuration");
    const made = { id: call.store.nextId("a5"), name, value };
    configurations.push(made);
    return call.answer("Configuration created.", showConfiguration(call.behaviour, made));
  },
  /** Endpoint 4: sets a configuration's value. */
  updateConfiguration: (call) => {
    const configuration = configurationOf(call, call.addon());
    configuration.value = call.body("configurationValue").config_value;
    return call.answer("Configuration updated.", showConfiguration(call.behaviour, configuration));
  },
  /** Endpoint 5: every configuration of that name, an empty list if there is none. */
  listConfigurations: (call) => {
    const name = call.param("configName");
    const named = call.addon().configurations.filter((configuration) => configuration.name === name);
    const shown = named.map((configuration) => showConfiguration(call.behaviour, configuration));
    return call.answer("Configurations listed.", shown);
  },
  /** Endpoint 6: the workspaces, of every workgroup, that have the add-on enabled. */
  listAddonWorkspaces: (call) => {
    const id = call.param("addonsID");
    call.countReads();
    const workspaces = [...call.store.workgroups.values()].flatMap((workgroup) => [...workgroup.workspaces.values()]);
    const enabled = workspaces.filter(({ record }) => record.addons?.some((entry) => entry.addons_id === id && entry.enable));
    return { result: enabled.map(({ record }) => showWorkspace(call.behaviour, record)) };
  },
  /** Deletes a configuration (API 11). */
  deleteConfiguration: (call) => {
    const addon = call.addon();
    replace(addon.configurations, configurationOf(call, addon).id);
    return { result: true };
  },
} satisfies Routes;
