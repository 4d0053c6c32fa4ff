// As many resources of a plugin that does nothing: what the engine, the SDK and the protocol take for themselves.
const pulumi = require("@pulumi/pulumi");
const { settings } = require("../settings");

for (const { name, ...args } of settings()) new pulumi.CustomResource("bench:index:Nothing", name, { args });
