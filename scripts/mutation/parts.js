/** What is mutated together, and by which tests it is tried. */
const noun = (name) => ({
  name,
  mutate: [`provider/resources/${name}/*.ts`],
  tests: [`tests/{unit,integration}/provider/resources/${name}/*.test.ts`],
});

exports.parts = [
  {
    name: "words",
    mutate: ["envelope", "errors", "redact", "retry", "settings"].map((file) => `client/${file}.ts`),
    tests: ["tests/unit/client/{envelope,retry,settings}.test.ts", "tests/integration/client/{errors,redact}.test.ts"],
  },
  { name: "transport", mutate: ["client/transport.ts"], tests: ["tests/integration/client/{transport*,errors,redact}.test.ts"] },
  {
    name: "data-plane",
    mutate: ["data-plane", "host", "tokens"].map((file) => `client/${file}.ts`),
    tests: ["tests/integration/client/data-plane.test.ts", "tests/integration/provider/resources/query-run/credentials.test.ts"],
  },
  {
    name: "calls",
    mutate: ["call", "clock", "context", "find", "index", "read-cache"].map((file) => `client/${file}.ts`),
    tests: [
      "tests/unit/client/{clock,find,read-cache}.test.ts",
      "tests/integration/client/{contexts,shared-reads}.test.ts",
      "tests/integration/client/api/*.test.ts",
      "tests/integration/sdk/functions/look-ups.test.ts",
    ],
  },
  { name: "api", mutate: ["client/api/*.ts"], tests: ["tests/integration/client/api/*.test.ts"] },
  {
    name: "provider",
    mutate: ["provider/*.ts"],
    tests: [
      "tests/{unit,integration}/provider/*.test.ts",
      "tests/integration/provider/resources/workspace-settings/{lifecycle,secrets,validation}.test.ts",
    ],
  },
  noun("workspace-settings"),
  noun("addon-configuration"),
  noun("database-user"),
  noun("query-run"),
  noun("workspace-refresh"),
];
