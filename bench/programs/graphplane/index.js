// The settings of many workspaces, declared with graphplane.
const { WorkspaceSettings } = require("pulumi-graphplane");
const { settings } = require("../settings");

for (const { name, ...args } of settings()) new WorkspaceSettings(name, args);
