import { ReadResourceRequest, RegisterResourceRequest, TransformResponse } from "@pulumi/pulumi/proto/resource_pb";
import { type Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { hasSecret } from "../provider/values/secret-marks";

/**
 * Completes messages to the engine with facts that are unknown in a constructor, because transformations change arguments afterwards, and
 * transforms change them when the engine requests it.
 */
export function completeMessages(): void {
  onArguments(RegisterResourceRequest.prototype, "setObject", (request: RegisterResourceRequest, args) => {
    addSecretNames(args);
    if (typesWithProtection.has(request.getType()) && isProtected(args)) request.setProtect(true);
  });
  onArguments(ReadResourceRequest.prototype, "setProperties", (_, args) => addSecretNames(args));
  onArguments(TransformResponse.prototype, "setProperties", (_, args) => addSecretNames(args));
}

type Arguments = ReturnType<Struct["getFieldsMap"]>;

/** Runs a callback whenever arguments are set in a message. */
function onArguments<Name extends string, Message>(
  prototype: Record<Name, (this: Message, args?: Struct) => Message>,
  name: Name,
  act: (message: Message, args: Arguments) => void,
): void {
  const set = prototype[name];
  prototype[name] = function (args) {
    if (args !== undefined) act(this, args.getFieldsMap());
    return set.call(this, args);
  };
}

const typesWithProtection = new Set<string>();

/**
 * Protects the resources of a type as long as their policy requires it. The engine then refuses a deletion in the preview, before anything
 * in the stack is changed. An option of the program takes precedence, because the library sets it later. Children do not inherit this
 * option.
 */
export function protectByPolicy(type: string): void {
  typesWithProtection.add(type);
}

/** Returns true if the policy is "protect". If the policy is unknown, no option can be set, and only the provider refuses the deletion. */
function isProtected(args: Arguments): boolean {
  return (args.get("deletionPolicy")?.toJavaScript() ?? "protect") === "protect";
}

/** Adds the names of secret arguments to those passed to the dynamic provider, which receives plain values. */
function addSecretNames(args: Arguments): void {
  // A transform can mark any argument as secret, including graphplane's own.
  if (!JSON.stringify(args.get("__provider")?.toJavaScript() ?? "").includes("pulumi-graphplane/handler")) return;
  const known = args.get("__secrets")?.toJavaScript();
  const names = new Set(Array.isArray(known) ? known : []);
  const { size } = names;
  args.forEach((value, name) => {
    const isCompound = value.hasStructValue() || value.hasListValue();
    if (isCompound && !name.startsWith("__") && hasSecret(value.toJavaScript())) names.add(name);
  });
  if (names.size > size) args.set("__secrets", Value.fromJavaScript([...names]));
}
