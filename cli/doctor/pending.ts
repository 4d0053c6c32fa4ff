import { isObject, objectsIn } from "../../client/wire/json";
import { getIn } from "../../provider/values/json";
import { visible } from "../review/escape";
import { kindOf, partsOf } from "../../provider/values/urn";
import { type Finding, ok, skipped, warning } from "./finding";
import { type Machine, printedBy } from "./machine";

/** The gap in the state and the way to close it, by the engine's word for the operation. */
const interrupted: Readonly<Record<string, readonly [lacks: string, fix: string]>> = {
  creating: [
    "the state shows neither what was sent nor whether the object exists",
    'Wait until the console shows no change in progress. Run "pulumi preview", which reads whether it exists, and "pulumi up". Then run "pulumi refresh --run-program --clear-pending-creates": nothing else clears an interrupted creation.',
  ],
  updating: [
    "the state still has the old values and does not show what was sent",
    'Wait until the console shows no change in progress. Run "pulumi refresh --run-program", which reads the live values and clears this, and then "pulumi preview".',
  ],
  deleting: [
    "the state still has the object and does not show that its deletion was sent",
    'Run "pulumi refresh --run-program": it removes a deleted object from the state, and clears this. The next "pulumi up" deletes one that still exists.',
  ],
};

/** Warns of operations that a killed update left, by type and name. The export has no secrets, so it needs no passphrase and no key. */
export async function checkPending(machine: Machine, chosen: readonly string[]): Promise<Finding[]> {
  const exported = await printedBy(machine, ["stack", "export", ...chosen]);
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
  const found = interrupted[String(operation)];
  if (kind === undefined || found === undefined) return [];
  const [lacks, fix] = found;
  return [
    warning("pending", `An update was killed while ${String(operation)} ${kind} ${visible(partsOf(String(urn)).name)}: ${lacks}.`, fix),
  ];
}
