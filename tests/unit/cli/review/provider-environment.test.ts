import { refusedMappings } from "../../../../cli/review/provider-environment";

const urnOf = (type: string) => `urn:pulumi:dev::p::pulumi:providers:${type}::partner`;
const mapping = (...variables: string[]) => ({
  envVarMappings: Object.fromEntries(variables.map((name, index) => [`FROM_${index}`, name])),
});
const step = (internal: unknown, type = "graphplane") => ({ op: "same", urn: urnOf(type), newState: { inputs: { __internal: internal } } });

test.each([
  ["the approval", step(mapping("GRAPHPLANE_APPROVAL")), ["GRAPHPLANE_APPROVAL"]],
  ["several variables", step(mapping("GRAPHPLANE_RECORDS", "NODE_OPTIONS")), ["GRAPHPLANE_RECORDS", "NODE_OPTIONS"]],
  ["a variable of dynamic resources", step(mapping("GRAPHPLANE_APPROVAL"), "pulumi-nodejs"), ["GRAPHPLANE_APPROVAL"]],
  ["a variable in the state alone", { ...step(undefined), oldState: step(mapping("HOME")).newState }, ["HOME"]],
  ["variables that are secret", step({ envVarMappings: "[secret]" }), ["[secret]"]],
  ["what is secret as a whole", step("[secret]"), ["[secret]"]],
  ["an account", step(mapping("GRAPHPLANE_API_KEY", "GRAPHPLANE_BASE_URL")), []],
  ["nothing", step({ pluginDownloadURL: "https://example.com" }), []],
  ["a variable of another package", step(mapping("GRAPHPLANE_APPROVAL"), "aws"), []],
])("a provider that maps %s", (_, one, variables) => {
  const sentences = refusedMappings([one, one]);
  expect(sentences.map((sentence) => /^The provider partner maps the environment variable (\S+) /.exec(sentence)?.[1])).toEqual(variables);
});
