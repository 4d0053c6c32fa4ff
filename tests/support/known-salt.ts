import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A passphrase, and a salt with the encrypted form of a known text under it, as the CLI wrote it. */
export const passphrase = "pass";
const salt = "v1:CjD05wc0L64=:v1:dOhpqzloG2kfQaxk:qZ8OcWs0kW+u1+JUSsjTFjDNKa4Jmw==";

/** Writes the empty state of a stack with a known salt: to derive a key takes half a second, and so each file of tests does it once. */
export function writeEmptyState(stateFolder: string, project: string, stack: string): void {
  const folder = join(stateFolder, ".pulumi/stacks", project);
  mkdirSync(folder, { recursive: true });
  const latest = { secrets_providers: { type: "passphrase", state: { salt } } };
  writeFileSync(join(folder, `${stack}.json`), JSON.stringify({ version: 3, checkpoint: { latest } }));
}
