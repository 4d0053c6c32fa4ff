import type { Environment } from "./place";

/** A sentence of pulumi or of the provider about a secret that is missing, and the secret's name. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/PULUMI_ACCESS_TOKEN must be set/, "PULUMI_ACCESS_TOKEN"],
  [/passphrase must be set with PULUMI_CONFIG_PASSPHRASE/, "PULUMI_CONFIG_PASSPHRASE"],
  [/(graphplane:apiKey|GRAPHPLANE_API_KEY|apiKey of the provider) is missing/, "graphplane:apiKey (GRAPHPLANE_API_KEY)"],
];

/** The name of a secret that the run lacks, by what pulumi and the provider printed. */
export function missingSecretIn(texts: readonly string[], env: Environment): string | undefined {
  const [, name] = sentences.find(([pattern]) => texts.some((text) => pattern.test(text))) ?? [];
  if (name !== undefined) return name;
  // A job without secrets has the variable with an empty text, which pulumi takes for a passphrase.
  const isEmpty = env["PULUMI_CONFIG_PASSPHRASE"] === "";
  return isEmpty && texts.some((text) => text.includes("incorrect passphrase")) ? "PULUMI_CONFIG_PASSPHRASE" : undefined;
}
