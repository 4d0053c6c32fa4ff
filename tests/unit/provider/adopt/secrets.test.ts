import { hideAddresses, secretName, whyPrivate, whyUndeclarable, whyUnwritable } from "../../../../provider/adopt/secrets";

const known = (text: string) => text.includes("the-key");

const secretNames =
  "password, dbPassword, DB_PASSWORD, apiKey, api-key, APIKey, accessKeys, clientSecret, my secrets, api -- key, TOKEN, " +
  "tokens, auth, pass, db_pass, userPass, pass2, passcode, PGPASSWORD, dbpassword, password1, dbpwd, pw, pin, jwt, bearer, " +
  "cookie, clientsecret, secret_arn, authtoken, accesstoken, tokenIssuer, APIkey, privatekey, accesskey, secretkey, " +
  "encryptionkey, licensekey";

test.each(secretNames.split(", "))("the name %s indicates a secret", (name) => expect(secretName(name)).toBe(true));

const otherNames = "theme, tokenizer, keyboard, keyspace, primaryKey, author, secretary, passive, compass, bypass, pinned, spin";

test.each(otherNames.split(", "))("the name %s does not indicate a secret", (name) => expect(secretName(name)).toBe(false));

test.each<[string, unknown]>([
  ["a text under a secret's name", { apiKey: "x" }],
  ["a text anywhere under a secret's name", { credentials: { user: "x" } }],
  ["a text in a list", [{ password: "x" }]],
  ["a JSON text", '{"password":"x"}'],
  ["a text of digits under a secret's name", { pin: "1234" }],
  ["a JSON text of a list in a JSON text", JSON.stringify(' [{"password":"x"}]')],
  ["a JSON text with a comma too many", '{"password": "x",}'],
  ["a JSON text that was cut off", '{"theme":"light","apiKey": "x'],
  ["a YAML text", "user: me\npassword: x"],
  ["an environment file", "HOST=db\nDB_PASSWORD=x"],
  ["a text of several settings", "host=db;pass=x"],
  ["the key in use", { theme: "the-key" }],
  ["the key in use as a name", { "the-key": 1 }],
  ["a web token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig"],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nx"],
  ["an address with a password", "postgres://me:x@host/db"],
  ["a connection string", "Server=x;Password=y;"],
  ["a masked value", { theme: "***" }],
  ["an e-mail address in a text", { note: "ask someone@example.com" }],
  ["an e-mail address in a JSON text", '{"owner":"someone@example.com"}'],
  ["an e-mail address as a name", { "someone@example.com": 1 }],
])("%s is not written to a file", (_, value) => expect(whyPrivate(value, known)).toBeDefined());

test.each<[string, unknown]>([
  ["a number under a secret's name", { maxTokens: 4096, tokens: 5, max_tokens: 5, pin: 1234 }],
  ["an empty text", { password: "" }],
  ["a switch", { auth: true }],
  ["a text that only begins like JSON", '{"theme":'],
  ["a number or a switch under a secret's name in a text", "maxTokens: 4096\nauth: true"],
  ["nothing", { note: null, password: [null] }],
  ["plain settings", { theme: "light", rows: [1, "two"], url: "https://example.com/a@b", "a@": "b.c" }],
])("%s is written to a file", (_, value) => expect(whyPrivate(value, known)).toBeUndefined());

test.each<[unknown, boolean]>([
  [{ a: [1, "b", null] }, true],
  [JSON.parse('{"__proto__":1}'), false],
  [{ a: { "4dabf18193072939515e22adb298388d": "x" } }, false],
  [{ "\ud800": 1 }, false],
  [[{ a: ["\ud800"] }], false],
  [{ a: 1, b: 9007199254740993 }, false],
  ["\ud800", false],
  [9007199254740993, false],
  [1.5e300, false],
  [0.1, true],
])("%j can be declared: %s", (value, fine) => expect(whyUnwritable(value) === undefined).toBe(fine));

test.each<[string, unknown, boolean, string | undefined]>([
  ["fine", { a: 1 }, true, undefined],
  ["not taken", { a: 1 }, false, "the service returns a value that its argument does not accept"],
  ["not taken, and masked", { a: "***" }, false, "the service returns a value that its argument does not accept"],
  ["in no source code", { a: "\ud800" }, true, "it is not well-formed Unicode"],
  ["masked", { a: "***" }, true, "the service returns it masked (***)"],
  ["secret", { a: "the-key" }, true, "it looks like a secret"],
])("the reason why arguments that are %s cannot be declared", (_, args, success, why) =>
  expect(whyUndeclarable(args, { safeParse: () => ({ success }) }, known)).toBe(why),
);

test("every e-mail address of a text is hidden, and nothing else", () =>
  expect(hideAddresses('ask "a@example.com" or b@example.org in @example.com')).toBe('ask "[hidden]" or [hidden] in @example.com'));
