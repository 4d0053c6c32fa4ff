import { z } from "zod";
import { type Failure, ServiceError } from "../../../../client";
import { describeRemoval, failureOf, willCertainlyFail } from "../../../../provider/lifecycle/preview";
import { refuse } from "../../../../provider/definition";
import { InputError, NotUnderstoodError } from "../../../../provider/errors";
import type { DynamicProvider } from "../../../../provider/dynamic/adapter";
import { unknownText } from "../../../support/provider";
import { serviceError } from "../../../support/operation-context";
import { life, review, type Thing, told } from "../../../support/thing";

type Life = DynamicProvider;
const put = (size: number | undefined) => ({ method: "PUT", path: "/things/a", body: { size: size ?? null } });
/** A resource that plans a PUT of its size, but for a size that state holds already. */
const sizes: Thing["plan"] = ({ size }, last) => (size === last?.size ? { action: "none" } : { action: "put", request: put(size) });
const small = told({ id: "a", size: 1, __owner: "i-1" });
const large = told({ id: "a", size: 2 });
const noted = told({ id: "a", note: "x", size: 1 });
const [one, two] = [1, 2].map((size) => ({ id: "a", size }));
const pending = { id: "a", __pending: ["size"] };

/** The engine's calls for a resource that changes: check and diff. */
async function change(lifecycle: Life, olds: Record<string, unknown>, news: Record<string, unknown>): Promise<void> {
  await lifecycle.check(olds, news);
  await lifecycle.diff("a", olds, news);
}

describe("a preview plans", () => {
  const table: [string, (lifecycle: Life) => Promise<unknown>, unknown[]][] = [
    ["a new resource in check", (l) => l.check({}, large), [[two, undefined]]],
    ["no resource of the state in check", (l) => l.check(small, large), []],
    ["no resource that fails the check", (l) => l.check({}, told({ id: "a", size: "big" })), []],
    ["a change in diff", (l) => change(l, told({ id: "a" }), large), [[two, { id: "a" }]]],
    ["no change of local arguments alone", (l) => change(l, told({ id: "a" }), told({ id: "a", keep: true })), []],
    ["no replacement", (l) => change(l, told({ id: "a" }), told({ id: "b" })), []],
    ["no resource without a difference", (l) => change(l, told({ id: "a" }), told({ id: "a" })), []],
    ["a pending change, even without a difference", (l) => change(l, told(pending), told({ id: "a" })), [[{ id: "a" }, pending]]],
    [
      "the declaration, while the identifying argument is unknown",
      (l) => l.check({}, told({ id: unknownText })),
      [[{ id: "[known later]" }, undefined]],
    ],
    [
      "only the known arguments, with their old values",
      (l) => change(l, noted, told({ id: "a", note: unknownText, size: 2 })),
      [[two, one]],
    ],
  ];
  test.each(table)("%s", async (_name, act, expected) => {
    const asked: unknown[] = [];
    const { lifecycle } = await life({ plan: (args, last) => (asked.push([args, last]), { action: "none" }) });
    await act(lifecycle);
    expect(asked).toEqual(expected);
  });
});

describe("a preview prints", () => {
  const table: [string, (lifecycle: Life) => Promise<unknown>, string[]][] = [
    ["the request of a new resource", (l) => l.check({}, large), ['PUT /things/a {"size":2}']],
    ["the request of a change", (l) => change(l, small, large), ['PUT /things/a {"size":2}']],
    [
      "the request once per phase, however often the engine asks",
      async (l) => {
        for (let time = 0; time < 3; time++) await change(l, small, large);
      },
      ['PUT /things/a {"size":2}'],
    ],
    [
      "the request for each of two resources that send the same one",
      async (l) => {
        await change(l, small, large);
        await change(l, told({ id: "a", size: 1, __owner: "i-2" }), large);
        await l.check({}, large);
        await l.check({}, large);
      },
      Array.from({ length: 4 }, () => 'PUT /things/a {"size":2}'),
    ],
    [
      "the request for each of two resources without an owner",
      async (l) => {
        await change(l, told({ id: "a", size: 1 }), large);
        await change(l, told({ id: "a", size: 1 }), large);
      },
      ['PUT /things/a {"size":2}', 'PUT /things/a {"size":2}'],
    ],
    ["that no request is needed", (l) => change(l, small, told({ id: "a", size: 1, note: "new" })), ["no changes for /things/a"]],
    [
      "which arguments are known later, and never the engine's marker for them",
      (l) => change(l, small, told({ id: "a", size: 2, note: unknownText, keep: unknownText })),
      ['PUT /things/a {"size":2} (note, keep: known later)'],
    ],
  ];
  test.each(table)("%s", async (_name, act, expected) => {
    const { lifecycle, lines } = await life({ plan: sizes });
    await act(lifecycle);
    expect(lines).toEqual(expected.map((line) => `graphplane: ${line}`));
  });
});

