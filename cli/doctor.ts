import { createRequire } from "node:module";
import { defineCommand } from "./command";
import type * as RunModule from "./doctor/run";
import { parseWorkspace } from "./options";

const options = {
  workspace: {
    type: "string",
    value: "<wg>/<ws>",
    otherwise: "the first that the service lists",
    help: "the workspace to check, by its ids; fails if it does not exist",
  },
  stack: { type: "string", value: "<name>", otherwise: "the selected stack", help: "in a Pulumi project: the stack to read" },
  "data-plane": {
    type: "boolean",
    help: "also exchange the secret in GRAPHPLANE_DATABASE_SECRET for a one-minute token at the data plane of --workspace; this might start a stopped workspace",
  },
  report: {
    type: "boolean",
    help: "print the types and sizes in the service's responses as Markdown, without values; the results of the checks are written to standard error",
  },
  json: { type: "boolean", help: "print one line of JSON instead of text" },
} as const;

export const doctor = defineCommand({
  summary: "check settings, address, TLS, key, permissions and versions",
  about: `Checks the settings and their sources, the address, TLS, the API key, its permissions, and the versions; in a Pulumi project
also the stack's configuration, the installed package, the key in its state, and operations that an interrupted update left pending. It prints problems
first, each with its fix on the next line, and a count at the end.
doctor changes nothing: the control plane receives only GET requests, and the only Pulumi commands that it runs are "version", "config" and
"stack export".`,
  options,
  exitCodes: "0 no check failed, but there can be warnings; 1 a check failed; 2 invalid usage; 130 interrupted.",
  example: `  graphplane doctor
  graphplane doctor --report > report.md    # to attach to an issue`,
  docs: "doctor",
  async run({ workspace, stack, "data-plane": dataPlane, report, json }, terminal) {
    // Loaded lazily, because only this command needs the client.
    const { diagnose } = createRequire(__filename)("./doctor/run") as typeof RunModule;
    const named = workspace === undefined ? undefined : parseWorkspace(workspace);
    return diagnose({ workspace: named, stack, dataPlane, report, json }, terminal);
  },
});
