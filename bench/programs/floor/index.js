// The same number of resources that do nothing, with graphplane's arguments and outputs: the cost of the engine, the SDK and the dynamic host.
const pulumi = require("@pulumi/pulumi");
const { settings } = require("../settings");

const provider = `exports.handler = () => require(${JSON.stringify(require.resolve("./provider"))});`;

for (const { name, ...args } of settings())
  new pulumi.CustomResource("pulumi-nodejs:dynamic/bench:Nothing", name, { ...args, __urn: name, __provider: provider });
