import { showConfiguration, showWorkspace } from "../present";
import { type AddonState } from "../store";
import { type Call, replace } from "./call";
import { type Endpoint, extension, row } from "./endpoint";

const configurationOf = (call: Call, { configurations }: AddonState) => call.find(configurations, "configID", "configuration");

export const addonEndpoints: readonly Endpoint[] = [
  row(1, "GET", "installed-addons", [200, 500], (call) => {
    const addons = [...call.store.addons.values()].map(({ record }) => record);
    return call.answer("Installed add-ons listed.", addons);
  }),
  row(2, "GET", "installed-addons/{installedAddonsID}", [200, 400, 500], (call) =>
    call.answer("Installed add-on found.", call.addon().record),
  ),
  // Names need not be unique, so a duplicate POST is visible.
  row(3, "POST", "add-ons/{installedAddonsID}/configs", [200, 400, 500], (call) => {
    const { configurations } = call.addon();
    const { config_name: name, config_value: value } = call.body("configuration");
    const made = { id: call.store.nextId("a5"), name, value };
    configurations.push(made);
    return call.answer("Configuration created.", showConfiguration(call.behaviour, made));
  }),
  row(4, "PUT", "add-ons/{installedAddonsID}/configs/{configID}", [200, 400, 500], (call) => {
    const configuration = configurationOf(call, call.addon());
    configuration.value = call.body("configurationValue").config_value;
    return call.answer("Configuration updated.", showConfiguration(call.behaviour, configuration));
  }),
  // All configurations with the name, or an empty list.
  row(5, "GET", "installed-addons/{installedAddonsID}/configs/{configName}", [200, 400, 500], (call) => {
    const name = call.param("configName");
    const named = call.addon().configurations.filter((configuration) => configuration.name === name);
    const shown = named.map((configuration) => showConfiguration(call.behaviour, configuration));
    return call.answer("Configurations listed.", shown);
  }),
  row(6, "GET", "addons/{addonsID}/workspaces", [200, 400, 500], (call) => {
    const id = call.param("addonsID");
    call.countReads();
    const workspaces = [...call.store.workgroups.values()].flatMap((workgroup) => [...workgroup.workspaces.values()]);
    const enabled = workspaces.filter(({ record }) => record.addons?.some((entry) => entry.addons_id === id && entry.enable));
    return { result: enabled.map(({ record }) => showWorkspace(call.behaviour, record)) };
  }),
  extension("deleteConfiguration", "DELETE", "add-ons/{installedAddonsID}/configs/{configID}", (call) => {
    const addon = call.addon();
    replace(addon.configurations, configurationOf(call, addon).id);
    return { result: true };
  }),
];
