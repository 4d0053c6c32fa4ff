import { createRequire } from "node:module";
import type * as RunModule from "./adopt/run";
import { type Command } from "./command";
import { help, readOptions } from "./adopt/options";

/** `graphplane adopt`: writes a program and an import file for what an account holds already. It only reads the account. */
export const adopt: Command = {
  summary: "write a Pulumi program and an import file for an existing account",
  help,
  async run(args, terminal) {
    const options = readOptions(args);
    // Loaded only here: it needs the SDK, which the other commands do not.
    const { adoptAccount } = createRequire(__filename)("./adopt/run") as typeof RunModule;
    return adoptAccount(options, terminal);
  },
};
