import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { costText, limitText, sumText } from "../../../../cli/review/cost";
import { fingerprintOf } from "../../../../cli/review/fingerprint";
import { formats } from "../../../../cli/review/formats";
import { parsePrices, type Prices, pricesShape, type RawStep } from "../../../../cli/review/inputs";
import { type Additions, reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { root } from "../../../support/repository";
import { comment, file, folder, path, planOf, previewOf, previewWith, run, sample, sampleReview, type Step, workspace } from "./samples";
import Big from "big.js";

function pricesOf(value: object): Prices {
  return parsePrices(JSON.stringify({ currency: "USD", sizes: { "TG-0": 1, "TG-1": "2.10" }, ...value }));
}
const prices = pricesOf({ highAvailability: 2, addons: { insights: 1.1 } });

const update = (before: object, after: object, more: Partial<Step> = {}): Step => ({
  name: "main",
  before: { ...workspace, ...before },
  after: { ...workspace, ...before, ...after },
  ...more,
});
const put = (body: object, was: object) => `PUT ${path} ${JSON.stringify(body)} was ${JSON.stringify(was)}`;
const created = (args: object): Step => ({
  kind: "Workspace",
  name: "new",
  after: { workgroupId: "wg-1", workspaceName: "new", ...args },
});
const whole = (args: object): Step => ({
  kind: "Workspace",
  name: "old",
  before: { workgroupId: "wg-1", workspaceName: "old", ...args },
  outputs: { workspaceId: "ws-1" },
});
const insights = (enable: boolean) => ({ addons: { insights: { enable } } });

test.each<[string, Step, string[], string | undefined]>([
  [
    "another size",
    update({ workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" }),
    [],
    "+1.10 USD per hour: from 1.00 (size TG-0 1.00) to 2.10 (size TG-1 2.10)",
  ],
  [
    "high availability",
    update({ workspaceTypeName: "TG-1" }, { enableHa: true }),
    [],
    "+2.10 USD per hour: from 2.10 (size TG-1 2.10) to 4.20 (size TG-1 2.10 × high availability 2)",
  ],
  [
    "an add-on",
    update({ workspaceTypeName: "TG-1", ...insights(false) }, insights(true)),
    [],
    "+0.21 USD per hour: from 2.10 (size TG-1 2.10) to 2.31 (size TG-1 2.10 × add-on insights 1.1)",
  ],
  [
    "a pause",
    update({ workspaceTypeName: "TG-0", autoStopMinutes: 30 }, { pause: true }),
    [],
    "−1.00 USD per hour: from 1.00 (size TG-0 1.00) to 0.00 (paused)",
  ],
  [
    "an auto-stop",
    update({ workspaceTypeName: "TG-0", autoStopMinutes: 0 }, { autoStopMinutes: 30 }),
    [],
    "±0.00 USD per hour: from 1.00 (size TG-0 1.00) to 1.00 (size TG-0 1.00); less while it is stopped, after 30 minutes without use",
  ],
  ["an auto-stop of an unknown size", update({ autoStopMinutes: 0 }, { autoStopMinutes: 30 }), [], undefined],
  ["another name", update({ workspaceTypeName: "TG-0" }, { workspaceName: "other" }), [], undefined],
  [
    "a size without a price",
    update({ workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-9" }),
    [],
    "cost not known: there is no price for the size TG-9",
  ],
  [
    "the name of a property of every object",
    update({ workspaceTypeName: "TG-0" }, { workspaceTypeName: "constructor" }),
    [],
    "cost not known: there is no price for the size constructor",
  ],
  ["a size that is not declared", update({}, { enableHa: true }), [], "cost not known: its size is neither declared nor shown"],
  [
    "a value that is known later",
    update({ workspaceTypeName: "TG-0" }, { enableHa: unknownText }),
    [],
    "cost not known: enableHa is secret, or known only during the update",
  ],
  [
    "a live value that the code sets back",
    update({ workspaceTypeName: "TG-0" }, { autoStopMinutes: 5 }),
    [put({ workspace_type_name: "TG-0", auto_stop_minutes: 5 }, { workspace_type_name: "TG-1", auto_stop_minutes: 5 })],
    "−1.10 USD per hour: from 2.10 (size TG-1 2.10) to 1.00 (size TG-0 1.00); less while it is stopped, after 5 minutes without use",
  ],
  [
    "an adoption",
    { name: "main", after: { ...workspace, workspaceTypeName: "TG-1", enableHa: true } },
    [put({ workspace_type_name: "TG-1" }, { workspace_type_name: "TG-0" })],
    "+2.20 USD per hour: from 2.00 (size TG-0 1.00 × high availability 2) to 4.20 (size TG-1 2.10 × high availability 2)",
  ],
  [
    "a replacement that adopts another workspace",
    {
      ...update({ workspaceTypeName: "TG-1" }, { workspaceId: "ws-2", workspaceTypeName: "TG-1", enableHa: true }),
      op: "replace",
    },
    [put({ workspace_type_name: "TG-1" }, { workspace_type_name: "TG-0" }).replace("ws-1", "ws-2")],
    "+2.20 USD per hour: from 2.00 (size TG-0 1.00 × high availability 2) to 4.20 (size TG-1 2.10 × high availability 2)",
  ],
  [
    "a creation",
    created({ workspaceTypeName: "TG-0" }),
    ['POST /workgroups/wg-1/workspaces {"name":"new"}'],
    "+1.00 USD per hour: from nothing to 1.00 (size TG-0 1.00)",
  ],
  [
    "a deletion",
    whole({ workspaceTypeName: "TG-0", deletionPolicy: "delete" }),
    [],
    "−1.00 USD per hour: from 1.00 (size TG-0 1.00) to nothing",
  ],
  [
    "a deletion that pauses",
    whole({ workspaceTypeName: "TG-0", deletionPolicy: "pause" }),
    [],
    "−1.00 USD per hour: from 1.00 (size TG-0 1.00) to 0.00 (paused)",
  ],
  [
    "a replacement that deletes",
    {
      ...whole({ workspaceTypeName: "TG-0", deletionPolicy: "delete" }),
      op: "replace",
      after: { workgroupId: "wg-2", workspaceName: "old", workspaceTypeName: "TG-1" },
    },
    ['POST /workgroups/wg-2/workspaces {"name":"old"}'],
    "+1.10 USD per hour: from 1.00 (size TG-0 1.00) to 2.10 (size TG-1 2.10)",
  ],
  [
    "an add-on that is known later",
    update({ workspaceTypeName: "TG-0" }, { addons: { insights: { enable: unknownText } } }),
    [],
    "cost not known: addons is secret, or known only during the update",
  ],
  ["an object that stays", whole({ workspaceTypeName: "TG-0", deletionPolicy: "retain" }), [], undefined],
  ["a refused deletion", whole({ workspaceTypeName: "TG-0" }), [], undefined],
])("the cost of %s", (_, step, lines, text) => {
  const { changes } = reviewOf(previewWith([step], lines), { prices });
  expect(changes.map(({ cost }) => cost && costText(cost))).toEqual([text]);
});

test("an add-on that is known later has no cost if add-ons have no prices, but anything else has", () => {
  const costsOf = (after: object) => {
    const preview = previewWith([update({ workspaceTypeName: "TG-0" }, after)]);
    return reviewOf(preview, { prices: pricesOf({}) }).changes.map(({ cost }) => cost && costText(cost));
  };
  const addons = { insights: { enable: unknownText } };
  expect(costsOf({ addons })).toEqual(["±0.00 USD per hour: from 1.00 (size TG-0 1.00) to 1.00 (size TG-0 1.00)"]);
  expect(costsOf({ addons, enableHa: unknownText })).toEqual(["cost not known: enableHa is secret, or known only during the update"]);
});

test.each<[string, string, string | undefined]>([
  ["delete", "delete", "−2.10 USD per hour: from 2.10 (size TG-1 2.10) to nothing"],
  ["retain", "stop managing", undefined],
  ["protect", "refused deletion", undefined],
])("the live size decides what a removal saves (deletionPolicy: %s)", (deletionPolicy, action, text) => {
  const preview = previewWith([whole({ workspaceTypeName: "TG-1", deletionPolicy })]);
  const [root, deletion] = preview.steps as [RawStep, RawStep];
  const last = { ...deletion.oldState, inputs: { ...deletion.oldState?.inputs, workspaceTypeName: "TG-0" } };
  const refresh = { op: "refresh", urn: deletion.urn, oldState: last, newState: deletion.oldState };
  const { changes } = reviewOf({ ...preview, steps: [root, refresh, deletion] }, { prices });
  expect(changes.map((change) => [change.action, change.cost && costText(change.cost)])).toEqual([[action, text]]);
});

test("the comment shows the cost of a pause", () => {
  const preview = previewWith([update({ workspaceTypeName: "TG-0" }, { pause: true })]);
  expect(comment(reviewOf(preview, { prices }))).toContain("💰 −1.00 USD per hour: from 1.00 (size `TG-0` 1.00) to 0.00 (paused)\n");
});

const resized = (from: string, to: string, additions: Additions = { prices }) =>
  reviewOf(previewWith([update({ workspaceTypeName: from }, { workspaceTypeName: to })]), additions);

test.each<[string, object, string]>([
  ["as they are written", { sizes: { a: 0.1, b: 0.3 } }, "+0.20 USD per hour (about +146 USD a month if it never stops)"],
  [
    "of many digits",
    { sizes: { a: 0, b: "0.123456789012345678" } },
    "+0.123456789012345678 USD per hour (about +90 USD a month if it never stops)",
  ],
  ["of small sums", { sizes: { a: "0.010", b: "0" } }, "−0.01 USD per hour (about −7.30 USD a month if it never stops)"],
  [
    "of another currency",
    { currency: "€", sizes: { a: 1, b: 1000000 } },
    "+999999.00 € per hour (about +729,999,270 € a month if it never stops)",
  ],
  ["that are equal", { sizes: { a: 1, b: "1.0" } }, "±0.00 USD per hour"],
])("prices %s are added up exactly", (_, value, text) => {
  const { cost } = resized("a", "b", { prices: pricesOf(value) });
  expect(cost && sumText(cost)).toBe(text);
});

test("high availability may have a factor by size, and a size without one is named", () => {
  const preview = previewWith([update({ workspaceTypeName: "TG-0" }, { enableHa: true })]);
  const text = (highAvailability: object) =>
    reviewOf(preview, { prices: pricesOf({ highAvailability }) }).changes.map(({ cost }) => cost && costText(cost));
  expect(text({ "TG-0": 1.5 })).toEqual([
    "+0.50 USD per hour: from 1.00 (size TG-0 1.00) to 1.50 (size TG-0 1.00 × high availability 1.5)",
  ]);
  expect(text({ "TG-1": 1.5 })).toEqual(["cost not known: there is no factor for high availability of the size TG-0"]);
});

test.each<[string, string, string | undefined]>([
  ["803", "TG-1", undefined],
  ["802.99", "TG-1", "The changes cost about +803 USD a month; --max-increase allows 802.99 USD a month."],
  ["0", "TG-9", "--max-increase allows 0.00 USD a month, and the cost of 1 change is not known."],
])("an increase of at most %s, to %s", (limit, size, text) => {
  const { cost } = resized("TG-0", size, { prices, maxIncrease: new Big(limit) });
  expect(cost && limitText(cost)).toBe(text);
});

test("without a limit, and without a change that costs, nothing is said", () => {
  const { cost } = resized("TG-0", "TG-1");
  expect(cost && limitText(cost)).toBeUndefined();
  const nothing = reviewOf(previewWith([]), { prices, maxIncrease: new Big(0) }).cost;
  expect([nothing && sumText(nothing), nothing && limitText(nothing)]).toEqual([undefined, undefined]);
});

test.each([
  [["TG-1"], "+1.10 USD per hour (about +803 USD a month if it never stops)"],
  [["TG-9"], "1 change of unknown cost"],
  [["TG-1", "TG-9"], "+1.10 USD per hour (about +803 USD a month if it never stops) and 1 change of unknown cost"],
  [["TG-9", "TG-9"], "2 changes of unknown cost"],
  [["TG-1", "TG-1"], "+2.20 USD per hour (about +1,606 USD a month if it never stops)"],
])("the sum of %j", (sizes, expected) => {
  const step = sizes.map((size, index) => ({
    ...update({ workspaceId: `ws-${index}`, workspaceTypeName: "TG-0" }, { workspaceTypeName: size }),
    name: size + index,
  }));
  const { cost } = reviewOf(previewWith(step), { prices });
  expect(cost && sumText(cost)).toBe(expected);
});

test.each([
  ["{", /^holds no prices: it is not JSON/],
  ['{"currency":"USD"}', /^holds no prices: sizes: /],
  ['{"currency":"US dollars","sizes":{}}', /^holds no prices: currency: must be a code such as USD/],
  ['{"currency":"USD","sizes":{"TG-0":-1}}', /^holds no prices: sizes\.TG-0: /],
  ['{"currency":"USD","sizes":{"TG-0":"1,5"}}', /^holds no prices: sizes\.TG-0: /],
  ['{"currency":"USD","sizes":{},"addons":{"a":0}}', /^holds no prices: addons\.a: must be greater than 0/],
  ['{"currency":"USD","sizes":{},"size":{}}', /size/],
])("prices that are wrong are refused by their place: %s", (text, problem) => {
  expect(() => parsePrices(text)).toThrow(problem);
});

test("prices leave the fingerprint as it is, and the JSON has the numbers", () => {
  const review = sampleReview("resize");
  const costing = reviewOf(previewOf("resize"), { plan: planOf("resize"), prices });
  expect(fingerprintOf(costing)).toBe(fingerprintOf(review));
  const { cost, changes } = JSON.parse(formats.json(costing, { directory: "" })) as { cost: object; changes: { cost?: object }[] };
  expect(cost).toMatchObject({ currency: "USD", perHour: "1.1", perMonth: "803", known: 1, unknown: 0 });
  expect(changes[0]?.cost).toMatchObject({
    perHour: "1.1",
    before: { amount: "1", parts: [{ what: "size", name: "TG-0", value: "1.00" }] },
    after: { amount: "2.1" },
    autoStopMinutes: 45,
  });
});

test("a size cannot break out of the comment", () => {
  const size = "`|<img src=x> @everyone";
  const review = resized("TG-0", size);
  expect(comment(review)).not.toMatch(/💰[^`]*(<img|@everyone)/);
});

describe("the command", () => {
  const preview = file("preview.json", sample("resize").preview);
  const known = file("prices.json", JSON.stringify({ currency: "USD", sizes: { "TG-0": 1, "TG-1": 2 } }));
  const without = file("few.json", JSON.stringify({ currency: "USD", sizes: {} }));

  test.each([
    ["prices", known, [], 3, "+1.00 USD per hour (about +730 USD a month if it never stops)"],
    ["an increase within the limit", known, ["--max-increase", "730"], 3, "+1.00 USD per hour"],
    ["an increase just beyond the limit", known, ["--max-increase", "729.99"], 5, "**The increase is not allowed.**"],
    ["an unknown price with a limit", without, ["--max-increase", "100"], 5, "is not known"],
    ["prices in annotations", known, ["--format", "annotations"], 3, "Cost: +1.00 USD per hour"],
    ["prices in a summary", known, ["--format", "summary"], 3, " · up to +730 USD/month · "],
  ])("prints %s", async (_, file, args, code, text) => {
    const ran = await run([preview, "--prices", file, ...args]);
    expect(ran.code).toBe(code);
    expect(ran.out).toContain(text);
  });

  test.each<[string, string[], string]>([
    ["a limit without prices", ["--max-increase", "100"], "--max-increase needs --prices"],
    ...["1e3", "x100", "1.", "1.5x", ".5", "", "1,000"].map((limit): [string, string[], string] => {
      const args = ["--prices", known, "--max-increase", limit];
      return [`the limit ${JSON.stringify(limit)}`, args, "--max-increase takes an amount such as 100 or 99.50"];
    }),
    ["a file of prices that is missing", ["--prices", join(folder, "missing.json")], "cannot be read"],
    ["a file without prices", ["--prices", file("broken.json", "[]")], "holds no prices"],
  ])("refuses %s", async (_, args, text) => {
    const ran = await run([preview, ...args]);
    expect(ran.code).toBe(2);
    expect(ran.err.join()).toContain(text);
  });
});

test("prices.schema.json is what --prices takes: ACCEPT=1 writes it", () => {
  const file = join(root, "prices.schema.json");
  const text = `${JSON.stringify({ title: "Prices for graphplane review", ...z.toJSONSchema(pricesShape, { io: "input" }) }, undefined, 2)}\n`;
  if (process.env["ACCEPT"] === "1") writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});