describe("a refresh, in which the engine diffs before any check, announces no request:", () => {
  const live = told({ id: "a", size: 240, note: "s3cret-live", __owner: "i-1", __secrets: ["note"] });
  const applied = told({ id: "a", size: 45, note: "s3cret", keep: true, __secrets: ["note"] });
  const showLive: Thing["showLive"] = (name, value) => (name === "size" ? `~${String(value)}` : undefined);
  const refreshed = () => life({ plan: sizes, fields: { size: "the_size" }, showLive });

  test("it prints each drift once, and a following update in the same process announces only its request", async () => {
    const { lifecycle, lines } = await refreshed();
    expect(await lifecycle.diff("a", live, applied)).toEqual({ replaces: [] });
    await lifecycle.diff("a", live, applied);
    await change(lifecycle, live, { ...applied, size: 60 });
    expect(lines).toEqual([
      'graphplane: /things/a: drift: the_size is "~240", last applied "~45"',
      "graphplane: /things/a: drift: note is [secret], last applied [secret]",
      'graphplane: PUT /things/a {"size":60}',
    ]);
  });

  test("a removed or new value is shown as nothing on one side", async () => {
    const { lifecycle, lines } = await refreshed();
    await lifecycle.diff("a", told({ id: "a", size: 1 }), told({ id: "a", note: "n" }));
    expect(lines).toEqual([
      'graphplane: /things/a: drift: the_size is "~1", last applied nothing',
      'graphplane: /things/a: drift: note is nothing, last applied "n"',
    ]);
  });

  test("a value that the service fills in counts as drift only if it was declared", async () => {
    const { lifecycle, lines } = await life({ plan: sizes, fields: { size: "the_size" }, optionalComputed: ["size"] });
    await lifecycle.diff("a", told({ id: "a", size: 1, note: "m" }), told({ id: "a", note: "n" }));
    expect(lines.splice(0)).toEqual(['graphplane: /things/a: drift: note is "m", last applied "n"']);
    await lifecycle.diff("a", told({ id: "a", size: 1 }), told({ id: "a", size: 2 }));
    expect(lines).toEqual(["graphplane: /things/a: drift: the_size is 1, last applied 2"]);
  });
});

const failed = 'Thing: update of thing "a" failed:';
test.each<[string, Error | undefined, Partial<Thing>, ...string[]]>([
  ["may delete the old object says nothing", undefined, {}],
  ["cannot delete the old object fails", new InputError("held"), {}, `${failed} held`],
  ["may not delete the old object says why", new NotUnderstoodError("odd"), {}, `graphplane: cannot plan /things/b: ${failed} odd`],
  ["keeps the old object does not ask", new InputError("held"), { review: { ...review, deletions: {} } }],
])("a replacement that %s", async (_name, error, more, ...said) => {
  const { lifecycle, lines } = await life({ ...more, assertDeletable: () => (error ? Promise.reject(error) : Promise.resolve()) });
  await change(lifecycle, small, told({ id: "b" })).catch(({ message }: Error) => lines.push(message));
  expect(lines).toEqual(said);
});

test("a diff that the engine makes with unknown values, because of a replacement elsewhere, announces no request", async () => {
  const { lifecycle, lines } = await life({ plan: sizes });
  await lifecycle.diff("a", small, told({ id: "a", size: unknownText }));
  await lifecycle.diff("a", small, told({ id: "b", size: 2 }));
  expect(lines).toEqual([]);
});

