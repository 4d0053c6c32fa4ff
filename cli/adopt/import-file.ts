import type { Declared } from "../../provider/adopt/facts";
import { holdsAddress } from "../../provider/adopt/secrets";
import { dynamicType, providerInput } from "../../sdk/shim";
import type { Adopted } from "./account";

/** One entry of a file for `pulumi import --file`. Since it has inputs and outputs, the import does not call the provider. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  /** Names of the inputs, which are those that the program declares. */
  readonly properties: readonly string[];
  readonly inputs: object;
  readonly outputs: object;
}

/** The entries of the resources that can be imported: those without an argument that the service never shows. Pure. */
export function importEntries({ kinds }: Adopted, service: string): ImportEntry[] {
  return kinds.flatMap(({ kind, facts, declared }) => {
    if (facts.secret !== undefined) return [];
    const own = providerInput(kind);
    return declared.map(({ name, id, args, outputs }) => {
      const all = { ...args, ...own };
      return {
        type: dynamicType(kind),
        name,
        id,
        properties: Object.keys(all),
        inputs: all,
        outputs: { ...args, ...withoutAddresses(outputs), ...own, __service: service },
      };
    });
  });
}

/** The outputs without e-mail addresses, which do not belong in a repository; the next refresh reads them. */
function withoutAddresses(outputs: Declared["outputs"] = {}): object {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => !holdsAddress(value)));
}
