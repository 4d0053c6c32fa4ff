import { getMonitor } from "@pulumi/pulumi/runtime";
import { setMockOptions } from "@pulumi/pulumi/runtime/settings";

/** Has the mocks that are set now stand for the engine of one program run, whose monitor no other run shares. */
export function asProgramRun(preview = false): void {
  const mocks = getMonitor() as object;
  setMockOptions(new Proxy(mocks, { getPrototypeOf: () => Object.prototype }), "project", "stack", preview);
}
