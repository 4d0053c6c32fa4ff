import { PolicyPack, type PolicyConfigSchema, type ResourceValidationPolicy, type StackValidationPolicy } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import { type Declared, type Rule, rules, type Settings } from "./rules";

/** A type of graphplane: through dynamic providers, or through the native plugin. */
const types = /^(?:pulumi-nodejs:dynamic\/graphplane:|graphplane:index:)(\w+)$/;

const list = { type: "array", items: { type: "string" } } as const;

/** The settings that `--policy-pack-config` may give, and their defaults. */
const settings: Readonly<Record<keyof Settings, NonNullable<PolicyConfigSchema["properties"]>[string]>> = {
  productionStacks: { ...list, default: ["prod"] },
  sizes: { ...list, default: ["TG-00", "TG-0", "TG-1"] },
  maxAutoStopMinutes: { type: "number", minimum: 1, default: 60 },
  deletingStacks: { ...list, default: ["dev"] },
  deletable: { ...list, default: [] },
};

/** Every text in a value of the configuration: itself, and the strings in its JSON if it is an object. */
function textsOf(value: string): string[] {
  const texts = [value];
  try {
    JSON.parse(value, (_, part: unknown) => {
      if (typeof part === "string") texts.push(part);
      return part;
    });
  } catch {
    // Not JSON: a plain text.
  }
  return texts;
}
const configured = Object.values(pulumi.runtime.allConfig()).flatMap(textsOf);

interface Registered {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly props: Record<string, unknown>;
  readonly opts: { readonly protect: boolean };
  readonly propertyDependencies?: Readonly<Record<string, readonly unknown[]>>;
}

function declaredOf({ type, name, urn, props, opts, propertyDependencies = {} }: Registered): Declared | undefined {
  const kind = types.exec(type)?.[1];
  if (kind === undefined) return undefined;
  const computed = Object.keys(propertyDependencies).filter((property) => propertyDependencies[property]?.length);
  // urn:pulumi:<stack>::…
  return { kind, name, stack: urn.split(":")[2] ?? "", props, isProtected: opts.protect, computed, configured };
}

function policyOf({ name, description, enforcement, scope, uses, check }: Rule): ResourceValidationPolicy | StackValidationPolicy {
  const policy = {
    name,
    description,
    enforcementLevel: enforcement,
    configSchema: { properties: Object.fromEntries(uses.map((setting) => [setting, settings[setting]])) },
  };
  const violationOf = (resource: Registered, given: Settings) => {
    const declared = declaredOf(resource);
    return declared && check(declared, given);
  };
  if (scope === "resource") {
    return {
      ...policy,
      validateResource(args, report) {
        const violation = violationOf(args, args.getConfig<Settings>());
        if (violation !== undefined) report(violation);
      },
    };
  }
  return {
    ...policy,
    validateStack(args, report) {
      for (const resource of args.resources) {
        const violation = violationOf(resource, args.getConfig<Settings>());
        if (violation !== undefined) report(violation, resource.urn);
      }
    },
  };
}

new PolicyPack("graphplane", { policies: rules.map(policyOf) });
