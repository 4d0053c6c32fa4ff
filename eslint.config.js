const tseslint = require("typescript-eslint");

/** What each top-level folder must not import: a folder is a process (see CONTRIBUTING). */
const walls = {
  client: [folder("provider", "sdk", "testing", "cli"), packages("@pulumi/*", "@pulumi/**")],
  provider: [folder("sdk", "testing", "cli"), packages("axios", "axios/*")],
  sdk: [
    folder("provider(?!/(cidr|config|declared-once|json|unknown-settings|functions/[\\w-]+)$)", "testing", "cli"),
    packages("axios", "axios/*", "zod", "zod/*"),
  ],
  "testing/emulator": [folder("client", "provider", "sdk", "cli"), packages("@pulumi/*", "@pulumi/**", "axios")],
  "testing/engine": [folder("client", "provider", "sdk", "cli", "emulator"), packages("axios")],
};

/** What `graphplane review` may use of the provider. */
const reviewFace = ["review", "review-facts", "consequences", "messages", "json", "pending", "unknowns"];

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

/** Modules that whoever reads the provider's lines loads: no schema, no client but what tells a host's form. */
const light = {
  regex: "^zod|/schema$|^(\\.{1,2}/)+client(/(?!host$)|$)",
  message: "This module loads neither the client nor zod.",
};

/** What a failure means is looked up in `client/http/error-classification.ts`. Only the code that reads an HTTP answer decides whether it is one at all. */
const elsewhere = "What a failure means is looked up in client/http/error-classification.ts.";
const failureTests = [
  "BinaryExpression:has(> Literal[value=/^(Internal-Error|Bad-Request|Not-Found|Forbidden|Unauthorized|API-Disabled|Quota-Exceed)$/])",
  "ArrayExpression > Literal[value=/^(Internal-Error|Bad-Request|Not-Found|Forbidden|Unauthorized|API-Disabled|Quota-Exceed)$/]",
  "MemberExpression[object.property.name='failure'][property.name=/^(status|type)$/]",
  "VariableDeclarator[init.property.name='failure'] > ObjectPattern > Property[key.name=/^(status|type)$/]",
  "VariableDeclarator[init.name='failure'] > ObjectPattern > Property[key.name=/^(status|type)$/]",
].map((selector) => ({ selector, message: elsewhere }));
const statusTests = [
  "BinaryExpression:has(> Literal[raw=/^\\d{3}$/]):matches(:has(> Identifier[name='status']), :has(> MemberExpression[property.name='status']))",
  "CallExpression[callee.property.name='includes'] > MemberExpression > ArrayExpression > Literal[raw=/^\\d{3}$/]",
].map((selector) => ({ selector, message: elsewhere }));
const readers = ["client/{call,data-plane,envelope,transport}.ts"];

/** What only one engine knows stands in its door. */
const hostKeys = {
  selector: "Literal[value=/^__(provider|secrets)$/]",
  message: "What the dynamic host puts into properties stands in provider/dynamic.",
};

module.exports = tseslint.config(
  { ignores: ["dist/", "plugin/", "sdks/", "node_modules/", "coverage/", "examples/*/bin/", ".tmp/", "tests/long/package/consumer/"] },
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
      // Loaded when it is needed, in a form that a bundler follows.
      "@typescript-eslint/no-require-imports": ["error", { allow: ["^axios$", "/client$"] }],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  ...Object.entries(walls).map(([name, patterns]) => restrict([`${name}/**/*.ts`], patterns)),
  restrict(["client/**/*.ts"], [...walls.client, packages("axios", "axios/*")], ["client/http/transport.ts"]),
  restrict(["client/http/retry.ts", "client/http/envelope.ts", "client/wire/json.ts"], [...walls.client, packages("axios"), pure]),
  restrict(
    ["provider/values/json.ts", "provider/proof/pending.ts", "provider/resources/*/{model,pending,plan,diff,record,body,state,messages}.ts"],
    [...walls.provider, pure],
  ),
  restrict(["provider/{consequences,messages,review,review-facts}.ts", "provider/resources/*/review.ts"], [...walls.provider, pure, light]),
  restrict(["cli/review.ts", "cli/review/*.ts"], [folder(`provider/(?!(${reviewFace.join("|")})$)`, "client", "sdk", "testing")]),
  {
    files: ["{client,provider,cli,sdk}/**/*.ts"],
    ignores: ["client/http/error-classification.ts", "client/http/errors.ts", ...readers],
    rules: { "no-restricted-syntax": ["error", ...failureTests, ...statusTests] },
  },
  {
    files: ["provider/**/*.ts"],
    ignores: ["provider/dynamic/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...failureTests, ...statusTests, hostKeys] },
  },
  { files: readers, rules: { "no-restricted-syntax": ["error", failureTests[0]] } },
  // A function of the SDK may load the client lazily; the type of it costs nothing.
  {
    files: ["sdk/**/*.ts", "provider/functions/*.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            ...walls.sdk,
            { ...folder("client(?!/wire-names$)"), allowTypeImports: true, message: "Load the client lazily: require(...)." },
          ],
        },
      ],
    },
  },
  {
    files: ["examples/**/*.ts", "testing/demo/**/*.ts", "cli/**/*.ts", "tests/faults/**/*.ts", "tests/long/**/*.ts"],
    rules: { "no-console": "off" },
  },
);
