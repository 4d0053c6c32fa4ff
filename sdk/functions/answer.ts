import { functions } from "../../provider/functions/registry";
import { isObject } from "../../provider/values/json";

/** What a look-up gives of the plugin's answer, or a mock's: the answer itself, or what is under a name in it; undefined without it. */
export function resultOf(name: string, answer: object): unknown {
  const { result, isWrapped = false } = functions[name] ?? {};
  const found = result === undefined ? answer : (answer as Readonly<Record<string, unknown>>)[result];
  // A mock may give the value itself.
  return isWrapped && isObject(found) && "value" in found ? found["value"] : found;
}
