// The settings of many workspaces, declared with graphplane through its plugin.
const { WorkspaceSettings } = require("pulumi-graphplane/native");
const { settings } = require("../settings");

for (const { name, ...args } of settings()) new WorkspaceSettings(name, args);
