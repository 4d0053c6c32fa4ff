import { character, fc } from "../../../support/random";
import { block, cell, code, commandMessage, hideCharacters, htmlCode, visible } from "../../../../cli/review/escape";
import { formats } from "../../../../cli/review/formats";
import { parseEvents, parsePreview, parseRecords, type Preview } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { comment, previewOf, previewWith, sample, sampleNames, workspace } from "./samples";

const nasty = fc.string({
  unit: fc.constantFrom("`", "|", "<", ">", "@", "#", "*", "\n", "\\", "&", "-", "[", "(", "a", " ", "\u202e", "\ud800", "é", "😀"),
  maxLength: 30,
});

test("a name is one piece of inline code, with any characters in it", () => {
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string({ unit: character })), (text) => {
      const shown = code(text);
      const span = /^`([^`|\n]+)`$/.test(shown);
      const html = /^<code>(?:[A-Za-z0-9 \u0080-\u{10ffff}]|&#\d+;)*<\/code>$/u.test(shown);
      expect(span || html).toBe(true);
      expect(shown.isWellFormed()).toBe(true);
    }),
  );
});

test.each([
  ["a\\b", "`a\\b`"],
  ["\\a", "<code>&#92;a</code>"],
  ["a\\", "<code>a&#92;</code>"],
  [" a", "<code> a</code>"],
  ["a ", "<code>a </code>"],
  ["a b", "`a b`"],
  ["a|b", "<code>a&#124;b</code>"],
])("the name %j is shown as %s", (text, shown) => expect(code(text)).toBe(shown));

test("a text in a cell is one piece of inline code, however it is broken", () => {
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string({ unit: character, maxLength: 90 })), (text) => {
      const shown = cell(text, 60);
      if (!shown.includes("<wbr>")) return;
      expect(shown).toMatch(/^<code>(?:[A-Za-z0-9 \u0080-\u{10ffff}]|&#\d+;|<wbr>)*<\/code>$/u);
      expect(shown.replaceAll("<wbr>", "")).toBe(htmlCode(text, 60));
      expect(
        Math.max(...shown.split("<wbr>").map((piece) => piece.replace(/&#\d+;/g, ".").replace(/<.*?>/g, "").length)),
      ).toBeLessThanOrEqual(48);
    }),
  );
});

test.each([
  ["x".repeat(30), ["x".repeat(30)]],
  ["x".repeat(60), ["x".repeat(23), "x".repeat(23), "x".repeat(14)]],
  ["X".repeat(60), ["X".repeat(24), "X".repeat(24), "X".repeat(12)]],
  [".".repeat(40), [".".repeat(24), ".".repeat(16)]],
  ["workspace.addonConfigurations.retentionDays", ["workspace.", "addonConfigurations.", "retentionDays"]],
  ["Abcdefghijklmnop-Qrstuvwxyzabcdefghijklmnop", ["Abcdefghijklmnop-", "Qrstuvwxyzabcdefghijklmn", "op"]],
])("a long text in a cell may be broken between words: %j", (text, pieces) => {
  const shown = cell(text)
    .replace(/<\/?code>|`/g, "")
    .replaceAll("&#46;", ".")
    .replaceAll("&#45;", "-");
  expect(shown.split("<wbr>")).toEqual(pieces);
});

test("a block ends where it is meant to", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const [fence = "", ...lines] = block(text).split("\n");
      expect(lines.at(-1)).toBe(fence);
      expect(lines.slice(0, -1).some((line) => line.includes(fence))).toBe(false);
    }),
  );
});

test("nothing in a text of one line is a control, hides, or turns the direction", () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b-\u200f\u2028\u2029]/u);
    }),
  );
});

test.each([
  ["a\u200bb", "a\\u{200b}b"],
  ["\u{e0041}", "\\u{e0041}"],
  ["a\tb\r\n", "a\\tb\\r\\n"],
])("the text %j is shown as %s", (text, shown) => expect(visible(text)).toBe(shown));

test("a workflow command stays one line; a hidden comment is not ended", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(commandMessage(text)).not.toMatch(/[\r\n]/);
      expect(hideCharacters(text)).toMatch(/^[A-Za-z0-9._/-]*$/);
      expect(hideCharacters(text)).not.toContain("--");
    }),
  );
});

