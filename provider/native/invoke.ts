import { OperationError, UnknownNameError } from "../errors";
import { type FunctionHost, runFunction } from "../functions/function";
import { functions } from "../functions/registry";
import type { Values } from "../values/json";

/** Runs a function by its token, such as `graphplane:index:getWorkspace`. */
export async function invokeFunction(
  token: string,
  args: Values,
  host: Pick<FunctionHost, "connect" | "describeSettings">,
): Promise<Values> {
  const name = token.split(":").at(-1) ?? "";
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (known === undefined) {
    const names = Object.keys(functions).join(", ");
    throw new UnknownNameError(`graphplane: unknown function ${JSON.stringify(name)} in this version. Available: ${names}`);
  }
  const fail = (message: string) => new OperationError(message);
  const found = await runFunction(known, args, { ...host, fresh: false, fail });
  const { result, returns } = known;
  // The Python SDK expects a dictionary as a result of any type, and fails on a list.
  return result === undefined ? (found as Values) : { [result]: returns === "any" ? { value: found } : found };
}
