const { readdirSync } = require("node:fs");
const { join } = require("node:path");

const folder = join(__dirname, "../../provider/resources");
const resources = readdirSync(folder);

const isAdoption = (file) => file.startsWith("adopt");
const filesOf = (name, wanted) =>
  readdirSync(join(folder, name))
    .filter(wanted)
    .map((file) => `provider/resources/${name}/${file}`);

const kindOf = (name) => name.replace(/(^|-)(.)/g, (_, _dash, letter) => letter.toUpperCase());

const resource = (name) => ({
  name,
  kinds: [kindOf(name)],
  mutate: filesOf(name, (file) => !isAdoption(file)),
  tests: [
    `tests/resources/${name}{,/*}.test.ts`,
    ...(name === "workspace" ? ["tests/resources/workspace-settings/moved.test.ts"] : []),
    "tests/integration/provider/identity.test.ts",
    "tests/unit/cli/review/golden.test.ts",
    "tests/contract/contract.test.ts",
  ],
});

const client = readdirSync(join(__dirname, "../../client"), { recursive: true })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => `client/${file}`);
const clientFiles = (room, names) => names.map((name) => `client/${room}/${name}.ts`);
const words = [
  ...clientFiles("http", ["decodings", "envelope", "error-classification", "errors", "redact", "retry", "secret-finder", "settings"]),
  "client/wire/exact-json.ts",
];
const transport = clientFiles("http", ["proxy", "transport"]);
const dataPlane = clientFiles("api", ["data-plane", "host", "queries", "tokens"]);
const api = client.filter(
  (file) => /^client\/(api|wire)\//.test(file) && ![...words, ...dataPlane, ...clientFiles("api", ["find", "shared-reads"])].includes(file),
);

// The executable starts a server when it is loaded, so only the tests with a real engine run it.
const native = readdirSync(join(__dirname, "../../provider/native"))
  .filter((file) => file !== "main.ts")
  .map((file) => `provider/native/${file}`);

const review = readdirSync(join(__dirname, "../../cli/review")).map((file) => `cli/review/${file}`);
/** Returns true for files that render a comment, and false for those that determine its contents. */
const isText = (file) => /\/(render|rows|outcome|verdict|words|phrases|style|escape|shortening|values|way-back)/.test(file);

