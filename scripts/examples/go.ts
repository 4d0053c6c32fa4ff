import { inputsOf, isSecret, secretsOf, type Value } from "./languages";
import { nameOf, type TypeSpec, type Types } from "../docs/reference-types";
import { goImportPath } from "../schema/manifest";

/** Returns the Go example of a reference page, with the types of the generated SDK. */

const exported = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns a Go program that declares the resource. */
export function goExample(kind: string, properties: Readonly<Record<string, TypeSpec>>, types: Types): string {
  const inputs = inputsOf[kind] ?? {};
  const hasSecrets = secretsOf(inputs).length > 0;
  const width = Math.max(...Object.keys(inputs).map((name) => name.length)) + 1;
  const fields = Object.entries(inputs).map(([name, value]) => {
    return `\t\t\t${`${exported(name)}:`.padEnd(width)} ${go(value, properties[name] ?? {}, types)},`;
  });
  const imports = [
    goImportPath,
    "github.com/pulumi/pulumi/sdk/v3/go/pulumi",
    ...(hasSecrets ? ["github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"] : []),
  ];
  return [
    "package main",
    "",
    "import (",
    ...imports.sort().map((path) => `\t"${path}"`),
    ")",
    "",
    "func main() {",
    "\tpulumi.Run(func(ctx *pulumi.Context) error {",
    ...(hasSecrets ? ['\t\tcfg := config.New(ctx, "")'] : []),
    `\t\t_, err := graphplane.New${kind}(ctx, "example", &graphplane.${kind}Args{`,
    ...fields,
    "\t\t})",
    "\t\treturn err",
    "\t})",
    "}",
  ].join("\n");
}

/** Returns a value of the SDK's input type. */
function go(value: Value, spec: TypeSpec, types: Types): string {
  if (typeof value === "string") return isOpen(spec) ? `pulumi.Any(${JSON.stringify(value)})` : `pulumi.String(${JSON.stringify(value)})`;
  if (typeof value === "boolean") return `pulumi.Bool(${value})`;
  if (typeof value === "number") return spec.type === "number" ? `pulumi.Float64(${value})` : `pulumi.Int(${value})`;
  if (Array.isArray(value)) {
    const items = value.map((one: Value) => go(one, spec.items ?? {}, types)).join(", ");
    return `${spec.items?.type === "string" ? "pulumi.StringArray" : "pulumi.Array"}{${items}}`;
  }
  if (isSecret(value)) return `cfg.RequireSecret("${value.config}")`;
  const type = nameOf(spec);
  const fields = type === undefined ? undefined : types[`graphplane:index:${type}`]?.properties;
  const entries = Object.entries(value);
  if (type === undefined) return `pulumi.Map{${entries.map(([key, one]) => `"${key}": ${go(one, {}, types)}`).join(", ")}}`;
  return `&graphplane.${type}Args{${entries.map(([key, one]) => `${exported(key)}: ${go(one, fields?.[key] ?? {}, types)}`).join(", ")}}`;
}

/** Returns true for a string or an object for which the SDK accepts any value. */
const isOpen = ({ oneOf = [] }: TypeSpec) => oneOf.some(({ type }) => type === "object");
