import { ReadResourceRequest, RegisterResourceRequest, TransformResponse } from "@pulumi/pulumi/proto/resource_pb";
import { type Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { hasSecret } from "../provider/values/secret-marks";

/**
 * The names of secret arguments, for the provider of a dynamic resource, which gets plain values. A constructor does not know all of them:
 * transformations change arguments after it, and transforms change them when the engine asks for it. So the names follow the marks in the
 * messages that carry the result of either.
 */
export function nameSecretArguments(): void {
  onArguments(RegisterResourceRequest.prototype, "setObject");
  onArguments(ReadResourceRequest.prototype, "setProperties");
  onArguments(TransformResponse.prototype, "setProperties");
}

/** Adds the names whenever arguments are put into a message. */
function onArguments<Name extends string, Message>(message: Record<Name, (this: Message, args?: Struct) => Message>, name: Name): void {
  const set = message[name];
  message[name] = function (args) {
    if (args !== undefined) addSecretNames(args.getFieldsMap());
    return set.call(this, args);
  };
}

function addSecretNames(args: ReturnType<Struct["getFieldsMap"]>): void {
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
