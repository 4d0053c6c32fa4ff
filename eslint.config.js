const tseslint = require("typescript-eslint");

/** What each top-level folder must not import: a folder is a process (see CONTRIBUTING). */
const walls = {
  client: [folder("provider", "sdk", "testing", "cli"), packages("@pulumi/*", "@pulumi/**")],
  provider: [folder("sdk", "testing", "cli"), packages("axios", "axios/*")],
  sdk: [folder("provider(?!/(config|json)$)", "testing", "cli"), packages("axios", "axios/*", "zod", "zod/*")],
  "testing/emulator": [folder("client", "provider", "sdk", "cli"), packages("@pulumi/*", "@pulumi/**", "axios")],
  "testing/engine": [folder("client", "provider", "sdk", "cli", "emulator"), packages("axios")],
};

function folder(...names) {
  return { regex: `^\\.{1,2}/(.*/)?(${names.join("|")})(/|$)`, message: "The folders' walls are in CONTRIBUTING." };
}
function packages(...group) {
  return { group, message: "The folders' walls are in CONTRIBUTING." };
}
function restrict(files, patterns, ignores = []) {
  return { files, ignores, rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] } };
}

/** Pure modules turn one shape into another: no input or output, no clock, no engine. */
const pure = {
  group: ["node:*", "fs", "http", "https", "axios", "@pulumi/*", "**/transport", "**/records"],
  message: "This module is pure.",
};

module.exports = tseslint.config(
  { ignores: ["dist/", "node_modules/", "coverage/", "examples/*/bin/", ".tmp/", "tests/long/package/consumer/"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: __dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  ...Object.entries(walls).map(([name, patterns]) => restrict([`${name}/**/*.ts`], patterns)),
  restrict(["client/**/*.ts"], [...walls.client, packages("axios", "axios/*")], ["client/transport.ts"]),
  restrict(["client/retry.ts", "client/envelope.ts"], [...walls.client, packages("axios"), pure]),
  restrict(["provider/json.ts", "provider/pending.ts", "provider/resources/*/{model,pending}.ts"], [...walls.provider, pure]),
  // A function of the SDK may load the client lazily; the type of it costs nothing.
  {
    files: ["sdk/**/*.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [...walls.sdk, { ...folder("client"), allowTypeImports: true, message: "Load the client lazily: createRequire(...)." }],
        },
      ],
    },
  },
  {
    files: ["examples/**/*.ts", "testing/demo/**/*.ts", "cli/**/*.ts", "tests/faults/**/*.ts", "tests/long/**/*.ts"],
    rules: { "no-console": "off" },
  },
);
