import { partOf, redactionOf, redactor, valueRedactor } from "../../../../client/http/redact";
import { character, fc } from "../../../support/random";

const withheld = "[withheld: it contains an encoded secret]";

test.each([
  ["a secret of seven characters stays", ["1234567"], "r-1234567-8", "r-1234567-8"],
  ["a secret of eight characters is blanked", ["12345678"], "r-12345678-9", "r-[redacted]-9"],
  ["one in base64 is blanked", ["sécret/8"], `r-${btoa("s\u00c3\u00a9cret/8")}`, "r-[redacted]"],
  ["one in another form withholds it", ["sécret/8"], `r-${encodeURIComponent("sécret/8")}`, withheld],
  ["more than 200 characters are cut", [], "r".repeat(300), `${"r".repeat(200)}… (100 more characters)`],
  ["white space around a secret does not count", [" \t123456\n"], "r-123456", "r-123456"],
  ["a short part of a secret stays", [partOf("897")], "r-897-8", "r-897-8"],
])("of a RequestID, %s", (_, secrets, id, expected) => expect(redactionOf(secrets).redactServiceId(id)).toBe(expected));

test.each([
  ["a quoted identifier", ["e"], 'the user "e" of workspace "ee" exists', 'the user "[redacted]" of workspace "ee" exists'],
  ["one of our own words", ["workspace"], 'workspace "workspace" of it', 'workspace "[redacted]" of it'],
  ["a segment of a path", ["e"], "PUT /e/ee/e: left, /e", "PUT /[redacted]/ee/[redacted]: left, /[redacted]"],
  ["a segment that is escaped", ["a b/ü"], "PUT /a%20b%2F%C3%BC/x", "PUT /[redacted]/x"],
  ["a value of a body", ["e"], 'POST /x {"username":"e","e":1}', 'POST /x {"username":"[redacted]","[redacted]":1}'],
  ["a quoted identifier that is escaped", ['a"b'], 'the user "a\\"b"', 'the user "[redacted]"'],
  ["an identifier in a quoted text", ["e"], String.raw`saying "no \"e\""`, String.raw`saying "no \"[redacted]\""`],
  ["a long one with a digit, wherever it stands", ["workspace-1"], "about workspace-1 and workspace-", "about [redacted] and workspace-"],
  ["the part of another one", ["ws-1"], 'GET /ws-10 "ws-1x"', 'GET /ws-10 "ws-1x"'],
  ["nothing", [""], 'the user "" of //', 'the user "" of //'],
])("in a sentence of our own %s is blanked as a value", (_, identifiers, sentence, expected) => {
  expect(valueRedactor(identifiers)(sentence)).toBe(expected);
});

test.each([
  ["no secrets", [], "a text", "a text"],
  ["an empty secret", [""], "a text", "a text"],
  ["a secret of pattern characters", ["a.c*[x]$"], "abc a.c*[x]$ axc", "abc [redacted] axc"],
  ["a secret that holds another", ["abc", "abcdef"], "abcdef abc", "[redacted] [redacted]"],
  ["a secret that overlaps another", ["abc", "cde"], "abcde abcabc", "[redacted] [redacted][redacted]"],
  ["a secret that is part of the mark", ["red", "abcdef"], "abcdef", "[redacted]"],
  ["a secret that is half of a character", ["x\ud800y"], "an x\ud800y", "an [redacted]"],
  ["a secret that occurs twice", ["abc"], "abcabc", "[redacted][redacted]"],
  ["a secret that ends in a line break", ["hunter2-secret\n"], "is hunter2-secret wrong", "is [redacted] wrong"],
  ["a secret that ends in a line break, whole", ["hunter2-secret\n"], "is hunter2-secret\n", "is [redacted]"],
  ["a secret between white space, in base64", [" \thunter2\r\n"], `is ${btoa("hunter2")}.`, "is [redacted]."],
  ["a secret with white space within", [" a b\n"], "a b and a  b", "[redacted] and a  b"],
  ["a secret with a line break within", ["first-1\r\nsecond"], "is first-1\nsecond or first-1 second", "is [redacted] or [redacted]"],
  ["a secret of white space alone", [" \n"], "a b \nc", "a b[redacted]c"],
  ["a secret that looks escaped", ["a&amp;%20\\n+"], String.raw`a&amp;%20\n+ .`, "[redacted] ."],
  ["a secret beside escapes", ["ü&"], String.raw`%20ü&%0a \nü&\t`, String.raw`%20[redacted]%0a \n[redacted]\t`],
  ["a secret in base64", ["hunter2-secret"], `is ${btoa("hunter2-secret")}.`, "is [redacted]."],
  ["a secret in hexadecimal digits", ["hunter2-secret"], "is 68756e746572322d736563726574.", "is [redacted]."],
  ["what is no character", ["ü"], String.raw`%ff%C3 &#9999999; \u00g0 &none; ü`, String.raw`%ff%C3 &#9999999; \u00g0 &none; [redacted]`],
  ["a secret of a replacement pattern", ["$&"], "is $& it", "is [redacted] it"],
])("%s: only that is blanked", (_, secrets, told, expected) => expect(redactor(secrets)(told)).toBe(expected));

