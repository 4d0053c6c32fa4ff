import { createRequire } from "node:module";
import { defineCommand } from "./command";
import type * as RunModule from "./doctor/run";
import { parseWorkspace } from "./options";

const options = {
  workspace: {
    type: "string",
    value: "<wg>/<ws>",
    otherwise: "the first that the service lists",
    help: "the workspace to check, by its identifiers; fails if it does not exist",
  },
  stack: { type: "string", value: "<name>", otherwise: "the selected one", help: "in a Pulumi project: the stack to read" },
  "data-plane": {
    type: "boolean",
    help: "also exchange the secret in GRAPHPLANE_DATABASE_SECRET for a one-minute token at the data plane of --workspace; this may start a stopped workspace",
  },
  report: {
    type: "boolean",
    help: "print what the service shows as Markdown: types and sizes, no values; the checks go to standard error",
  },
  json: { type: "boolean", help: "print one line of JSON instead of text" },
} as const;

export const doctor = defineCommand({
  summary: "check settings, address, TLS, key, permissions and versions",
  about: `Checks the settings and where each comes from, the address, TLS, the API key, what the key may read, and the versions; in
a Pulumi project also the stack's configuration, the key that its state holds, and what an interrupted update left in the
state. It prints problems first, each with its fix on the next line, and a count at the end.
It changes nothing: the control plane receives only GET requests, and the only Pulumi commands that it runs are "version", "config" and "stack export".`,
  options,
  exitCodes: "0 no check failed (there may be warnings); 1 a check failed; 2 invalid usage; 130 interrupted.",
  example: `  graphplane doctor
  graphplane doctor --report > report.md    # to attach to an issue`,
  run({ workspace, stack, "data-plane": dataPlane, report, json }, terminal) {
    // Loaded on first use: it needs the client, which the other commands do not.
    const { diagnose } = createRequire(__filename)("./doctor/run") as typeof RunModule;
    return diagnose(
      { workspace: workspace === undefined ? undefined : parseWorkspace(workspace), stack, dataPlane, report, json },
      terminal,
    );
  },
});