const failing = (failure: Partial<Failure>) => {
  const whole: Failure = { outcome: "refused", summary: "was refused", requestId: "r-1", ...failure };
  return new ServiceError(whole, "GET", "/things", 1, { kind: "Thing", operation: "plan", object: 'thing "a"' });
};

test("a refused read of an unchanged resource is only a warning, because the resource may be about to be deleted", async () => {
  const { lifecycle, lines } = await life({ observe: () => Promise.reject(failing({ status: 400, type: "Unauthorized" })) });
  const pending = { ...small, __pending: ["size"] };
  await lifecycle.check(told({ id: "a", size: 1 }), told({ id: "a", size: 1 }));
  expect(await lifecycle.diff("a", pending, told({ id: "a", size: 1 }))).toEqual({ changes: true });
  expect(lines).toEqual(['graphplane: cannot plan /things/a: Thing: plan of thing "a" failed: GET /things was refused. RequestID: r-1']);
});

test("a plan that is refused names the argument of a new resource, and fails the update of another", async () => {
  const { lifecycle } = await life({ plan: () => refuse("size", "too large", failing({})) });
  expect((await lifecycle.check({}, large)).failures).toEqual([{ property: "size", reason: "too large (RequestID: r-1)" }]);
  await expect(change(lifecycle, small, large)).rejects.toThrow('Thing: plan of thing "a" failed: size: too large');
});

describe("the preview fails if the update will certainly fail too", () => {
  const table: [string, unknown, boolean][] = [
    ["if a value of the program or the service prevents it", new InputError("masked"), true],
    ["not where a response was not understood", new NotUnderstoodError("odd"), false],
    ["not where it is a fault of ours", new TypeError("x"), false],
    ...[400, 401, 403, 404].map((status): [string, unknown, boolean] => [`after a ${status}`, failing({ status }), true]),
    ...[429, 500, 503].map((status): [string, unknown, boolean] => [`not after a ${status}`, failing({ status }), false]),
    ["after Not-Found in a 200", failing({ status: 200, type: "Not-Found" }), true],
    ["not after Not-Found with Retry-After", failing({ status: 503, type: "Not-Found", retryAfter: 1000 }), false],
    ["after a 404 without a word that is read", failing({ outcome: "not-understood", status: 404 }), true],
    ["not after an HTML page", failing({ outcome: "not-understood", status: 403, type: "Forbidden", page: true }), false],
    ["not after an odd answer with 200", failing({ outcome: "not-understood", status: 200 }), false],
    ["not after a lost answer", failing({ outcome: "lost" }), false],
    ["after a response over the limit, since the next one would be as large", failing({ outcome: "too-large", status: 200 }), true],
  ];
  test.each(table)("%s", (_name, error, certain) => expect(willCertainlyFail(error)).toBe(certain));
});

test.each<[string, unknown, unknown, string[]]>([
  ["newly declared", undefined, "delete", ["It is lost."]],
  ["declared instead of another one", "retain", "delete", ["It is lost."]],
  ["declared as before", "delete", "delete", []],
  ["without a consequence", "delete", "retain", []],
  ["not known yet", undefined, unknownText, []],
])("the preview says what a removal destroys, for a policy that is %s", (_, last, next, texts) => {
  const rows = ["delete", unknownText].map(
    (value) =>
      ({
        id: "x",
        argument: "deletionPolicy",
        value,
        severity: "risks",
        summary: "lost",
        description: "It is lost.",
        source: "here",
      }) as const,
  );
  expect(describeRemoval({ ...review, consequences: rows }, { deletionPolicy: last }, { deletionPolicy: next })).toEqual(texts);
});

