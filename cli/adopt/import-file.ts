import type { Declared } from "../../provider/adopt/facts";
import { holdsAddress } from "../../provider/adopt/secrets";
import { inputs, typeOf } from "../../sdk/shim";
import type { Adopted } from "./model";

/** One entry of a file for `pulumi import --file`: with inputs and outputs the provider is not asked. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: object;
  readonly outputs: object;
}

/**
 * An entry for each resource that can be imported, which one cannot without the arguments that the service never shows. Pure.
 *
 * @param service the control plane's address that all was read from
 */
export function importEntries({ kinds }: Adopted, service: string): ImportEntry[] {
  return kinds.flatMap(({ kind, facts, declared }) => {
    if (facts.secret !== undefined) return [];
    const own = inputs(kind, undefined, []);
    return declared.map(({ name, id, args, outputs }) => ({
      type: typeOf(kind),
      name,
      id,
      inputs: { ...args, ...own },
      outputs: { ...args, ...withoutAddresses(outputs), ...own, __service: service },
    }));
  });
}

/** The outputs without e-mail addresses, which do not belong in a repository; the next refresh reads them. */
function withoutAddresses(outputs: Declared["outputs"] = {}): object {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => !holdsAddress(value)));
}

/** The text of the import file. */
export function importFileText(entries: readonly ImportEntry[]): string {
  return `${JSON.stringify({ resources: entries }, null, 2)}\n`;
}
