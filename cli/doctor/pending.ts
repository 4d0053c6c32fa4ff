import { isObject, objectsIn } from "../../client/wire/json";
import { getIn } from "../../provider/values/json";
import { visible } from "../review/escape";
import { kindOf, partsOf } from "../../provider/values/urn";
import { type Finding, ok, skipped, warning } from "./finding";
import { type Machine, runForJson } from "./machine";

/** The way to close the gap in the state, by the engine's word for the operation. */
const interrupted: Readonly<Record<string, string>> = {
  creating:
    'Wait until the console shows no change in progress, since the state shows neither what was sent nor whether the object exists. Run "pulumi preview", which reads whether it exists, and "pulumi up". Then run "pulumi refresh --run-program --clear-pending-creates": nothing else clears an interrupted creation.',
  updating:
    'Wait until the console shows no change in progress, since the state does not show what was sent. Run "pulumi refresh --run-program", which reads the live values and clears this, and then "pulumi preview".',
  deleting:
    'Run "pulumi refresh --run-program", since the state does not show that the deletion was sent: it removes a deleted object from the state, and clears this. The next "pulumi up" deletes one that still exists.',
};

/** Warns of operations that a killed update left, by type and name. The export has no secrets, so it needs no passphrase and no key. */
export async function checkPending(machine: Machine, chosen: readonly string[]): Promise<Finding[]> {
  const exported = await runForJson(machine, ["stack", "export", ...chosen]);
  if ("problem" in exported)
    return [skipped("pending", `The state cannot be read, so interrupted operations were not checked: ${exported.problem}`)];
  const found = objectsIn(getIn(exported.value, ["deployment", "pending_operations"])).flatMap(pendingFinding);
  return found.length > 0 ? found : [ok("pending", "The state lists no interrupted operations.")];
}

function pendingFinding({ type: operation, resource }: Record<string, unknown>): Finding[] {
  if (!isObject(resource)) return [];
  const { type, urn } = resource;
  const kind = kindOf(String(type));
  // Reads and imports send nothing.
  const fix = interrupted[String(operation)];
  if (kind === undefined || fix === undefined) return [];
  return [warning("pending", `An update was killed while ${String(operation)} ${kind} ${visible(partsOf(String(urn)).name)}.`, fix)];
}
