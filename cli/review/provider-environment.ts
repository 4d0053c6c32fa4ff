import { isObject } from "../../provider/values/json";
import { partsOf } from "../../provider/values/urn";
import type { RawStep } from "./inputs";

/** The variables that a program can map for a provider, which are those of an account. */
const mappable: readonly unknown[] = ["GRAPHPLANE_BASE_URL", "GRAPHPLANE_API_KEY"];

/**
 * Returns an error for each provider whose `envVarMappings` option maps any other variable, such as the one for the approval. The engine
 * does not pass this option to the provider, so only the steps contain it.
 */
export function refusedMappings(steps: readonly RawStep[]): string[] {
  const sentences = steps.flatMap(({ urn, oldState, newState }) => {
    const { type, name } = partsOf(urn);
    if (!/^pulumi:providers:(graphplane|pulumi-nodejs)$/.test(type)) return [];
    const refused = [oldState, newState].flatMap((state) => refusedIn(state?.inputs?.["__internal"]));
    return refused.map((variable) => `The provider ${name} maps the environment variable ${variable} (envVarMappings). ${fix}`);
  });
  return [...new Set(sentences)];
}

const fix = "Its process could then send unapproved requests: map only GRAPHPLANE_BASE_URL and GRAPHPLANE_API_KEY.";

/** Returns the variables that are not allowed, including unreadable ones. */
function refusedIn(internal: unknown): string[] {
  if (internal === undefined) return [];
  const mappings = isObject(internal) ? (internal["envVarMappings"] ?? {}) : internal;
  const variables = isObject(mappings) ? Object.values(mappings) : [mappings];
  return variables.filter((variable) => !mappable.includes(variable)).map((variable) => (typeof variable === "string" ? variable : "…"));
}
