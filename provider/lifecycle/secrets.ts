import { identifierRedactor, partOf, type SecretText, valueRedactor } from "../../client/http/redact";
import type { AccountSettings } from "../config";
import { type AnyResource, type IsSecret, textOf } from "../definition";
import type { ReviewFacts } from "../describe/resource";
import type { CheckFailure } from "../values/validation";
import { withoutNulls, type Values } from "../values/json";
import { collectStrings } from "../values/secret-strings";
import type { Properties } from "./properties";

/** Returns a predicate for secret arguments: those that are always secret, and those that are secret in the program or the state. */
export function secretNames({ secret }: Pick<AnyResource, "secret">, secrets: readonly string[]): IsSecret {
  const names = new Set([...secrets, ...secret]);
  return (argument) => names.has(argument);
}

/** Refuses secret arguments that determine which requests are sent, because previews and reviews must show their values. */
export function refuseSecretDecisions({ decidingArguments }: ReviewFacts, args: Values, secrets: readonly string[]): CheckFailure[] {
  const reason =
    "must not be secret: it decides which requests are sent, which a preview must show. Pass a plain value (in TypeScript, with pulumi.unsecret)";
  return decidingArguments.filter((name) => Object.hasOwn(args, name) && secrets.includes(name)).map((property) => ({ property, reason }));
}

/** Returns all strings in the values of secret arguments. */
export function secretTexts(sources: readonly Properties[], isSecret: IsSecret): SecretText[] {
  const secret = sources.flatMap(({ given }) => Object.entries(given)).filter(([name]) => isSecret(name));
  // A secret number can be short, so it is not redacted inside other words and numbers.
  const textsIn = (value: unknown) => (typeof value === "number" ? [String(Math.abs(value))] : collectStrings(value));
  const values = secret.map(([, value]) => withoutNulls(value));
  return values.flatMap((value) => textsIn(value).map((text) => (text === value ? text : partOf(text))));
}

/**
 * Formats a failure for the engine, which prints it along with the value of its property. Omits the property if the argument is secret, and
 * also if it is absent or nested, because the engine would then print `{<nil>}` as its value.
 */
export function printableFailure(failure: CheckFailure, args: Values, isSecret: IsSecret): CheckFailure {
  const { property } = failure;
  const isPrinted = property === "" || (!isSecret(property) && Object.hasOwn(args, property));
  return isPrinted ? failure : { property: "", reason: textOf(failure) };
}

/**
 * Returns a function that redacts secret arguments in graphplane's own messages. Values that another argument contains in plain text are
 * not redacted, such as a password that equals the user name. The API key is redacted too, because it might have been passed instead of an
 * identifier.
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
  // Created lazily, because most operations print nothing.
  let redact: ReturnType<typeof makeRedactor> | undefined;
  return (sentence) => (redact ??= makeRedactor())(sentence);
}
