import type { Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { serviceOf } from "../../support/readings";
import type { Row } from "../row";
import { emptyLists } from "./empty-reads";

const { installedAddonId } = ids;
const configurations = (emulator: Emulator) => emulator.configurations(installedAddonId);
const configured = (rows: number) => JSON.stringify({ rows });

function clearConfigurations(emulator: Emulator): void {
  serviceOf(emulator).store.addon(installedAddonId).configurations = [];
}

/** One named configuration of an installed add-on. */
export const addonConfiguration: Row = {
  kind: "AddonConfiguration",
  service: { profile: "observed" },
  program: () => ({ installedAddonId, configName: "main", configValue: { rows: 5 }, deletionPolicy: "delete" }),
  change: { configValue: { rows: 6 } },
  createdBy: 3,
  changedBy: 4,
  shownBy: 5,
  removedBy: "deleteConfiguration",
  removal: { deletionPolicy: "delete" },
  live: (emulator) => configurations(emulator).map(({ name, value }) => [name, value]),
  cells: {
    emptyRead: { ...emptyLists, undeclared: { none: "a configuration is one value, declared whole" } },
    gone: { take: clearConfigurations, parents: [1, 2] },
    makes: { other: { configName: "second" } },
    rewritten: { program: { configValue: '{"rows":5}' }, show: (record) => ({ ...record, config_value: '{\n  "rows": 5.0\n}' }) },
    foreign: {
      add: ({ account }) => account.addConfiguration(installedAddonId, { id: "theirs", name: "main", value: configured(1) }),
      isThere: (emulator) => configurations(emulator).some(({ id, value }) => id === "theirs" && value === configured(1)),
    },
    laggingReads: { none: "a value applies at once, so the response that shows it is taken for it" },
    hiddenParts: { none: "it is sent as one declared value" },
    undeclaredSecrets: {
      plant({ emulator }, planted) {
        clearConfigurations(emulator);
        const value = JSON.stringify({ rows: 3, ...planted });
        emulator.account.addConfiguration(installedAddonId, { id: "a5000000-0000-4000-8000-000000000001", name: "main", value });
      },
      more: { adopt: true },
      takenOver: "a refresh takes the live value over, which is one argument's",
    },
    owner: {
      make: ({ emulator: { account } }) => account.addConfiguration(installedAddonId, { name: "main", value: configured(5) }),
      adoption: {},
      deletedByDefault: false,
      importId: `${installedAddonId}/main`,
    },
    secretArgument: "configValue",
    unfulfilled: { none: "its writes show the record that they leave, which is believed" },
    overwritten: { configValue: { rows: 7 } },
    turns: { same: {}, others: [{ installedAddonId: "other" }, { configName: "second" }] },
  },
};
