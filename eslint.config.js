const tseslint = require("typescript-eslint");

/** The layers of a directory: a layer must not import a later one (see CONTRIBUTING). */
const layers = {
  client: ["wire", "http", "api", "index"],
  provider: [
    "values",
    "messages",
    "describe",
    "definition",
    "reconcile",
    "lifecycle",
    "adopt",
    "resources",
    "registry",
    "functions",
    "dynamic",
    "native",
  ],
};

/** The imports forbidden in each top-level directory, because they are loaded by different processes (see CONTRIBUTING). */
const imports = {
  client: [folder("provider", "sdk", "testing", "cli"), packages("@pulumi/*", "@pulumi/**")],
  provider: [folder("sdk", "testing", "cli"), packages("axios", "axios/*")],
  sdk: [
    folder("provider(?!/(values/(json|secret-marks)|config|unknown-settings|functions/[\\w-]+)$)", "testing", "cli"),
    packages("axios", "axios/*", "zod", "zod/*"),
  ],
  "testing/emulator": [folder("client", "provider", "sdk", "cli"), packages("@pulumi/*", "@pulumi/**", "axios")],
  "testing/engine": [folder("client", "provider", "sdk", "cli", "emulator"), packages("axios")],
};

/** The import rules of a layer: those of its directory, and no import of a later layer. */
function importRulesOf(top, layer) {
  const later = layers[top].slice(layers[top].indexOf(layer) + 1);
  const upward = { regex: `^(\\.\\./)+(${later.join("|")})(/|$)`, message: "A layer must not import a later layer: see CONTRIBUTING." };
  return later.length === 0 ? imports[top] : [...imports[top], upward];
}

/** The modules of the provider that `graphplane review` is allowed to import. */
const reviewFace = [
  "registry",
  "describe/(effects|fields|resource)",
  "messages/(consequences|message|plan-entry|plan-log)",
  "values/(assets|json|unknowns|urn)",
  "reconcile/(deletion-policy|state-metadata|pending)",
];

function folder(...names) {
  return { regex: `^\\.{1,2}/(.*/)?(${names.join("|")})(/|$)`, message: "CONTRIBUTING lists the allowed imports." };
}
function packages(...group) {
  return { group, message: "CONTRIBUTING lists the allowed imports." };
}
function restrict(files, patterns, ignores = []) {
  return { files, ignores, rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] } };
}

/** Pure modules turn one shape into another: no input or output, no clock, no engine. */
const pure = {
  group: ["node:*", "fs", "http", "https", "axios", "@pulumi/*", "**/transport", "**/records"],
  message: "This module is pure.",
};

/** Modules of the client that load neither zod nor axios, so that a program may load them without the client. */
const lightModules = {
  wire: ["addon-results", "json", "record-shape", "results", "shapes"],
  http: ["error-classification", "errors", "settings"],
  api: ["find", "host"],
};
const lightClient = Object.entries(lightModules)
  .flatMap(([layer, names]) => names.map((name) => `${layer}/${name}`))
  .join("|");
const onlyLight = {
  regex: `^zod|^\\.{1,2}/(?!(.*/)?(${Object.values(lightModules).flat().join("|")})$)`,
  allowTypeImports: true,
  message: "This module loads light modules alone (lightModules in eslint.config.js).",
};

