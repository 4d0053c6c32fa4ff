/** The rules of the team: pure functions, which `index.ts` turns into policies. */

/** A resource as the program declares it. */
export interface Declared {
  /** The type without its package, e.g. `Workspace`, whichever provider declares it. */
  readonly kind: string;
  readonly name: string;
  readonly stack: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** The resource option `protect`. */
  readonly isProtected: boolean;
  /** The properties whose values come from other resources. Only rules of the scope "stack" see them. */
  readonly computed: readonly string[];
  /** Every text in the stack's configuration, secret or not. */
  readonly configured: readonly string[];
}

/** The settings of the rules, as `policy-config.json` sets them. */
export interface Settings {
  readonly productionStacks: readonly string[];
  readonly sizes: readonly string[];
  readonly maxAutoStopMinutes: number;
  /** The stacks in which a removal from the program may delete. */
  readonly deletingStacks: readonly string[];
  /** The names of resources that may be deleted in any stack. */
  readonly deletable: readonly string[];
}

export interface Rule {
  readonly name: string;
  readonly description: string;
  readonly enforcement: "advisory" | "mandatory";
  /** "resource" stops an update before it touches the resource; "stack" is checked once every resource is known. */
  readonly scope: "resource" | "stack";
  /** The settings that the rule reads. */
  readonly uses: readonly (keyof Settings)[];
  /** Returns the violation in a sentence, or undefined. */
  readonly check: (declared: Declared, settings: Settings) => string | undefined;
}

const workspaces = ["Workspace", "WorkspaceSettings"];

/** The kinds that a removal from the program deletes unless their `deletionPolicy` is "retain". */
const deletedByDefault = ["AllowListEntry", "DatabaseUser", "WorkspaceSchedule"];

const mayDelete = ({ name, stack }: Declared, { deletingStacks, deletable }: Settings) =>
  deletingStacks.includes(stack) || deletable.includes(name);

export const rules: readonly Rule[] = [
  {
    name: "no-unplanned-deletion",
    description: "A resource that a removal from the program would delete is protected or retained, unless it is an exception.",
    enforcement: "mandatory",
    scope: "resource",
    uses: ["deletingStacks", "deletable"],
    check(declared, settings) {
      const { kind, props, isProtected } = declared;
      if (!deletedByDefault.includes(kind) || props["deletionPolicy"] === "retain") return undefined;
      if (isProtected || mayDelete(declared, settings)) return undefined;
      return 'removing it from the program deletes it: set deletionPolicy to "retain", set the option protect, or add its name to deletable';
    },
  },
  {
    name: "deletion-policy-by-stack",
    description: 'deletionPolicy "delete" is declared in listed stacks only.',
    enforcement: "mandatory",
    scope: "resource",
    uses: ["deletingStacks", "deletable"],
    check(declared, settings) {
      if (declared.props["deletionPolicy"] !== "delete" || mayDelete(declared, settings)) return undefined;
      return `deletionPolicy "delete" is not allowed in the stack ${declared.stack}`;
    },
  },
  {
    name: "allowed-sizes",
    description: "Sizes come from the team's list.",
    enforcement: "mandatory",
    scope: "resource",
    uses: ["sizes"],
    check({ props: { workspaceTypeName: size } }, { sizes }) {
      if (typeof size !== "string" || sizes.includes(size)) return undefined;
      return `the size ${size} is not one of ${sizes.join(", ")}`;
    },
  },
  {
    name: "auto-stop",
    description: "Outside production, workspaces stop when they are idle.",
    enforcement: "mandatory",
    scope: "resource",
    uses: ["productionStacks", "maxAutoStopMinutes"],
    check({ kind, stack, props: { autoStopMinutes: minutes } }, { productionStacks, maxAutoStopMinutes }) {
      if (!workspaces.includes(kind) || productionStacks.includes(stack)) return undefined;
      if (typeof minutes === "number" && minutes > 0 && minutes <= maxAutoStopMinutes) return undefined;
      return `autoStopMinutes is ${typeof minutes === "number" ? minutes : "not declared"}: declare 1 to ${maxAutoStopMinutes} minutes`;
    },
  },
  {
    name: "no-open-allow-list",
    description: "No entry of an allow list allows every address.",
    enforcement: "mandatory",
    scope: "resource",
    uses: [],
    check({ kind, props: { cidr } }) {
      // Every address: 0.0.0.0/0, ::/0, and any other spelling of a network without a prefix.
      if (kind !== "AllowListEntry" || typeof cidr !== "string" || !/\/0+$/.test(cidr)) return undefined;
      return `${cidr} allows every address: list the ranges that need access`;
    },
  },
  {
    name: "passwords-from-secrets",
    description: "Passwords come from the stack's configuration or from a resource, never from the program.",
    enforcement: "mandatory",
    scope: "stack",
    uses: [],
    check({ kind, props: { password }, computed, configured }) {
      if (kind !== "DatabaseUser" || typeof password !== "string") return undefined;
      if (computed.includes("password") || configured.includes(password)) return undefined;
      return "its password is not in the stack's configuration: store it with pulumi config set --secret, and read it with requireSecret";
    },
  },
  {
    name: "maintenance-window",
    description: "In production, workspaces declare their maintenance window.",
    enforcement: "advisory",
    scope: "resource",
    uses: ["productionStacks"],
    check({ kind, stack, props: { maintenanceWindow } }, { productionStacks }) {
      if (!workspaces.includes(kind) || !productionStacks.includes(stack) || maintenanceWindow !== undefined) return undefined;
      return "maintenanceWindow is not declared: the service chooses the hour";
    },
  },
];
