/** What is mutated together, and by which tests it is tried. */
const noun = (name) => ({
  name,
  mutate: [`provider/resources/${name}/*.ts`],
  tests: [`tests/unit/provider/resources/${name}/*.test.ts`],
});

exports.parts = [
  { name: "client", mutate: ["client/*.ts"], tests: ["tests/unit/client/*.test.ts"] },
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
