import { digestsIn, fingerprintOf, reviewedChanges } from "../../../../cli/review/fingerprint";
import { formats } from "../../../../cli/review/formats";
import type { Preview } from "../../../../cli/review/inputs";
import type { Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { comment, previewWith, type Step } from "./samples";

describe("a key that someone added to a live value", () => {
  const ids = { installedAddonId: "ad-1", configName: "theme" };
  const token = "console-secret";
  const urn = "urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:AddonConfiguration::c";
  const put = (was: object) =>
    `PUT /add-ons/ad-1/configs/cf-1 {"config_value":"{\\"a\\":1}"} was ${JSON.stringify({ config_value: JSON.stringify(was) })}`;
  const shown = { a: 1, extra: "[hidden]" };
  const unplanned = "cannot plan /installed-addons/ad-1/configs/theme: no response";
  const preview = (live: object | undefined, line: string, applied: unknown = { a: 1 }, declared: unknown = { a: 1 }) => {
    const [before, after] = [applied, declared].map((configValue) => ({ ...ids, configValue }));
    const refreshed = live && { ...ids, configValue: live };
    const step: Step = { kind: "AddonConfiguration", name: "c", before: { ...(refreshed ?? before) }, after: { ...after } };
    const detailedDiff = live === undefined || "extra" in live ? { "configValue.extra": { kind: "delete" } } : {};
    const made = previewWith([{ ...step, outputs: { configId: "cf-1" }, more: { detailedDiff, diffReasons: ["configValue"] } }], [line]);
    const refresh = { op: "refresh", urn, oldState: { custom: true, inputs: before, outputs: { configId: "cf-1" } } };
    return live === undefined ? made : { ...made, steps: [refresh, ...(made.steps ?? [])] };
  };
  const rowsIn = (review: Review) =>
    comment(review)
      .slice(comment(review).indexOf("<details>"))
      .match(/^\| (?!value|---).*$/gm) ?? [];
  const row = (name: string) => `| \`${name}\` | – | \`"[hidden]"\` | not declared | *reverts an outside change* |`;

  test.each<[string, Preview]>([
    ["a text", preview({ a: 1, extra: token }, put(shown))],
    ["an object", preview({ a: 1, extra: { token, more: { token } } }, put(shown))],
    ["one that only the line of the request shows", preview(undefined, put(shown))],
    ["one that only the refresh shows", preview({ a: 1, extra: token }, unplanned)],
    ["one in a value that was a text before", preview(undefined, put(shown), '{"a":1}')],
  ])("is removed by an update that sends the whole value, and hidden: %s", (_, added) => {
    const review = reviewOf(added);
    const text = comment(review);
    expect(rowsIn(review).filter((line) => line.includes("extra"))).toEqual([row("configValue.extra")]);
    expect(text).not.toContain(token);
    expect(text).toContain('PUT /add-ons/ad-1/configs/cf-1\n{"config_value":"{\\"a\\":1}"}');
    expect(formats.markdown(review, { directory: "", drift: true })).toContain(row("configValue.extra"));
  });

  test("is no different from one that someone took away: the update adds it again", () => {
    const [declared, without] = [{ a: 1, b: 2 }, { a: 1 }];
    const line = put(without).replace('"{\\"a\\":1}"', JSON.stringify(JSON.stringify(declared)));
    const added = "| `configValue.b` | `2` | – | **`2`** | *reverts an outside change* |";
    expect(rowsIn(reviewOf(preview(without, line, declared, declared)))).toEqual([added]);
    expect(rowsIn(reviewOf(preview(undefined, line, declared, declared)))).toContain(added);
  });

  test("is listed at its own depth", () => {
    const [declared, live] = [
      { a: 1, in: { b: 2 } },
      { a: 1, in: { b: 2, extra: { token } } },
    ];
    const line = put({ a: 1, in: { b: 2, extra: "[hidden]" } }).replace('"{\\"a\\":1}"', JSON.stringify(JSON.stringify(declared)));
    expect(rowsIn(reviewOf(preview(live, line, declared, declared)))).toContain(row("configValue.in.extra"));
  });

  test("is in the fingerprint", () => {
    const known = digestsIn(fingerprintOf(reviewOf(preview({ a: 2 }, put({ a: 2 })))) ?? "");
    const now = reviewOf(preview({ a: 2, extra: token }, put({ ...shown, a: 2 })));
    expect(reviewedChanges(now).filter(({ digests }) => !digests.some((one) => known?.includes(one)))).toMatchObject([
      { text: 'AddonConfiguration c: configValue.extra "[hidden]" → absent' },
    ]);
  });

  test.each<[string, Preview]>([
    ["no live value is shown", preview(undefined, put(shown).replace(/ was .*/, ""), { a: 2 })],
    ["nothing is sent", preview({ a: 1, extra: token }, "nothing")],
    ["the code removes it", preview({ a: 1, extra: 1 }, put(shown), { a: 1, extra: 1 })],
    ["the code removes it from a text", preview(undefined, put(shown), '{"a":1,"extra":1}')],
    ["the value was secret", preview(undefined, put(shown), "[secret]")],
    [
      "the value is secret",
      preview({ a: 1, extra: token }, put(shown).replace(/\{.*/, '{"config_value":"[secret]"}'), { a: 1 }, "[secret]"),
    ],
  ])("is no outside change if %s", (_, other) => expect(comment(reviewOf(other))).not.toContain("outside change"));
});
