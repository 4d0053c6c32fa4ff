import type { Emulator, EmulatorOptions } from "../../testing/emulator";
import type { Properties, World } from "./provider";
import { startService } from "./service-fixture";

/** The place of most resources. */
export const wg = "a1000000-0000-4000-8000-0000000000aa";
export const ws = "a3000000-0000-4000-8000-0000000000aa";
export const place = { workgroupId: wg, workspaceId: ws };

/** The address that the emulated service sees every request come from. */
export const caller = "198.51.100.7";

export type Settings = World["settings"];

/** Starts a service, with the calls that are not documented unless told otherwise, that ends with the test. */
export async function startResource(
  kind: string,
  program: Properties,
  fill: (emulator: Emulator) => unknown,
  options: EmulatorOptions = {},
  settings?: Settings,
) {
  const { emulator, clock, engine, requests } = await startService({ extensions: true, ...options });
  fill(emulator);
  return {
    emulator,
    clock,
    engine: engine(kind, settings),
    /** The program's arguments with others laid over them. */
    program: (more: Properties = {}): Properties => ({ ...program, ...more }),
    /** The endpoints of the requests since the last call of this or of `written`. */
    asked: () => requests().map(({ endpoint }) => endpoint),
    /** The writes among them, as `METHOD path body`. */
    written: () =>
      requests()
        .filter(({ method }) => method !== "GET")
        .map(({ method, path, body }) =>
          [method, path.replace("/controller/v4/v2", ""), ...(body === undefined ? [] : [JSON.stringify(body)])].join(" "),
        ),
  };
}

/** Makes the workgroup of the place. */
export function addWorkgroup({ account }: Emulator): void {
  account.addWorkgroup({ workgroup_id: wg });
}

/** Makes the workgroup and the workspace of the place. */
export function addPlace(emulator: Emulator): void {
  addWorkgroup(emulator);
  emulator.account.addWorkspace(wg, { workspace_id: ws });
}