// Eight letters of a secret can also be a word.
test.each([
  ["an ellipsis after", "correcthor… is wrong", "[redacted]… is wrong"],
  ["two dots after", "correcthor.. is wrong", "[redacted].. is wrong"],
  ["an asterisk after", "correcthor* is wrong", "[redacted]* is wrong"],
  ["an ellipsis before", "is …sebattery", "is …[redacted]"],
  ["two dots before", "is ..sebattery", "is ..[redacted]"],
  ["an asterisk before", "is *sebattery", "is *[redacted]"],
  ["a mark elsewhere", "*… correcthor *, * sebattery …, *", "*… correcthor *, * sebattery …, *"],
  ["a single dot", "correcthor. .sebattery", "correcthor. .sebattery"],
])("a part of a secret is redacted if a mark shows the truncation: %s", (_, text, expected) => {
  expect(redactor(["correcthorsebattery"])(text)).toBe(expected);
});

test.each([
  ["a letter in words", "s", "the add-on is not installed: this says so", "the add-on is not installed: this says so"],
  ["a letter that is quoted", "s", `{"k":"s","n":'s'}`, `{"k":"[redacted]","n":'[redacted]'}`],
  ["a letter that is a word", "s", "value s: s, (S) and s", "value [redacted]: [redacted], ([redacted]) and [redacted]"],
  ["a letter beside one of another alphabet", "b", "übÄ b", "übÄ [redacted]"],
  ["a letter of another alphabet", "ä", "wäre ä", "wäre [redacted]"],
  ["digits in a number", "12", "HTTP 412: 12 and 1.5", "HTTP 412: [redacted] and 1.5"],
  ["a short text in JSON inside of JSON", "x", String.raw`{\"k\":\"x\"}`, String.raw`{\"k\":\"[redacted]\"}`],
  ["a short text in base64", "ab", `${btoa("ab")} and YWI`, "[redacted] and [redacted]"],
  ["a short text in a URL", "é&", "q=%c3%a9%26, %C3%A9%26x", withheld],
  ["a short text with white space around it", " s\n ", "this is s", "this is [redacted]"],
  ["a text that occurs twice", "s", "s s-s", "[redacted] [redacted]-[redacted]"],
  ["a mark in a sentence", ",", `no "a", "b", 1,2`, `no "a", "b", 1,2`],
  ["a mark that is quoted", ",", `separator "," or ','`, `separator "[redacted]" or '[redacted]'`],
  ["marks that are a word", "$1", "is $1, $1x", "is [redacted], $1x"],
  ["marks alone", "!!", "is !! it, really!!", "is [redacted] it, really!!"],
  ["white space", " \n", 'a "b" \nc', 'a "b"  c'],
  ["nothing", "", "a", "a"],
  ["white space", " ", "a b c", "a b c"],
  ["four letters", "abcd", "xabcdx", "x[redacted]x"],
  ["a short number", "8080", "RequestID: r-18080, port 8080", "RequestID: r-18080, port [redacted]"],
  ["a long number", "98765432", "pin:098765432", "pin:0[redacted]"],
])("a part of a secret that is %s: its place is blanked and the words stay", (_, part, told, expected) => {
  expect(redactor([partOf(part)])(told)).toBe(expected);
});

test("a short text that is secret as a whole and a part of another is blanked everywhere", () => {
  expect(redactor(["abc", partOf("abc"), partOf("r")])("xabcx r red")).toBe("x[redacted]x [redacted] red");
});

