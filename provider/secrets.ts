import { partOf, type SecretText } from "../client/redact";
import type { CheckFailure } from "./validation";
import { withoutEngineKeys, type Properties, secretsIn } from "./properties";
import { collectStrings } from "./secret-strings";

/** Which values are told of none: the engine hands a provider plain values only. */

/** True for arguments that are secret: always, or in the program or the state that the given properties are of. */
export function secretNames(
  { secret = [] }: { readonly secret?: readonly string[] },
  sources: readonly Properties[],
): (argument: string) => boolean {
  const names = new Set<unknown>([...secretsIn(sources), ...secret]);
  return (argument) => names.has(argument);
}

/** Every text in the values of secret arguments. */
export function secretTexts(sources: readonly Properties[], secret: (argument: string) => boolean): SecretText[] {
  const values = sources.flatMap((props) =>
    Object.entries(withoutEngineKeys(props)).flatMap(([name, value]) => (secret(name) ? [value] : [])),
  );
  return values.flatMap((value) => collectStrings(value).map((text) => (text === value ? text : partOf(text))));
}

/** The engine prints the value of the property that a failure names, so one of a secret argument names none. */
export function redactProperty(failure: CheckFailure, secret: (argument: string) => boolean): CheckFailure {
  const [name = ""] = failure.property.split(".");
  return secret(name) ? { property: "", reason: `${failure.property}: ${failure.reason}` } : failure;
}
