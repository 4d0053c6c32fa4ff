// As many resources that do nothing, with the arguments and outputs of graphplane's: what the engine takes to carry and store those.
const pulumi = require("@pulumi/pulumi");
const { settings } = require("../settings");

const provider = `exports.handler = () => require(${JSON.stringify(require.resolve("./provider"))});`;

for (const { name, ...args } of settings())
  new pulumi.CustomResource("pulumi-nodejs:dynamic/bench:Nothing", name, { ...args, __provider: provider });
