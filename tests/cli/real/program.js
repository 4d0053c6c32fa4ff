// Resources on objects of their own, so that every request tells whose it is.
const pulumi = require("@pulumi/pulumi");
const { AddonConfiguration, DatabaseUser, QueryRun, WorkspaceRefresh, WorkspaceSettings } = require("pulumi-graphplane");

const config = new pulumi.Config();
const { host, resources } = config.requireObject("scene");
const passwordIn = (phase) => config.requireSecret(`${phase}Password`);
const configuredIn = (phase) => config.requireSecret(`${phase}Configured`).apply((word) => ({ password: word, rows: 5 }));
const secret = config.requireSecret("databaseSecret");

const kinds = {
  WorkspaceSettings: (name, { place, phase, deletionPolicy }) =>
    new WorkspaceSettings(name, {
      ...place,
      autoStopMinutes: phase === "changed" ? 90 : 60,
      addons: { insights: { enable: true, enableConfiguration: configuredIn(phase) } },
      timeoutSeconds: 4,
      deletionPolicy,
    }),
  AddonConfiguration: (name, { place, phase }) =>
    new AddonConfiguration(name, { ...place, configValue: configuredIn(phase), deletionPolicy: "delete" }),
  DatabaseUser: (name, { place, phase, adopt, deletionPolicy }) =>
    new DatabaseUser(name, { ...place, password: passwordIn(phase), adopt, deletionPolicy }),
  WorkspaceRefresh: (name, { place, phase }) =>
    new WorkspaceRefresh(name, { ...place, triggers: [phase], untilRefreshStatus: ["completed"], timeoutSeconds: 4 }),
  QueryRun: (name, { place, phase, idempotent }) =>
    new QueryRun(name, { ...place, host, parameters: { rows: 3 }, secret, idempotent, triggers: [phase], timeoutSeconds: 5 }),
};
for (const { name, kind, ...given } of resources) kinds[kind](name, given);
