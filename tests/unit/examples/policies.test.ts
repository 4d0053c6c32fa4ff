import { type Declared, rules, type Settings } from "../../../examples/policies/rules";
import { readText } from "../../support/repository";

/** The rules of the policy pack; tests/cli runs the pack on the engine. */

const settings: Settings = {
  productionStacks: ["prod"],
  sizes: ["TG-00", "TG-1"],
  maxAutoStopMinutes: 60,
  deletingStacks: ["dev"],
  deletable: ["scratch"],
};

const declared = (kind: string, props: object, more: Partial<Declared> = {}): Declared => ({
  kind,
  name: "main",
  stack: "test",
  props: { ...props },
  isProtected: false,
  computed: [],
  configured: ["from the configuration"],
  ...more,
});
const prod = { stack: "prod" };
const dev = { stack: "dev" };
const user = (more: object = {}) => ({ deletionPolicy: "retain", ...more });

test.each<[string, Declared, string[]]>([
  ["a workspace that stops in time", declared("Workspace", { autoStopMinutes: 60, workspaceTypeName: "TG-1" }), []],
  ["one that stops too late", declared("WorkspaceSettings", { autoStopMinutes: 61 }), ["auto-stop"]],
  ["one that never stops", declared("Workspace", { autoStopMinutes: 0 }), ["auto-stop"]],
  ["one that does not say when it stops", declared("Workspace", {}), ["auto-stop"]],
  ["production without a maintenance window", declared("Workspace", {}, prod), ["maintenance-window"]],
  ["production with one", declared("WorkspaceSettings", { maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3 } }, prod), []],
  ["another size", declared("WorkspaceSchedule", { deletionPolicy: "retain", workspaceTypeName: "TG-16" }), ["allowed-sizes"]],
  ["an entry for one range", declared("AllowListEntry", { cidr: "203.0.113.0/24", deletionPolicy: "retain" }), []],
  ["an entry for IPv4", declared("AllowListEntry", { cidr: "0.0.0.0/0", deletionPolicy: "retain" }), ["no-open-allow-list"]],
  ["an entry for IPv6", declared("AllowListEntry", { cidr: "::/0", deletionPolicy: "retain" }), ["no-open-allow-list"]],
  ["an entry for every address, spelled otherwise", declared("AllowListEntry", { cidr: "198.51.100.7/00" }, dev), ["no-open-allow-list"]],
  ["deletion where it is not listed", declared("Workgroup", { deletionPolicy: "delete" }), ["deletion-policy-by-stack"]],
  ["deletion in a listed stack", declared("Workgroup", { deletionPolicy: "delete" }, dev), []],
  ["deletion of a listed exception", declared("Workgroup", { deletionPolicy: "delete" }, { name: "scratch" }), []],
  ["a user that a removal deletes", declared("DatabaseUser", {}), ["no-unplanned-deletion"]],
  ["a user that is protected", declared("DatabaseUser", {}, { isProtected: true }), []],
  ["a user in a stack for trials", declared("DatabaseUser", {}, dev), []],
  ["a user that stays", declared("DatabaseUser", user()), []],
  ["a password of the program", declared("DatabaseUser", user({ password: "written there" })), ["passwords-from-secrets"]],
  ["a password of the configuration", declared("DatabaseUser", user({ password: "from the configuration" })), []],
  ["a password of a resource", declared("DatabaseUser", user({ password: "made" }), { computed: ["password"] }), []],
  ["a kind without rules", declared("QueryRun", { query: "top_rated" }), []],
])("%s", (_, resource, violated) => {
  const found = rules.flatMap(({ name, check }) => (check(resource, settings) === undefined ? [] : name));
  expect(found).toEqual(violated);
});

test("every setting of the configuration's file is one that its rule reads, and the README lists each rule with its level", () => {
  const text = (file: string) => readText(`examples/policies/${file}`);
  const config = JSON.parse(text("policy-config.json")) as Record<string, object>;
  const used = rules.flatMap(({ name, uses }) => (uses.length === 0 ? [] : [[name, [...uses].sort()]]));
  expect(Object.fromEntries(Object.entries(config).map(([name, own]) => [name, Object.keys(own).sort()]))).toEqual(
    Object.fromEntries(used),
  );
  for (const { name, enforcement } of rules) expect(text("README.md")).toContain(`| \`${name}\` | ${enforcement} |`);
});