/** The part of a comment outside its code, which a host would read as markup. */
function markup(comment: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of comment.split("\n")) {
    const [, run] = /^(`{3,})\w*$/.exec(line) ?? [];
    if (fence === undefined && run !== undefined) fence = run;
    else if (fence !== undefined && line === fence) fence = undefined;
    else if (fence === undefined) lines.push(line.replace(/<code>(?:[^<]|<wbr>)*<\/code>/g, "").replace(/`[^`]*`/g, ""));
  }
  expect(fence).toBeUndefined();
  return lines.join("\n").replace(/fingerprint=\S+/, "");
}

test("names, values, messages and paths of all kinds stay within code", () => {
  fc.assert(
    fc.property(nasty, (rest) => {
      const evil = `zQz${rest}<b>@zQz`;
      const preview = previewWith(
        [
          { name: evil, after: { ...workspace, workspaceName: evil, addons: { [evil]: { enable: true } } } },
          { kind: "DatabaseUser", name: `${evil}2`, before: { ...workspace, username: evil }, more: { replaceReasons: [evil] } },
          {
            name: "c",
            before: workspace,
            after: { ...workspace, workspaceId: evil },
            more: { detailedDiff: { [evil]: {} }, diffReasons: [evil] },
          },
        ],
        [`PUT /workgroups/wg-1/workspaces/ws-1 ${JSON.stringify({ workspace_name: evil })} was {}`, `PUT /other ${evil}`],
      );
      const diagnostics = [{ severity: "error", message: evil, urn: `urn:pulumi:dev::movies::x:y:Z::${evil}` }];
      const review = reviewOf({ ...preview, diagnostics });
      expect(
        markup(formats.markdown({ ...review, outputs: [evil], project: evil }, { directory: evil.replaceAll("\n", "") })),
      ).not.toContain("<b>@");
      expect(formats.text({ ...review, project: evil }, { directory: "" }).split("\n")[1]).toContain("/dev");
      for (const line of formats.annotations(review, { directory: "" }).trimEnd().split("\n"))
        expect(line).toMatch(/^::(error|warning|notice) /);
    }),
    { numRuns: 60 },
  );
});

const secret = "very-secret-canary";

test.each(sampleNames)("no secret, no provider's code, no stack and no folder is in any format: %s", (name) => {
  const poisoned = (json: string) =>
    JSON.stringify(
      JSON.parse(json, (key, value: unknown) => {
        if (key === "__provider" || key === "ciphertext") return secret;
        return key === "stackTrace" ? [{ sourcePosition: `project:///${secret}#1,1` }] : value;
      }),
    );
  const { preview: text, ...others } = sample(name);
  const { events, records } = JSON.parse(poisoned(JSON.stringify(others))) as Preview;
  const review = reviewOf({ ...parsePreview(poisoned(text)), events, records });
  for (const format of Object.values(formats)) {
    const shown = format(review, { directory: "" });
    expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/4dabf18193072939|\/project|\/packages|\n\s+at .*:\d+|04da6b54|__provider|stackTrace/);
  }
});

test.each(sampleNames)("the same input gives the same text, in any order of its steps and records: %s", (name) => {
  const preview = previewOf(name);
  const reversed = { steps: preview.steps?.toReversed(), records: preview.records.toReversed() };
  expect(comment(reviewOf({ ...preview, ...reversed }))).toBe(comment(reviewOf(preview)));
});

test("whatever JSON comes, a review never fails", () => {
  const key = fc.constantFrom(
    "steps",
    "diagnostics",
    "op",
    "urn",
    "oldState",
    "newState",
    "inputs",
    "outputs",
    "message",
    "severity",
    "detailedDiff",
    "x",
  );
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1, true, "create", "update", "delete", "error", "urn:pulumi:a::b::c::d", "graphplane: PUT /x {} was"),
      fc.array(tie("json"), { maxLength: 4 }),
      fc.dictionary(key, tie("json"), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      const preview: Preview = { ...parsePreview(text), events: parseEvents(text), ...parseRecords(`key ${text}`, "key") };
      for (const format of Object.values(formats)) expect(typeof format(reviewOf(preview), { directory: "" })).toBe("string");
    }),
    { numRuns: 500 },
  );
});
