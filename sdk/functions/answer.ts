import { functions } from "../../provider/functions/registry";
import { isObject } from "../../provider/values/json";

/** The result of a look-up in the plugin's answer, or a mock's: the response itself, or the value under a name in it; undefined if it lacks that. */
export function resultOf(name: string, answer: object): unknown {
  const { result, returns } = functions[name] ?? {};
  const found = result === undefined ? answer : (answer as Readonly<Record<string, unknown>>)[result];
  // A mock may give the value itself.
  return returns === "any" && isObject(found) && "value" in found ? found["value"] : found;
}
