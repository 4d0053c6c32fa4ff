import { createRequire } from "node:module";
import type * as OptionsModule from "./adopt/options";
import type * as RunModule from "./adopt/run";
import { defineCommand } from "./command";

// Loaded on first use: these need the client and the SDK, which the other commands do not.
const load = createRequire(__filename);
const options = () => load("./adopt/options") as typeof OptionsModule;

export const adopt = defineCommand({
  summary: "write a Pulumi program and an import file for an existing account",
  usage: "--out <folder>",
  about: `Reads the account and writes a Pulumi program that declares it, and a file for "pulumi import", into an empty or a new
folder. After the import the preview shows no change. It only reads: nothing is changed in the account, and
no file is overwritten. Values that are masked, look like secrets by their name or form, or contain an e-mail address are
left out: read the files before you commit them.
The settings are GRAPHPLANE_BASE_URL and GRAPHPLANE_API_KEY, from the environment.`,
  get options() {
    return options().commandLine;
  },
  sources: { "base-url": "the address comes from GRAPHPLANE_BASE_URL", "api-key": "the key comes from GRAPHPLANE_API_KEY" },
  get notes() {
    return options().fieldsHelp;
  },
  exitCodes: `0 success; 1 something could not be read, or --check found a change; 2 invalid usage: a wrong option, a folder that
cannot be written to, a missing setting, --check without a Pulumi CLI; 130 interrupted. With 2 and 130 nothing is written.`,
  example: "  graphplane adopt --out infrastructure --check",
  async run(values, terminal) {
    const { adoptAccount } = load("./adopt/run") as typeof RunModule;
    return adoptAccount(options().readOptions(values), terminal);
  },
});