/** Modules that whoever reads the provider's lines loads: no schema, no client but what is light. */
const light = {
  regex: `^zod|/schema$|^(\\.{1,2}/)+client(/(?!(${lightClient})$)|$)`,
  allowTypeImports: true,
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
const readers = ["client/http/{call,envelope,transport}.ts", "client/api/data-plane.ts"];

/** A value that the service or a user names is found among an object's own keys: `toString` is a name too. */
const inheritedNames = [
  "BinaryExpression[operator='in'][left.type!='Literal']",
  "MemberExpression[computed=true] > ObjectExpression.object",
].map((selector) => ({ selector, message: "Finds toString and constructor too: use Object.hasOwn or a Map." }));

/** What only the dynamic host knows is in its adapter. */
const hostKeys = {
  selector: "Literal[value=/^__(provider|secrets)$/]",
  message: "What the dynamic host puts into properties stands in provider/dynamic.",
};

module.exports = tseslint.config(
  { ignores: ["dist/", "plugin/", "sdks/", "node_modules/", "coverage/", "examples/*/bin/", ".tmp/", "tests/package/consumer/"] },
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
      "@typescript-eslint/no-require-imports": ["error", { allow: ["^axios$", "/client$", "^\\./resources/"] }],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  // One program for all of them: by their own tsconfig.json, each would load the types of Pulumi again.
  {
    files: ["{examples,templates}/**/*.ts"],
    languageOptions: { parserOptions: { projectService: false, project: "tsconfig.examples.json" } },
  },
  ...Object.entries(imports).map(([name, patterns]) => restrict([`${name}/**/*.ts`], patterns)),
  ...layers.client.map((layer) =>
    restrict([`client/${layer}/**/*.ts`], [...importRulesOf("client", layer), packages("axios", "axios/*")], ["client/http/transport.ts"]),
  ),
  ...Object.entries(lightModules).map(([layer, names]) =>
    restrict([`client/${layer}/{${names.join(",")}}.ts`], [...importRulesOf("client", layer), packages("axios"), onlyLight]),
  ),
  restrict(["client/http/{retry,envelope}.ts"], [...importRulesOf("client", "http"), packages("axios"), pure]),
  restrict(["client/wire/{json,record-shape,shapes}.ts"], [...importRulesOf("client", "wire"), packages("axios"), pure, onlyLight]),
  ...layers.provider.map((layer) => restrict([`provider/${layer}{.ts,/**/*.ts}`], importRulesOf("provider", layer))),
  restrict(["provider/values/{json,unknowns,urn}.ts"], [...importRulesOf("provider", "values"), pure]),
  restrict(["provider/reconcile/pending.ts"], [...importRulesOf("provider", "reconcile"), pure]),
  restrict(["provider/messages/{consequences,message,plan-log}.ts"], [...importRulesOf("provider", "messages"), pure, light]),
  restrict(["provider/describe/*.ts"], [...importRulesOf("provider", "describe"), pure, light], ["provider/describe/schema.ts"]),
  restrict(["provider/resources/*/description.ts"], [...importRulesOf("provider", "resources"), pure, light]),
  restrict(["provider/resources/*/{model,plan,diff,record,body,state,messages}.ts"], [...importRulesOf("provider", "resources"), pure]),
  restrict(["cli/review.ts", "cli/review/*.ts"], [folder(`provider/(?!(${reviewFace.join("|")})$).*`, "client", "sdk", "testing")]),
  {
    files: ["{client,provider,cli,sdk}/**/*.ts"],
    // The hosts of repositories are other services.
    ignores: ["client/http/error-classification.ts", "client/http/errors.ts", "cli/ci/http.ts", ...readers],
    rules: { "no-restricted-syntax": ["error", ...inheritedNames, ...failureTests, ...statusTests] },
  },
  {
    files: ["provider/**/*.ts"],
    ignores: ["provider/dynamic/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...inheritedNames, ...failureTests, ...statusTests, hostKeys] },
  },
  { files: readers, rules: { "no-restricted-syntax": ["error", ...inheritedNames, failureTests[0]] } },
  // A function of the SDK may load the client lazily; the type of it costs nothing.
  {
    files: ["sdk/**/*.ts", "provider/functions/*.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            ...imports.sdk,
            { ...folder(`client(?!/(${lightClient})$)`), allowTypeImports: true, message: "Load the client lazily: require(...)." },
          ],
        },
      ],
    },
  },
  {
    files: ["examples/**/*.ts", "testing/demo/**/*.ts", "cli/**/*.ts", "tests/faults/**/*.ts", "tests/cli/**/*.ts"],
    rules: { "no-console": "off" },
  },
);
