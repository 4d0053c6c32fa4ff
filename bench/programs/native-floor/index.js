// The same number of resources of a plugin that does nothing, with graphplane's arguments and outputs: the cost of the engine, the SDK and the protocol.
const pulumi = require("@pulumi/pulumi");
const { settings } = require("../settings");

for (const { name, ...args } of settings()) new pulumi.CustomResource("bench:index:Nothing", name, args);
