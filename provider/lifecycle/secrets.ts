import { identifierRedactor, partOf, type SecretText, valueRedactor } from "../../client/http/redact";
import type { AccountSettings } from "../config";
import { type AnyResource, type IsSecret, textOf } from "../definition";
import type { ReviewFacts } from "../describe/resource";
import type { CheckFailure } from "../values/validation";
import { withoutNulls, type Values } from "../values/json";
import { collectStrings } from "../values/secret-strings";
import type { Properties } from "./properties";

/** Values that no line may contain. */

/** Returns a test for secret arguments: always secret, or secret in the program or the state according to the adapter. */
export function secretNames({ secret }: Pick<AnyResource, "secret">, secrets: readonly string[]): IsSecret {
  const names = new Set([...secrets, ...secret]);
  return (argument) => names.has(argument);
}

/** Refuses secret arguments that decide which requests are sent: a preview and a review must show their values. */
export function refuseSecretDecisions({ decidingArguments }: ReviewFacts, args: Values, secrets: readonly string[]): CheckFailure[] {
  const reason =
    "must not be secret: it decides which requests are sent, which a preview has to show. Give a plain value (in TypeScript, by pulumi.unsecret)";
  return decidingArguments.filter((name) => Object.hasOwn(args, name) && secrets.includes(name)).map((property) => ({ property, reason }));
}

/** Every text in the values of secret arguments. */
export function secretTexts(sources: readonly Properties[], isSecret: IsSecret): SecretText[] {
  const secret = sources.flatMap(({ given }) => Object.entries(given)).filter(([name]) => isSecret(name));
  // A number that is secret by itself may be short; in other words and numbers it is left.
  const textsIn = (value: unknown) => (typeof value === "number" ? [String(Math.abs(value))] : collectStrings(value));
  const values = secret.map(([, value]) => withoutNulls(value));
  return values.flatMap((value) => textsIn(value).map((text) => (text === value ? text : partOf(text))));
}

/**
 * The failure as an engine can print it, which is with the value of the property that it names. It therefore names none if the argument is
 * secret, and if it is absent or nested, where the engine finds no value and prints `{<nil>}`.
 */
export function printableFailure(failure: CheckFailure, args: Values, isSecret: IsSecret): CheckFailure {
  const { property } = failure;
  const isPrinted = property === "" || (!isSecret(property) && Object.hasOwn(args, property));
  return isPrinted ? failure : { property: "", reason: textOf(failure) };
}

/**
 * Blanks the values of secret arguments in our sentences, except a value that is also in plain text, such as the password of a user of that
 * name; and the API key, which may have been given where an identifier belongs.
 */
export function redactorFor(
  { values: { apiKey = "" } }: AccountSettings,
  sources: readonly Properties[],
  isSecret: IsSecret,
): (sentence: string) => string {
  const makeRedactor = () => {
    const entries = sources.flatMap(({ given }) => Object.entries(given));
    const plain = entries.flatMap(([name, value]) => (isSecret(name) ? [] : [value]));
    const secrets = entries.flatMap(([name, value]) =>
      isSecret(name) && typeof value === "string" && !plain.includes(value) ? [value] : [],
    );
    const [redactValues, redactKey] = [valueRedactor(secrets), identifierRedactor([apiKey])];
    return (sentence: string) => redactKey(redactValues(sentence));
  };
  // Made for the first sentence: most operations print none.
  let redact: ReturnType<typeof makeRedactor> | undefined;
  return (sentence) => (redact ??= makeRedactor())(sentence);
}
