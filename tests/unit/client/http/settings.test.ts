import { type ClientSettings, createClient, SettingsError } from "../../../../client";
import { credentialProblem, plainAddress, resolveSettings } from "../../../../client/http/settings";

const good = { baseUrl: "https://api.example.com", apiKey: "key" };
function problemsOf(settings: Partial<ClientSettings>) {
  try {
    createClient(settings);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems;
  }
}

test("the defaults are the documented ones, and the address is in its plain form", () => {
  expect(resolveSettings({ baseUrl: "https://api.example.com//", apiKey: "key" })).toEqual({
    baseUrl: "https://api.example.com",
    apiKey: "key",
    apiKeySource: "",
    requestTimeoutSeconds: 30,
    maxRetries: 4,
    maxConcurrency: 8,
  });
});

test.each([
  ["https://api.example.com/a//b/", "https://api.example.com/a//b"],
  ["HTTPS://API.example.com:443/?a=1#b", "https://api.example.com"],
])("the plain form of the address %s is %s", (address, plain) => expect(plainAddress(address)).toBe(plain));

test.each([
  ["https://api.example.com"],
  ["https://api.example.com:8443/gate"],
  ["http://localhost:8080"],
  ["http://127.0.0.1:1"],
  ["http://127.255.255.255"],
  ["http://[::1]:9"],
])("the address %s is taken", (baseUrl) => expect(problemsOf({ ...good, baseUrl })).toEqual([]));

