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
 * An entry for each resource that can be imported; database users cannot, without their passwords. Pure.
 *
 * @param service the control plane's address that all was read from
 */
export function importEntries({ workgroups, configurations }: Adopted, service: string): ImportEntry[] {
  const entry = (kind: string, name: string, id: string, args: object, facts: object): ImportEntry => {
    const own = inputs(kind, undefined, []);
    return { type: typeOf(kind), name, id, inputs: { ...args, ...own }, outputs: { ...args, ...facts, ...own, __service: service } };
  };
  const settings = workgroups.flatMap(({ id: workgroupId, workspaces }) =>
    workspaces.map(({ resource, id: workspaceId, settings, facts }) =>
      entry("WorkspaceSettings", resource, `${workgroupId}/${workspaceId}`, { workgroupId, workspaceId, ...settings }, facts),
    ),
  );
  const others = configurations.map(({ resource, state: { configId, ...args } }) =>
    entry("AddonConfiguration", resource, `${args.installedAddonId}/${configId}`, args, { configId, __seen: true }),
  );
  return [...settings, ...others];
}

/** The text of the import file. */
export function importFileText(entries: readonly ImportEntry[]): string {
  return `${JSON.stringify({ resources: entries }, null, 2)}\n`;
}