describe("of a new resource, a preview announces", () => {
  const request = { method: "POST", path: "/things", body: { size: 2 } };

  test("both requests, if one follows", async () => {
    const { lifecycle, lines } = await life({
      review: { ...review, deletesCreated: true },
      plan: () => ({ action: "post", request, followUp: put(3) }),
    });
    await lifecycle.check({}, large);
    expect(lines).toEqual(['graphplane: POST /things {"size":2}', 'graphplane: PUT /things/a {"size":3}']);
  });

  const differs = "sent only if something differs";
  test.each<[string, Partial<Thing>, object, string]>([
    ["certainly, if a POST creates it", {}, {}, ""],
    ["possibly, if it adopts an object", { review: { ...review, adopts: true } }, {}, `; ${differs}`],
    ["possibly, if it exists already", { plan: () => ({ action: "put", request }) }, {}, `; ${differs}`],
    ["possibly, if it replaces an object only because its identifier is unknown", {}, { id: "a", size: 1, __owner: "i-1" }, `; ${differs}`],
  ])("the request of an object whose identifier is unknown: %s", async (_, more, old, end) => {
    const { lifecycle, lines } = await life({ plan: () => ({ action: "post", request }), ...more });
    const __urn = "urn:pulumi:dev::p::t:Thing::it";
    const news = told({ id: unknownText, size: 2, __urn });
    if (Object.keys(old).length > 0) await change(lifecycle, told({ ...old, __urn }), news);
    await lifecycle.check({}, news);
    expect(lines).toEqual([`graphplane: POST /things {"size":2} (id: known later${end})`]);
  });

  test("that it cannot be planned, if its request depends on what is unknown", async () => {
    const { lifecycle, lines } = await life({
      review: { ...review, addressedBy: ["id", "size"] },
      plan: () => refuse("size", "too large"),
    });
    expect((await lifecycle.check({}, told({ id: "a", size: unknownText }))).failures).toEqual([]);
    expect(lines).toEqual(["graphplane: cannot plan /things/a yet (size: known later)"]);
  });
});

test("if adopt is unknown, the preview plans an adoption, because it cannot refuse one", async () => {
  const asked: object[] = [];
  const schema = z.object({ id: z.string(), adopt: z.boolean().optional(), deletionPolicy: z.string().optional() });
  const plan: Thing["plan"] = (args) => (asked.push(args), { action: "none" });
  const { lifecycle, lines } = await life({ schema, plan, review: { ...review, deletesCreated: true } });
  await lifecycle.check({}, told({ id: "a", adopt: unknownText, deletionPolicy: "retain" }));
  expect([asked.splice(0), lines.splice(0)]).toEqual([
    [{ id: "a", adopt: true, deletionPolicy: "retain" }],
    [expect.stringMatching("cannot plan .* yet")],
  ]);
  await lifecycle.check({}, told({ id: "a" }));
  expect(lines).toEqual([expect.stringMatching("already exists and is adopted"), expect.stringMatching("no changes")]);
});

test.each<[string, (lifecycle: Life) => Promise<unknown>]>([
  ["whose deletionPolicy is declared", (l) => l.check({}, told({ id: "a", deletionPolicy: "retain" }))],
  ["that the state already has", (l) => change(l, told({ id: "a", size: 1, __owner: "i-1" }), told({ id: "a", size: 2 }))],
])("no notice announces the adoption of an object %s", async (_, act) => {
  const schema = z.object({ id: z.string(), size: z.number().optional(), deletionPolicy: z.string().optional() });
  const { lifecycle, lines } = await life({ schema, plan: () => ({ action: "none" }), review: { ...review, deletesCreated: true } });
  await act(lifecycle);
  expect(lines).toEqual([expect.stringMatching("no changes")]);
});

test.each<[string, unknown, object]>([
  [
    "a refusal",
    serviceError(503, { outcome: "refused", summary: "failed (HTTP 503)" }),
    { outcome: "failed (HTTP 503)", hasNoResponse: false },
  ],
  ["a lost response", serviceError(0, { outcome: "lost", summary: "timed out" }), { outcome: "timed out", hasNoResponse: true }],
  ["no connection", serviceError(0, { outcome: "unreachable", summary: "could not be sent" }), { hasNoResponse: true }],
])("the record of a read that ended with %s contains the call and its outcome", (_, error, expected) => {
  expect(failureOf(error, { messageOf: () => "said" })).toMatchObject({ reason: "said", failedRead: { call: "GET /there", ...expected } });
});

test("the record of a response that cannot be used has no failed read", () => {
  expect(failureOf(new NotUnderstoodError("odd"), { messageOf: () => "odd" })).toEqual({ reason: "odd" });
});
