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
  turns: { same: {}, others: [{ installedAddonId: "other" }, { configName: "second" }] },
  removal: { deletionPolicy: "delete" },
  live: (emulator) => configurations(emulator).map(({ name, value }) => [name, value]),
  cells: {
    emptyRead: { ...emptyLists, undeclared: { none: "a configuration is one value, declared whole" } },
    gone: {
      parents: [1, 2],
      take: (emulator) => clearConfigurations(emulator),
      waits: { none: "the response is a boolean, and the next read is that of the next run" },
    },
    lostCreation: { makes: { other: { configName: "second" }, otherLive: [["second", configured(5)]] } },
    madeTwice: {
      rewritten: {
        program: { configValue: '{"rows":5}' },
        show: (one) => ({ ...one, config_value: '{\n  "rows": 5.0\n}' }),
      },
      foreign: {
        add: ({ account }) => account.addConfiguration(installedAddonId, { id: "theirs", name: "main", value: configured(1) }),
        isThere: (emulator) => configurations(emulator).some(({ id, value }) => id === "theirs" && value === configured(1)),
      },
    },
    onItsWay: {
      dropped: { none: "its value is required" },
      isFirst: (emulator) => configurations(emulator)[0]?.value === configured(5),
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
      make: ({ emulator: { account } }) => {
        account.addConfiguration(installedAddonId, { name: "main", value: configured(5) });
      },
      adoption: {},
      deletedByDefault: false,
      importId: `${installedAddonId}/main`,
      renamed: {},
    },
    otherService: { silentDeletion: false },
    secretArguments: { argument: "configValue", valueOf: (password) => ({ password }) },
    unfulfilled: { none: "its writes show the record that they leave, which is believed" },
    overwritten: { configValue: { rows: 7 } },
    previews: { local: { adopt: true }, replaced: { configName: "second" }, makesAnother: false },
  },
};
