import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { costText, limitText, monthText, totalText } from "../../../../cli/review/cost";
import { exitCodeOf } from "../../../../cli/review/exit-code";
import { readCosts } from "../../../../cli/review/files";
import { fingerprintOf } from "../../../../cli/review/fingerprint";
import { formats } from "../../../../cli/review/formats";
import { parsePrices, type Prices, pricesShape, type RawStep } from "../../../../cli/review/inputs";
import { type Costs, reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { root } from "../../../support/repository";
import { recordingTerminal } from "../../../support/terminal";
import { comment, path, previewOf, previewWith, sampleReview, type Step, workspace } from "./samples";
import Big from "big.js";

function pricesOf(value: object): Prices {
  return parsePrices("prices.json", JSON.stringify({ currency: "USD", sizes: { "TG-0": 1, "TG-1": "2.10" }, ...value }));
}
const prices = pricesOf({ highAvailability: 2, addons: { insights: 1.1 } });

const update = (before: object, after: object, more: Partial<Step> = {}): Step => ({
  name: "main",
  before: { ...workspace, ...before },
  after: { ...workspace, ...before, ...after },
  ...more,
});
const whole = { workgroupId: "wg-1", workspaceName: "whole" };
const removed = (args: object): Step => ({
  kind: "Workspace",
  name: "whole",
  before: { ...whole, ...args },
  outputs: { workspaceId: "ws-1" },
});
const insights = (enable: unknown) => ({ addons: { insights: { enable } } });
const [small, large] = [{ workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" }];
const [tg0, tg1] = ["1.00 (size TG-0 1.00)", "2.10 (size TG-1 2.10)"];
const [tg0Available, tg1Available] = ["2.00 (size TG-0 1.00 × high availability 2)", "4.20 (size TG-1 2.10 × high availability 2)"];
const stopping = (minutes: number) => `; less while it is stopped, after ${minutes} idle minutes`;

/** The costs of the changes of one resource, in words. */
function costsOf(step: Step, plans: readonly string[] = [], given = prices) {
  return reviewOf(previewWith([step], plans), { prices: given }).changes.map(({ cost }) => cost && costText(cost));
}

test.each<[string, object, object, string, string, string]>([
  ["another size", small, large, "+1.10", tg0, tg1],
  ["high availability", large, { enableHa: true }, "+2.10", tg1, tg1Available],
  ["an add-on", { ...large, ...insights(false) }, insights(true), "+0.21", tg1, "2.31 (size TG-1 2.10 × add-on insights 1.1)"],
  ["an add-on without a price", small, { addons: { constructor: { enable: true } } }, "±0.00", tg0, tg0],
  ["a pause", { ...small, autoStopMinutes: 30 }, { pause: true }, "−1.00", tg0, "0.00 (paused)"],
  ["an auto-stop", { ...small, autoStopMinutes: 0 }, { autoStopMinutes: 30 }, "±0.00", tg0, `${tg0}${stopping(30)}`],
])("the cost of %s", (_, before, after, difference, from, to) => {
  expect(costsOf(update(before, after))).toEqual([`${difference} USD per hour: from ${from} to ${to}`]);
});

test.each<[string, object, object, string | undefined]>([
  ["an auto-stop of an unknown size", { autoStopMinutes: 0 }, { autoStopMinutes: 30 }, undefined],
  ["another name", small, { workspaceName: "other" }, undefined],
  ["a size without a price", small, { workspaceTypeName: "TG-9" }, "no price for the size TG-9"],
  ["a property of every object", small, { workspaceTypeName: "constructor" }, "no price for the size constructor"],
  ["a size that is not declared", {}, { enableHa: true }, "its size is neither declared nor returned"],
  ["a value that is known later", small, { enableHa: unknownText }, "enableHa is secret, or known only during the update"],
  [
    "two values that are known later",
    small,
    { enableHa: unknownText, ...insights(unknownText) },
    "enableHa, addons are secret, or known only during the update",
  ],
  ["an add-on that is known later", small, insights(unknownText), "addons is secret, or known only during the update"],
])("the cost of %s is not known, or does not change", (_, before, after, reason) => {
  expect(costsOf(update(before, after))).toEqual([reason && `cost unknown: ${reason}`]);
});

const put = (body: object, was: object, to = path) => `PUT ${to} ${JSON.stringify(body)} was ${JSON.stringify(was)}`;
const resize = [{ workspace_type_name: "TG-1" }, { workspace_type_name: "TG-0" }] as const;
const available = { ...large, enableHa: true };

test.each<[string, Step, string, string, string, string[]]>([
  [
    "a live value that the code sets back",
    update(small, { autoStopMinutes: 5 }),
    "−1.10",
    tg1,
    `${tg0}${stopping(5)}`,
    [put({ workspace_type_name: "TG-0", auto_stop_minutes: 5 }, { workspace_type_name: "TG-1", auto_stop_minutes: 5 })],
  ],
  ["an adoption", { name: "main", after: { ...workspace, ...available } }, "+2.20", tg0Available, tg1Available, [put(...resize)]],
  [
    "a replacement that adopts another workspace",
    update(large, { workspaceId: "ws-2", ...available }, { op: "replace" }),
    "+2.20",
    tg0Available,
    tg1Available,
    [put(...resize, "/workgroups/wg-1/workspaces/ws-2")],
  ],
  [
    "a creation",
    { kind: "Workspace", name: "new", after: { ...whole, ...small } },
    "+1.00",
    "nothing",
    tg0,
    ['POST /workgroups/wg-1/workspaces {"name":"new"}'],
  ],
  ["a deletion", removed({ ...small, deletionPolicy: "delete" }), "−1.00", tg0, "nothing", []],
  ["a deletion that pauses", removed({ ...small, deletionPolicy: "pause" }), "−1.00", tg0, "0.00 (paused)", []],
  [
    "a replacement that deletes",
    { ...removed({ ...small, deletionPolicy: "delete" }), op: "replace", after: { ...whole, workgroupId: "wg-2", ...large } },
    "+1.10",
    tg0,
    tg1,
    ['POST /workgroups/wg-2/workspaces {"name":"old"}'],
  ],
])("the cost of %s", (_, step, difference, from, to, plans) => {
  expect(costsOf(step, plans)).toEqual([`${difference} USD per hour: from ${from} to ${to}`]);
});

test.each(["retain", "protect"])("a removal with the policy %s has no cost", (deletionPolicy) => {
  expect(costsOf(removed({ ...small, deletionPolicy }))).toEqual([undefined]);
});

test("an add-on that is known later has no cost if add-ons have no prices, but anything else has", () => {
  const addons = insights(unknownText);
  const without = pricesOf({});
  expect(costsOf(update(small, addons), [], without)).toEqual([`±0.00 USD per hour: from ${tg0} to ${tg0}`]);
  expect(costsOf(update(small, { ...addons, enableHa: unknownText }), [], without)).toEqual([
    "cost unknown: enableHa is secret, or known only during the update",
  ]);
});

test("the live size decides what a removal saves", () => {
  const preview = previewWith([removed({ ...large, deletionPolicy: "delete" })]);
  const [root, deletion] = preview.steps as [RawStep, RawStep];
  const last = { ...deletion.oldState, inputs: { ...deletion.oldState?.inputs, ...small } };
  const refresh = { op: "refresh", urn: deletion.urn, oldState: last, newState: deletion.oldState };
  const { changes } = reviewOf({ ...preview, steps: [root, refresh, deletion] }, { prices });
  expect(changes.map(({ cost }) => cost && costText(cost))).toEqual([`−2.10 USD per hour: from ${tg1} to nothing`]);
});

test("the comment shows the cost of a pause", () => {
  const preview = previewWith([update(small, { pause: true })]);
  expect(comment(reviewOf(preview, { prices }))).toContain("💰 −1.00 USD per hour: from 1.00 (size `TG-0` 1.00) to 0.00 (paused)\n");
});

const resized = (from: string, to: string, additions: Costs = { prices }) =>
  reviewOf(previewWith([update({ workspaceTypeName: from }, { workspaceTypeName: to })]), additions);

test.each<[string, object, string]>([
  ["as they are written", { sizes: { a: 0.1, b: 0.3 } }, "0.2"],
  ["of many digits", { sizes: { a: 0, b: "0.123456789012345678" } }, "0.123456789012345678"],
  ["of small sums", { sizes: { a: "0.010", b: "0" } }, "-0.01"],
  ["of another currency", { currency: "€", sizes: { a: 1, b: 1000000 } }, "999999"],
  ["that are equal", { sizes: { a: 1, b: "1.0" } }, "0"],
])("prices %s are added up exactly", (_, value, text) => {
  const { cost } = resized("a", "b", { prices: pricesOf(value) });
  expect(cost?.perHour.toFixed()).toBe(text);
});

test("a resource of another package has no cost", () => {
  const urn = "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b";
  const [before, after] = [{ size: "TG-0" }, { size: "TG-1" }].map((inputs) => ({ custom: true, inputs }));
  expect(costsOf({ name: "b", op: "update", more: { urn, oldState: before, newState: after } })).toEqual([undefined]);
});

test("a total has thousands separators, and no percentage if nothing was paid before", () => {
  const { cost } = resized("a", "b", { prices: pricesOf({ sizes: { a: 0, b: 2000 } }) });
  expect(cost && totalText(cost)).toBe("Monthly cost of what changes: 0.00 → 1,460,000 USD, +1,460,000 USD, if nothing stops.");
});

test("high availability may have a factor by size, and a size without one is named", () => {
  const costs = (highAvailability: object) => costsOf(update(small, { enableHa: true }), [], pricesOf({ highAvailability }));
  expect(costs({ "TG-0": 1.5 })).toEqual([`+0.50 USD per hour: from ${tg0} to 1.50 (size TG-0 1.00 × high availability 1.5)`]);
  expect(costs({ "TG-1": 1.5 })).toEqual(["cost unknown: no high-availability factor for the size TG-0"]);
});

test.each<[string, string, string | undefined]>([
  ["803", "TG-1", undefined],
  ["802.99", "TG-1", "The changes cost about +803 USD a month; --max-increase allows 802.99 USD a month."],
  ["0", "TG-9", "--max-increase allows 0.00 USD a month, and the cost of 1 change is unknown."],
])("an increase of at most %s, to %s", (limit, size, text) => {
  const { cost } = resized("TG-0", size, { prices, maxIncrease: new Big(limit) });
  expect(cost && limitText(cost)).toBe(text);
});

test("without a limit, and without a change that costs, nothing is said", () => {
  const { cost } = resized("TG-0", "TG-1");
  expect(cost && limitText(cost)).toBeUndefined();
  const nothing = reviewOf(previewWith([]), { prices, maxIncrease: new Big(0) }).cost;
  expect([nothing && totalText(nothing), nothing && limitText(nothing)]).toEqual([undefined, undefined]);
});

test.each([
  [[], undefined, undefined],
  [["TG-1"], "730 → 1,533 USD, +803 USD (+110%), if nothing stops.", "up to +803 USD/month"],
  [["TG-9"], undefined, "cost of 1 change unknown"],
  [
    ["TG-1", "TG-9"],
    "730 → 1,533 USD, +803 USD (+110%), if nothing stops. The cost of 1 change is unknown.",
    "up to +803 USD/month, cost of 1 change unknown",
  ],
  [["TG-9", "TG-9"], undefined, "cost of 2 changes unknown"],
  [["TG-1", "TG-1"], "1,460 → 3,066 USD, +1,606 USD (+110%), if nothing stops.", "up to +1,606 USD/month"],
])("the sum of %j, and its heading", (sizes, expected, heading) => {
  const step = sizes.map((size, index) => ({
    ...update({ workspaceId: `ws-${index}`, workspaceTypeName: "TG-0" }, { workspaceTypeName: size }),
    name: size + index,
  }));
  const { cost } = reviewOf(previewWith(step), { prices });
  const total = expected && `Monthly cost of what changes: ${expected}`;
  expect([cost && totalText(cost), cost && monthText(cost)]).toEqual([total, heading]);
});

test.each([
  ["{", /^"prices.json": not JSON \(/],
  ["[]", /^"prices.json": the file: /],
  ['{"sizes":{}}', /^"prices.json": "currency" is missing \(for example "USD"\)\. For the format, see https:\/\/\S+\/docs\/costs\.md\.$/],
  ['{"currency":"USD"}', /^"prices.json": "sizes" is missing\. /],
  ['{"currency":"US dollars","sizes":{}}', /^"prices.json": currency: must be a code such as USD/],
  ['{"currency":"USD","sizes":{"TG-0":-1}}', /^"prices.json": sizes\.TG-0: /],
  ['{"currency":"USD","sizes":{"TG-0":"1,5"}}', /^"prices.json": sizes\.TG-0: must be a decimal number, such as 2\.50/],
  ['{"currency":"USD","sizes":{},"addons":{"a":0}}', /^"prices.json": addons\.a: must be greater than 0/],
  ['{"currency":"USD","sizes":{},"size":{}}', /size/],
])("prices that are wrong are refused by their place: %s", (text, problem) =>
  expect(() => parsePrices("prices.json", text)).toThrow(problem),
);

test("prices leave the fingerprint as it is, and the JSON has the numbers", () => {
  const review = sampleReview("resize");
  const costing = reviewOf(previewOf("resize"), { prices });
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

describe("the options", () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "prices-"))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (text: string | Buffer) => {
    writeFileSync(join(folder, "prices.json"), text);
    return join(folder, "prices.json");
  };
  const known = JSON.stringify({ currency: "USD", sizes: { "TG-0": 1, "TG-1": 2 } });
  const without = JSON.stringify({ currency: "USD", sizes: {} });
  const read = (given: string | undefined, limit?: string) => readCosts(given, limit, recordingTerminal().terminal);

  test.each<[string, string | Buffer, string | undefined, number, string]>([
    ["prices", known, undefined, 3, "730 → 1,460 USD, +730 USD (+100%), if nothing stops."],
    ["prices in UTF-8 with a byte-order mark", `\uFEFF${known}`, undefined, 3, "+1.00 USD per hour"],
    ["prices in UTF-16, as PowerShell writes them", Buffer.from(`\uFEFF${known}`, "utf16le"), undefined, 3, "+1.00 USD per hour"],
    ["an increase within the limit", known, "730", 3, "+1.00 USD per hour"],
    ["an increase just beyond the limit", known, "729.99", 5, "**The increase is not allowed.**"],
    ["an unknown price with a limit", without, "100", 5, "is unknown"],
  ])("read %s", async (_, text, limit, code, shown) => {
    const review = reviewOf(previewOf("resize"), await read(file(text), limit));
    expect(exitCodeOf(review, { changes: true })).toBe(code);
    expect(comment(review)).toContain(shown);
  });

  test.each([
    ["annotations", "Cost: +1.00 USD per hour"],
    ["text", " · up to +730 USD/month\n"],
  ] as const)("give the format %s its cost", async (format, shown) => {
    expect(formats[format](reviewOf(previewOf("resize"), await read(file(known))), { directory: "" })).toContain(shown);
  });

  test.each<[string, string | undefined, string, string]>([
    ["a limit without prices", undefined, "100", "--max-increase needs --prices"],
    ...["1e3", "x100", "1.", "1.5x", ".5", "", "1,000"].map((limit): [string, string, string, string] => {
      return [`the limit ${JSON.stringify(limit)}`, known, limit, "--max-increase must be an amount such as 100 or 99.50"];
    }),
  ])("refuse %s", async (_, text, limit, problem) => {
    await expect(read(text && file(text), limit)).rejects.toThrow(problem);
  });

  test("name a file of prices that is missing", async () => {
    await expect(read(join(folder, "none.json"))).rejects.toThrow(/^--prices: cannot read ".*none\.json" \(no such file or directory\)\.$/);
  });
});

test("prices.schema.json is what --prices takes: ACCEPT=1 writes it", () => {
  const file = join(root, "prices.schema.json");
  const text = `${JSON.stringify({ title: "Prices for graphplane review", ...z.toJSONSchema(pricesShape, { io: "input" }) }, undefined, 2)}\n`;
  if (process.env["ACCEPT"] === "1") writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});