test.each([
  ["no address", { baseUrl: "" }, "baseUrl", /^is missing$/],
  ["an address without a scheme", { baseUrl: "api.example.com" }, "baseUrl", /^is not a URL/],
  ["a host and a port alone", { baseUrl: "localhost:8080" }, "baseUrl", /^must begin with https/],
  ["words", { baseUrl: "the-address" }, "baseUrl", /^is not a URL/],
  ["another scheme", { baseUrl: "ftp://api.example.com" }, "baseUrl", /^must begin with https/],
  ["http to another machine", { baseUrl: "http://api.example.com" }, "baseUrl", /loopback/],
  ["http to a host that begins like a loopback one", { baseUrl: "http://127.0.0.1.example.com" }, "baseUrl", /loopback/],
  ["http to a host named like localhost", { baseUrl: "http://localhost.example.com" }, "baseUrl", /loopback/],
  ["http to the address after the loopback ones", { baseUrl: "http://128.0.0.1" }, "baseUrl", /loopback/],
  ["http to another IPv6 address", { baseUrl: "http://[::2]" }, "baseUrl", /loopback/],
  ["http to all addresses", { baseUrl: "http://0.0.0.0" }, "baseUrl", /loopback/],
  ["a user in the address", { baseUrl: "https://user@api.example.com" }, "baseUrl", /user name/],
  ["a password in the address", { baseUrl: "https://:pw@api.example.com" }, "baseUrl", /password/],
  ["a query in the address", { baseUrl: "https://api.example.com/?a=1" }, "baseUrl", /without \? or #/],
  ["a fragment in the address", { baseUrl: "https://api.example.com/#a" }, "baseUrl", /without \? or #/],
  ["an endpoint's path", { baseUrl: "https://api.example.com/controller/v4/v2/workgroups" }, "baseUrl", /remove \/controller/],
  ["an address with a line break at its end", { baseUrl: "https://api.example.com\n" }, "baseUrl", /line break/],
  ["an address that holds a header", { baseUrl: "https://api.example.com\r\nx-admin: 1" }, "baseUrl", /line break/],
  ["an address with a tab", { baseUrl: "https://api.exam\tple.com" }, "baseUrl", /invisible/],
  ["an address with a space before it", { baseUrl: " https://api.example.com" }, "baseUrl", /a space/],
  ["no key", { apiKey: "" }, "apiKey", /^is missing$/],
  ["a key with a space", { apiKey: "a b" }, "apiKey", /HTTP headers cannot contain/],
  ["a key with a line break at its end", { apiKey: "key\n" }, "apiKey", /HTTP headers cannot contain/],
  ["a key that holds a header", { apiKey: "key\r\nx-admin: 1" }, "apiKey", /HTTP headers cannot contain/],
  ["a key with a NUL", { apiKey: "key\0" }, "apiKey", /HTTP headers cannot contain/],
  ["a key with an umlaut", { apiKey: "schlüssel" }, "apiKey", /HTTP headers cannot contain/],
  ["no time", { requestTimeoutSeconds: 0 }, "requestTimeoutSeconds", /^must be a number from 0.001 to 3600$/],
  ["negative time", { requestTimeoutSeconds: -1 }, "requestTimeoutSeconds", /^must be a number/],
  ["time that is no number", { requestTimeoutSeconds: NaN }, "requestTimeoutSeconds", /^must be a number/],
  ["endless time", { requestTimeoutSeconds: Infinity }, "requestTimeoutSeconds", /^must be a number/],
  ["negative retries", { maxRetries: -1 }, "maxRetries", /^must be an integer from 0 to 20$/],
  ["half a retry", { maxRetries: 0.5 }, "maxRetries", /^must be an integer/],
  ["too many retries", { maxRetries: 21 }, "maxRetries", /^must be an integer/],
  ["no request at a time", { maxConcurrency: 0 }, "maxConcurrency", /^must be an integer from 1 to 1000$/],
  ["a fraction of a request at a time", { maxConcurrency: 1.5 }, "maxConcurrency", /^must be an integer/],
  ["a text for a number", { maxConcurrency: "8" as unknown as number }, "maxConcurrency", /^must be an integer/],
])("%s is refused with its name and the fix", (_, settings, name, problem) => {
  expect(problemsOf({ ...good, ...settings })).toMatchObject([{ name, problem: expect.stringMatching(problem) as string }]);
});

test.each([
  ["an address of another scheme", { baseUrl: "ftp://api.example.com" }, "ftp://api.example.com"],
  ["an address without a scheme", { baseUrl: "api.example.com:80/gate" }, "api.example.com:80/gate"],
  ["a number out of range", { maxRetries: 21 }, "21"],
  ["not an address with a password", { baseUrl: "https://user:pw@api.example.com" }, undefined],
  ["not a query", { baseUrl: "https://api.example.com/?key=1" }, undefined],
  ["not words, which may be a key", { baseUrl: "A9f3Kq2" }, undefined],
  ["not the key in its place", { baseUrl: "graph.secret", apiKey: "graph.secret" }, undefined],
  ["not a key", { apiKey: "a b" }, undefined],
])("a problem shows %s", (_, settings, value) => expect(problemsOf({ ...good, ...settings })).toMatchObject([{ value }]));

test("all problems are reported at once", () => {
  const problems = problemsOf({ requestTimeoutSeconds: 0, maxRetries: -1, maxConcurrency: 0 });
  expect(problems.map(({ name }) => name)).toEqual(["baseUrl", "apiKey", "requestTimeoutSeconds", "maxRetries", "maxConcurrency"]);
  expect(() => createClient({ maxRetries: 21 })).toThrow('baseUrl is missing; apiKey is missing; maxRetries ("21") must be an integer');
});

test.each([
  ["in place of the address", "key-0123456789"],
  ["as an address with a scheme of its own", "key-0123456789:abc"],
  ["as the address's password", "https://me:key-0123456789@api.example.com"],
  ["as a query", "https://api.example.com/?key=key-0123456789"],
])("a key that was pasted %s is not repeated", (_, baseUrl) => {
  const told = JSON.stringify(problemsOf({ baseUrl, apiKey: "key-0123456789\n" }));
  expect(told).toContain("baseUrl");
  expect(told).not.toContain("key-0123");
});

test("a credential of printable characters is fine", () => expect(credentialProblem("!~aZ09+/=\"'{}")).toBeUndefined());
