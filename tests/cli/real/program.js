// Three to four of each resource, each on objects of its own, so that every request tells whose it is.
const pulumi = require("@pulumi/pulumi");
const { AddonConfiguration, DatabaseUser, QueryRun, WorkspaceRefresh, WorkspaceSettings } = require("pulumi-graphplane");

const config = new pulumi.Config();
const { phase, host, resources } = config.requireObject("scene");
const changed = phase === "changed";
const password = config.requireSecret("password");
const configured = config.requireSecret("configured").apply((word) => ({ password: word, rows: 5 }));
const secret = config.requireSecret("databaseSecret");

const kinds = {
  WorkspaceSettings: (name, { place, deletionPolicy }) =>
    new WorkspaceSettings(name, {
      ...place,
      autoStopMinutes: changed ? 90 : 60,
      addons: { insights: { enable: true, enableConfiguration: configured } },
      timeoutSeconds: 4,
      deletionPolicy,
    }),
  AddonConfiguration: (name, { place }) => new AddonConfiguration(name, { ...place, configValue: configured, deletionPolicy: "delete" }),
  DatabaseUser: (name, { place }) => new DatabaseUser(name, { ...place, password }),
  WorkspaceRefresh: (name, { place }) =>
    new WorkspaceRefresh(name, { ...place, triggers: [phase], untilRefreshStatus: ["completed"], timeoutSeconds: 4 }),
  QueryRun: (name, { place, idempotent }) =>
    new QueryRun(name, { ...place, host, parameters: { rows: 3 }, secret, idempotent, triggers: [phase], timeoutSeconds: 5 }),
};
for (const { name, kind, ...given } of resources) kinds[kind](name, given);
