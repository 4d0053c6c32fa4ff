import type { AccountSettings } from "../../../../provider/config";
import type { Properties } from "../../../../provider/lifecycle/properties";
import { redactorFor, secretNames } from "../../../../provider/lifecycle/secrets";

const settings = { values: { apiKey: "key-of-the-account" } } as AccountSettings;
const sourcesOf = (...given: object[]) => given.map((one) => ({ given: one })) as Properties[];
const isSecret = secretNames({ secret: ["password"] }, ["note"]);

test.each<[string, readonly object[], string, string]>([
  ["a secret of each source", [{ password: "hunter22" }, { note: "tell nobody" }], 'hunter22, "tell nobody"', '[redacted], "[redacted]"'],
  ["no argument that is not secret", [{ username: "reader" }], '"reader"', '"reader"'],
  ["no secret that another argument contains in plain text", [{ username: "reader", password: "reader" }], '"reader"', '"reader"'],
  ["the API key", [{ username: "reader" }], "id key-of-the-account", "id [redacted]"],
])("a message redacts %s", (_, given, text, expected) => {
  expect(redactorFor(settings, sourcesOf(...given), isSecret)(text)).toBe(expected);
});
