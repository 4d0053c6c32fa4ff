/** What is mutated together, and by which tests it is tried. */
const noun = (name) => ({
  name,
  mutate: [`provider/resources/${name}/*.ts`],
  tests: [`tests/unit/provider/resources/${name}/*.test.ts`],
});

exports.parts = [
  {
    name: "words",
    mutate: ["envelope", "errors", "redact", "retry", "settings"].map((file) => `client/${file}.ts`),
    tests: ["tests/unit/client/{envelope,errors,redact,retry,settings}.test.ts"],
  },
  { name: "transport", mutate: ["client/transport.ts"], tests: ["tests/unit/client/{transport*,errors,redact}.test.ts"] },
  {
    name: "data-plane",
    mutate: ["data-plane", "host", "tokens"].map((file) => `client/${file}.ts`),
    tests: ["tests/unit/client/data-plane.test.ts", "tests/unit/provider/resources/query-run/credentials.test.ts"],
  },
  {
    name: "calls",
    mutate: ["call", "clock", "find", "index", "records"].map((file) => `client/${file}.ts`),
    tests: ["tests/unit/client/{clock,records}.test.ts", "tests/unit/client/api/*.test.ts", "tests/unit/sdk/functions/look-ups.test.ts"],
  },
  { name: "api", mutate: ["client/api/*.ts"], tests: ["tests/unit/client/api/*.test.ts"] },
  {
    name: "provider",
    mutate: ["provider/*.ts"],
    tests: ["tests/unit/provider/*.test.ts", "tests/unit/provider/resources/workspace-settings/{life,secret,check}.test.ts"],
  },
  noun("workspace-settings"),
  noun("addon-configuration"),
  noun("database-user"),
  noun("query-run"),
  noun("workspace-refresh"),
];
