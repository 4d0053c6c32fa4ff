import { isObject, objectsIn } from "../../client/wire/json";
import { getIn } from "../../provider/values/json";
import { kindOf, partsOf } from "../../provider/values/urn";
import { visible } from "../review/escape";
import { type Finding, ok, skipped, warning } from "./finding";
import { type Machine, runForJson } from "./machine";

/** The fixes for interrupted operations, keyed by the engine's name for the operation. */
const fixes: Readonly<Record<string, string>> = {
  creating:
    'Wait until the console shows no change in progress, because the state contains neither the request nor its result. Run "pulumi preview", which checks whether the object exists, and "pulumi up". Then run "pulumi refresh --run-program --clear-pending-creates": nothing else clears an interrupted creation.',
  updating:
    'Wait until the console shows no change in progress, because the state does not contain the request. Run "pulumi refresh --run-program", which reads the live values and clears the interrupted operation, and then "pulumi preview".',
  deleting:
    'Run "pulumi refresh --run-program", because the state does not record the deletion request. The refresh removes a deleted object from the state, and clears the interrupted operation. The next "pulumi up" deletes an object that still exists.',
};

/**
 * Warns about operations that a killed update left pending, with their type and name. The exported state contains no secrets, so that
 * neither the passphrase nor the key is needed.
 */
export async function checkPending(machine: Machine, chosen: readonly string[]): Promise<Finding[]> {
  const exported = await runForJson(machine, ["stack", "export", ...chosen]);
  if ("problem" in exported)
    return [skipped("pending", `The state cannot be read, so interrupted operations were not checked: ${exported.problem}`)];
  const found = objectsIn(getIn(exported.value, ["deployment", "pending_operations"])).flatMap(({ type: operation, resource }) => {
    const { type, urn } = isObject(resource) ? resource : {};
    const kind = kindOf(String(type));
    // Interrupted reads and imports have changed nothing and need no fix.
    const fix = fixes[String(operation)];
    if (kind === undefined || fix === undefined) return [];
    return [warning("pending", `An update was killed while ${String(operation)} ${kind} ${visible(partsOf(String(urn)).name)}.`, fix)];
  });
  return found.length > 0 ? found : [ok("pending", "The state lists no interrupted operations.")];
}
