import { ReadResourceRequest, RegisterResourceRequest, TransformResponse } from "@pulumi/pulumi/proto/resource_pb";
import { type Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { hasSecret } from "../provider/values/secret-marks";

/**
 * Completes messages to the engine with what a constructor cannot know: transformations change arguments after it, and transforms change
 * them when the engine asks for it.
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

/** Acts whenever arguments are put into a message. */
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
 * Protects the resources of a type while their policy does: the engine then refuses in the preview, before anything of the stack is
 * touched. An option of the program wins, because the library sets it later; children do not inherit ours.
 */
export function protectByPolicy(type: string): void {
  typesWithProtection.add(type);
}

/** Returns true if the policy protects. One that is not known yet cannot set an option; the provider refuses alone. */
function isProtected(args: Arguments): boolean {
  return (args.get("deletionPolicy")?.toJavaScript() ?? "protect") === "protect";
}

/** Adds the names of marked arguments to those that the provider of a dynamic resource gets, because it gets plain values. */
function addSecretNames(args: Arguments): void {
  // A transform may mark all arguments, ours included.
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
