import * as pulumi from "@pulumi/pulumi";

/** Returns the arguments for the SDK's provider constructor. In the protocol, provider settings are strings. */
export function providerRegistration(
  name: string,
  args: object,
  opts?: pulumi.ResourceOptions,
): [pkg: string, name: string, inputs: pulumi.Inputs, opts: pulumi.ResourceOptions] {
  const { baseUrl, apiKey, ...numbers } = args as Readonly<Record<string, pulumi.Input<string | number> | undefined>>;
  const strings = Object.entries(numbers).map(([key, value]) => [key, pulumi.output(value).apply((plain) => JSON.stringify(plain))]);
  const inputs = { ...(Object.fromEntries(strings) as pulumi.Inputs), baseUrl, apiKey: apiKey && pulumi.secret(apiKey) };
  return ["graphplane", name, inputs, pulumi.mergeOptions(opts, { additionalSecretOutputs: ["apiKey"] })];
}