test("any part of a secret is blanked if it is quoted, and any of letters if it is a word", () => {
  fc.assert(
    fc.property(fc.string({ unit: character, minLength: 1, maxLength: 6 }), (part) => {
      fc.pre(part.trim() !== "" && part.isWellFormed());
      const blank = redactor([partOf(part)]);
      expect(blank(`the value <${JSON.stringify(part)}> is wrong`)).toMatch(/<".*\[redacted\].*">|^\[withheld: /);
      expect(blank(`1: ${part} .`)).toContain("[redacted]");
    }),
    { numRuns: 100 },
  );
});

const body = JSON.stringify({ username: "anna", password: "hunter2-secret" });
test.each([
  ["as JSON of Go", "p&ss<1>x", String.raw`bad body {"password":"p\u0026ss\u003c1\u003Ex"}`],
  ["escaped, beside itself as it is", "a&amp;%20\\n+", String.raw`a&amp;%20\n+ and a&amp;%20\\n+ .`],
  ["by a code of two digits", "a+secret/1", String.raw`'a\x2bsecret\x2F1'`],
  ["by codes of UTF-8", "sécret-1", String.raw`b's\xc3\xa9cret-1'`],
  ["by codes of Latin-1", "sécret-1", String.raw`'s\xe9cret-1'`],
  ["in a URL", "ü&", "q=%20%C3%BC%26%0a"],
  ["in a form", "a secret", "password=a+secret&x=1"],
  ["in HTML", "ü&", "&lt;&#252;&amp;&gt;"],
  ["in HTML, by the last code point", "a\u{10ffff}b", "a&#x10ffff;b &#1114112;"],
  ["in base64 of a whole body", "hunter2-secret", btoa(body)],
  ["in base64 for URLs, of a user and a password", "hunter2-secret", `Basic ${Buffer.from("anna:hunter2-secret?>").toString("base64url")}`],
  ["in base64 within a path", "hunter2-secret", `/x/${btoa(body)}`],
  ["in base64 of base64", "hunter2-secret", btoa(btoa(body))],
  ["in base64, which is escaped for a URL", "hunter2-secret?>?>", encodeURIComponent(btoa('{"p":"hunter2-secret?>?>"}'))],
  ["in hexadecimal digits of a whole body", 'hunter2"secret', `0x${Buffer.from(JSON.stringify({ p: 'hunter2"secret' })).toString("hex")}`],
  ["escaped twice", "ü&secret", "%25C3%25BC%2526secret"],
  ["escaped and cut short", "k&y-0123456789", "key k%26y-01234567… is wrong"],
])("a text that repeats a secret %s is withheld", (_, secret, told) => {
  expect(redactor([secret])(`no ${told}`)).toBe(withheld);
  expect(redactor(["e", secret, "5"])(`no ${told}`)).toBe(withheld);
  expect(redactor(["another-secret"])(`no ${told}`)).toBe(`no ${told}`);
});

const long = "Abcdef12345-ghijklmnopqrstuvwxyz-4f2a9c1d";
test.each([
  ["its beginning", "your key Abcdef12345… is invalid", "your key [redacted]… is invalid"],
  ["its beginning in capitals", "your key ABCDEF12345 is invalid", "your key [redacted] is invalid"],
  ["its end", "the key …4f2a9c1d is invalid", "the key …[redacted] is invalid"],
  ["both", "the key Abcdef12***-4f2a9c1d", "the key [redacted]***[redacted]"],
  ["letters of its end that a sign precedes", "the key ***tail-of-it", "the key ***[redacted]", "0-tail-of-it"],
  ["letters of its beginning before a sign", "production...", "[redacted]...", "production-password"],
  ["its beginning of 32 letters", `${"ab".repeat(17)} x`, "[redacted] x", "ab".repeat(300)],
  ["less than eight characters", "your key Abcdef1… and …2a9c1d", "your key Abcdef1… and …2a9c1d"],
  ["words that it begins with", "the production database", "the production database", "production-password"],
  ["the address that it begins with", "a postgresql: address", "a postgresql: address", "postgresql://anna:pass@host"],
])("of a secret that the service cut short, %s", (_, told, expected, secret = long) => expect(redactor([secret])(told)).toBe(expected));

test.each([
  ["a line break", "\n"],
  ["a carriage return", "\r"],
  ["both", "\r\n"],
  ["a vertical tab", "\v"],
  ["a form feed", "\f"],
  ["a next line", "\u0085"],
  ["a line separator", "\u2028"],
  ["a paragraph separator", "\u2029"],
  ["many", "\n\n\r\n\0"],
  ["an escape", "\u001b"],
  ["a mark that turns the direction", "\u202e"],
])("%s is a space", (_, character) => expect(redactor(["x"])(`a${character}graphplane: PUT /b`)).toBe("a graphplane: PUT /b"));

test.each<[string, string, string, number?]>([
  ["a text of the limit stays whole", "t".repeat(2000), "t".repeat(2000)],
  ["a longer one is cut", "t".repeat(5000), `${"t".repeat(2000)}… (3000 more characters)`],
  ["no character is halved", `${"t".repeat(1999)}🌍${"t".repeat(500)}`, `${"t".repeat(1999)}… (502 more characters)`],
  [
    "a secret across the cut is blanked",
    `${"t".repeat(1990)}${long}${"t".repeat(200)}`,
    `${"t".repeat(1990)}[redacted]… (200 more characters)`,
  ],
  [
    "a mark across the cut stays whole",
    `${"t".repeat(1995)}${long}${"t".repeat(200)}`,
    `${"t".repeat(1995)}[redacted]… (200 more characters)`,
  ],
  ["a mark before the cut moves nothing", `${long}${"t".repeat(3000)}`, `[redacted]${"t".repeat(1990)}… (1010 more characters)`],
  ["a character before the cut stays whole", `🌍${"t".repeat(2500)}`, `🌍${"t".repeat(1998)}… (502 more characters)`],
  ["a secret at the limit is blanked", `${"t".repeat(2000)}${long}`, `${"t".repeat(2000)}[redacted]`],
  ["a mark that ends a short text stays whole", `${"t".repeat(59)}${long}`, `${"t".repeat(59)}[redacted]`, 60],
])("%s", (_, told, expected, ...[most]) => {
  const blank = redactor([long, "x"]);
  expect(blank(told, most)).toBe(expected);
  expect(blank(blank(told, most), most)).toBe(expected);
});

test("what was blanked, cut or withheld once stays unchanged", () => {
  const once = redactor(["e", partOf("m"), "it"])("e".repeat(4000));
  expect(once).toMatch(/^(\[redacted\]){200}… \(\d+ more characters\)$/);
  const blank = redactor(["e", partOf("redacted")]);
  expect(blank(blank("see e"))).toBe(blank("see e"));
  expect(redactor(["more", "e", partOf("repeats")])(`${once} ${withheld}`)).toBe(`${once} ${withheld}`);
});

const megabytes = 1024 * 1024;
/** Of these a rule that is not linear, in the text or in the secrets, takes hours. */
test.each([
  ["a text of 60 MiB", () => [long], () => "x".repeat(60 * megabytes) + long],
  ["escapes of 20 MiB", () => [long], () => "\\u0041%41&#65;+".repeat(megabytes)],
  ["base64 of 20 MiB", () => [long], () => "QUJD".repeat(5 * megabytes)],
  ["tags without an end", () => [long], () => "<title>".repeat(megabytes)],
  ["a secret of 16 MiB", () => ["ab".repeat(8 * megabytes), "a", "b"], () => "ab".repeat(megabytes)],
  [
    "a secret of 16 MiB of white space",
    () => [" ".repeat(16 * megabytes), partOf(`${" ".repeat(megabytes)}x`)],
    () => " x".repeat(megabytes),
  ],
  [
    "200 secrets of 64 kB",
    () => Array.from({ length: 200 }, (_, at) => `${at}-${"secret ".repeat(9000)}`),
    () => "1-secret ".repeat(megabytes),
  ],
  ["10,000 short secrets", () => Array.from({ length: 10_000 }, (_, at) => `s${at}`), () => "s1s22s333".repeat(megabytes)],
])("%s: what is done is bounded", (_, secrets, told) => expect(redactor(secrets())(told()).length).toBeLessThan(2100));

test("nothing is prepared of secrets before there is a text", () => {
  const touched = new Proxy<string[]>([], {
    get: () => {
      throw new Error("read");
    },
  });
  expect(() => redactor(touched)).not.toThrow();
  expect(() => redactor(touched)("a")).toThrow("read");
});
