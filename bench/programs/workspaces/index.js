// The same number of whole workspaces, which exist and are adopted by name.
const { Workspace } = require("pulumi-graphplane");
const { settings } = require("../settings");

for (const { name, workspaceId, ...args } of settings()) new Workspace(name, { ...args, workspaceName: workspaceId, adopt: true });
