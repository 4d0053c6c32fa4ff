import { createRequire } from "node:module";
import type * as OptionsModule from "./adopt/options";
import type * as RunModule from "./adopt/run";
import { defineCommand } from "./command";

// Loaded lazily, because only this command needs the client and the SDK.
const load = createRequire(__filename);
const options = () => load("./adopt/options") as typeof OptionsModule;

export const adopt = defineCommand({
  summary: "generate a Pulumi program and an import file for an existing account",
  usage: "--out <directory>",
  about: `Reads the account, and generates a Pulumi program and a file for "pulumi import" in an empty or new directory. After the import the
preview contains no change. adopt changes nothing in the account, and overwrites no file. It leaves out values that are masked, look like secrets
by their name or format, or contain an e-mail address: read the files before you commit them.
GRAPHPLANE_BASE_URL and GRAPHPLANE_API_KEY in the environment select the account.`,
  get options() {
    return options().commandLine;
  },
  sources: { "base-url": "the address comes from GRAPHPLANE_BASE_URL", "api-key": "the key comes from GRAPHPLANE_API_KEY" },
  get notes() {
    return options().fieldsHelp;
  },
  exitCodes: `0 success; 1 something could not be read, or --check found a change; 2 invalid usage: a wrong option, a directory that
is not writable, a missing setting, --check without a Pulumi CLI; 130 interrupted. With 2 and 130 adopt writes nothing.`,
  example: "  graphplane adopt --out infrastructure --check",
  docs: "adopt",
  async run(values, terminal) {
    const { adoptAccount } = load("./adopt/run") as typeof RunModule;
    return adoptAccount(options().readOptions(values), terminal);
  },
});