/** The parts, each with the files that are mutated together, the tests that must detect the mutants, and the resource kinds for the contract suite. */
exports.parts = [
  {
    name: "words",
    mutate: words,
    tests: [
      "tests/unit/client/http/{envelope,error-classification,redact,retry,settings}.test.ts",
      "tests/unit/client/wire/exact-json.test.ts",
      "tests/integration/client/http/{errors,redact}.test.ts",
      "tests/integration/client/api/shared-reads.test.ts",
    ],
  },
  {
    name: "transport",
    mutate: transport,
    tests: [
      "tests/unit/client/http/proxy.test.ts",
      "tests/integration/client/{transport*,hints}.test.ts",
      "tests/integration/client/http/{transport,errors,redact}.test.ts",
    ],
  },
  {
    name: "data-plane",
    mutate: dataPlane,
    tests: [
      "tests/unit/client/api/tokens.test.ts",
      "tests/integration/client/api/data-plane.test.ts",
      "tests/resources/*/{credentials,failures,runs}.test.ts",
    ],
  },
  {
    name: "calls",
    kinds: ["QueryRun"],
    mutate: client.filter((file) => ![...words, ...transport, ...dataPlane, ...api].includes(file)),
    tests: [
      "tests/unit/client/{http,api}/{approval,clock,find,read-cache}.test.ts",
      "tests/integration/client/contexts.test.ts",
      "tests/integration/{client/{,api/,http/}*,native/approval}.test.ts",
      "tests/integration/sdk/functions/*.test.ts",
      "tests/{unit,integration}/provider/lifecycle/*.test.ts",
      "tests/contract/contract.test.ts",
    ],
  },
  {
    name: "api",
    kinds: ["WorkspaceSchedule", "BackupSchedule", "AllowListEntry", "DatabaseUser", "Workgroup"],
    mutate: api,
    tests: [
      "tests/{unit,integration}/client/{api,wire}/*.test.ts",
      "tests/integration/sdk/functions/*.test.ts",
      "tests/contract/contract.test.ts",
    ],
  },
  {
    name: "lifecycle",
    kinds: ["Workspace", "Workgroup", "WorkspaceSettings", "AllowListEntry", "DatabaseUser", "QueryRun"],
    mutate: ["provider/lifecycle/*.ts"],
    tests: [
      "tests/{unit,integration}/provider/{,lifecycle/}*.test.ts",
      "tests/integration/native/*.test.ts",
      "tests/unit/cli/review/{announced,cost,dependents,golden,ownership}.test.ts",
      "tests/contract/contract.test.ts",
    ],
  },
  {
    name: "reconcile",
    kinds: ["WorkspaceSchedule", "AllowListEntry", "DatabaseUser"],
    mutate: ["provider/reconcile/*.ts"],
    tests: [
      "tests/unit/provider/{reconcile,lifecycle}/*.test.ts",
      "tests/integration/provider/identity.test.ts",
      "tests/resources/{{workspace,workspace-schedule,allow-list-entry}/*,database-user}.test.ts",
      "tests/resources/{{addon-configuration,workgroup}/lifecycle,workspace-settings/{moved,state}}.test.ts",
      "tests/contract/contract.test.ts",
    ],
  },
  {
    name: "values",
    mutate: ["provider/values/*.ts"],
    tests: [
      "tests/unit/provider/{values,lifecycle}/*.test.ts",
      "tests/integration/provider/lifecycle/format-warnings.test.ts",
      "tests/resources/{allow-list,allow-list-entry,workspace-settings}/*.test.ts",
      "tests/unit/sdk/*.test.ts",
      "tests/integration/native/{plugin,read}.test.ts",
    ],
  },
  {
    name: "messages",
    mutate: ["provider/messages/*.ts"],
    tests: ["tests/unit/provider/{messages,lifecycle}/*.test.ts", "tests/unit/cli/review/golden.test.ts"],
  },
  {
    name: "dynamic",
    mutate: ["provider/*.ts", "provider/dynamic/*.ts"],
    tests: [
      "tests/{unit,integration}/provider/{,lifecycle/}*.test.ts",
      "tests/unit/provider/messages/consequences.test.ts",
      "tests/{unit/sdk,integration/native}/*.test.ts",
    ],
  },
  {
    name: "functions",
    mutate: ["provider/functions/*.ts"],
    tests: ["tests/unit/provider/functions/*.test.ts", "tests/integration/{sdk/functions,native}/*.test.ts"],
  },
  { name: "native", mutate: native, tests: ["tests/{unit/provider,integration}/native/*.test.ts"] },
  {
    name: "adopt",
    mutate: ["provider/adopt/*.ts", ...resources.flatMap((name) => filesOf(name, isAdoption))],
    tests: [
      "tests/unit/provider/adopt/*.test.ts",
      "tests/resources/{,*/adopt}*.test.ts",
      "tests/unit/cli/adopt/*.test.ts",
      "tests/integration/adopt/*.test.ts",
    ],
  },
  ...resources.map(resource),
  {
    name: "review",
    mutate: ["cli/review.ts", ...review.filter((file) => !isText(file))],
    tests: ["tests/unit/cli/review/*.test.ts", "tests/integration/cli/ci/review.test.ts"],
  },
  {
    name: "comment",
    mutate: review.filter(isText),
    tests: ["tests/unit/cli/review/*.test.ts", "tests/contract/way-back.test.ts"],
  },
  {
    name: "ci",
    mutate: ["cli/ci.ts", "cli/ci/*.ts"],
    tests: ["tests/unit/cli/ci/*.test.ts", "tests/integration/cli/ci/{ci,host,policies,rate-limits,review,reviewed}.test.ts"],
  },
  {
    name: "doctor",
    mutate: ["cli/doctor.ts", "cli/doctor/*.ts"],
    tests: ["tests/unit/cli/doctor/*.test.ts", "tests/integration/cli/doctor*.test.ts"],
  },
];
