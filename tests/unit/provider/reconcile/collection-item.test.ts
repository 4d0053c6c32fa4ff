import { ServiceError } from "../../../../client";
import {
  deleteItem,
  isNotCreated,
  type CollectionItem,
  canBeCreated,
  missingCallError,
  readItem,
  sendChange,
} from "../../../../provider/reconcile/collection-item";
import { writePendingCreation } from "../../../../provider/reconcile/pending";
import type { ReadResult } from "../../../../provider/reconcile/read-result";
import { contextOf, serviceError } from "../../../support/operation-context";

interface Thing {
  readonly id: string;
  readonly __pending?: object;
}
type Shown = ReadResult<{ readonly shownId: string }>;

const refused = serviceError(400, { type: "Bad-Request" });
const noCall = serviceError(404);
const lacking = serviceError(405);

const there: Shown = { found: true, shownId: "a" };
const others: Shown = { found: false, certain: true, others: true };
const empty: Shown = { found: false, certain: true, others: false };
const uncertain: Shown = { ...others, candidateIds: ["b", "c"] };
const noPlace: Shown = { missing: "the workspace does not exist", what: "workspace" };

const known: Thing = { id: "a" };
const provisional: Thing = { id: "", ...writePendingCreation({ before: [] }, [], () => false) };

/** A thing whose reads show one thing after the other, the last one again and again. */
function scene(answers: readonly Shown[], parent?: boolean) {
  const sent: string[] = [];
  const { context, lines } = contextOf({}, { logSent: ({ method, path }) => lines.push(`${method} ${path}`) });
  let reads = 0;
  const kind: CollectionItem<Thing, { readonly shownId: string }> = {
    object: () => "the thing",
    path: ({ id }) => (id === "" ? "/things" : `/things/${id}`),
    read: async () => answers[Math.min(reads++, answers.length - 1)] as Shown,
    identifier: { output: "id", of: ({ shownId }) => shownId },
    parentExists: async () => parent,
    whyUncertain: () => "no list shows it",
    whatStillWorks: (method) => (method === "DELETE" ? "everything else" : undefined),
  };
  const remove = (error?: Error, limit?: number, last = answers[0] === there || answers.length > 1 ? known : provisional) =>
    deleteItem(
      kind,
      { action: "delete", request: { method: "DELETE", path: "/things" } },
      last,
      {
        async send({ id }) {
          sent.push(id);
          if (error !== undefined) throw error;
        },
        ...(limit !== undefined && { limit }),
      },
      context,
    );
  return { kind, context, lines, sent, remove };
}

describe("a read", () => {
  test.each<[string, Shown, boolean | undefined, Thing, Thing | undefined]>([
    ["shows the thing as the list does", there, true, known, { id: "shown a" }],
    ["finds nothing if the list shows others alone", others, undefined, known, undefined],
    ["finds nothing without the place of the thing", noPlace, undefined, known, undefined],
    ["finds nothing in an empty list of a place that exists", empty, true, known, undefined],
    ["keeps what a POST may have made", others, true, provisional, provisional],
    ["keeps the state if the service has no such list", { noCall }, true, known, known],
  ])("%s", async (_name, shown, parent, last, expected) => {
    const { kind, context } = scene([shown], parent);
    expect(await readItem(kind, last, context, ({ shownId }) => ({ id: `shown ${shownId}` }))).toEqual(expected);
  });

  test("fails if neither the list nor the parent shows anything, and names the fix", async () => {
    const { kind, context } = scene([empty], undefined);
    await expect(readItem(kind, known, context, () => known)).rejects.toThrow(
      'the thing might still exist: no list shows it. If it is gone, remove it from the state with "pulumi state delete"',
    );
  });

  test("names a request that the service does not support", async () => {
    const { kind, context, lines } = scene([{ noCall }]);
    await readItem(kind, known, context, () => known);
    expect(lines).toEqual([
      expect.stringMatching(/\/things\/a: this service does not return it .* so the thing stays in the state unchanged/),
    ]);
  });
});

describe("a deletion", () => {
  test.each<[string, readonly Shown[], Error | undefined, readonly string[], string, Thing?]>([
    ["is sent for the identifier in state", [there], undefined, ["a"], "DELETE /things/a"],
    ["is sent for the identifier that a read shows, if the state has none", [there], undefined, ["a"], "DELETE /things", { id: "" }],
    ["of what no read shows after a POST sends nothing", [others], undefined, [], "nothing to delete: no list contains the thing"],
    ["that is refused since the thing is gone is a notice", [others, others], refused, ["a"], "the thing is already gone"],
  ])("%s", async (_name, answers, error, ids, line, ...last) => {
    const { remove, lines, sent } = scene(answers);
    await remove(error, undefined, ...last);
    expect(sent).toEqual(ids);
    expect(lines.join("\n")).toContain(line);
  });

  test("fails if the thing is still there", () => expect(scene([there]).remove(refused)).rejects.toBe(refused));

  test("of a service without the call names the call and what still works", async () => {
    await expect(scene([there]).remove(lacking)).rejects.toThrow(
      /does not implement DELETE \/things\/a, .* so nothing was deleted\. Still available: everything else$/,
    );
  });

  test("waits until no read shows the thing, if reads can lag", async () => {
    const { remove, lines } = scene([there, there, others]);
    await remove(undefined, 60_000);
    expect(lines).toEqual(["DELETE /things/a"]);
    await expect(scene([there]).remove(undefined, 60_000)).rejects.toThrow("the service still returns it");
  });

  test("of one of several candidates sends no request and names the candidates", async () => {
    const { remove, sent } = scene([uncertain]);
    await expect(remove()).rejects.toThrow("2 appeared after it (b, c)");
    expect(sent).toEqual([]);
  });
});

describe("a change", () => {
  const request = { method: "PUT", path: "/things/a" };

  test("resolves to the response and is reported", async () => {
    const { kind, context, lines } = scene([there]);
    expect(await sendChange(kind, { request }, async () => "answer", context)).toEqual({ response: "answer" });
    expect(lines).toEqual(["PUT /things/a"]);
  });

  test.each([
    ["that was refused fails", refused, true],
    ["whose response was lost may still act", serviceError(0, { outcome: "lost" }), false],
  ])("%s, and is not reported", async (_name, error, fails) => {
    const { kind, context, lines } = scene([there]);
    const change = sendChange(kind, { request }, () => Promise.reject(error), context);
    if (fails) await expect(change).rejects.toBe(error);
    else expect(await change).toEqual({ lost: expect.any(ServiceError) as unknown });
    expect(lines).toEqual([]);
  });
});

const unseenCreation = writePendingCreation({ before: [] }, [], () => false);
const creationBesideOthers = writePendingCreation({ before: ["b"] }, [], () => false);

test.each<[string, object | undefined, string | undefined, boolean]>([
  ["that is new", undefined, undefined, true],
  ["without an identifier", {}, "", true],
  ["of a state that lacks the identifier", {}, undefined, true],
  ["whose creation was not seen yet", unseenCreation, "a", true],
  ["with an identifier", {}, "a", false],
])("whether the POST of an object %s can be sent", (_, last, id, unmade) => expect(isNotCreated(last, id)).toBe(unmade));

test.each<[string, object | undefined, { certain: boolean; others: boolean }, boolean]>([
  ["a new object is made, even if the list is incomplete", undefined, { certain: false, others: true }, true],
  ["one that a POST may have made is not, if the list is incomplete", unseenCreation, { certain: false, others: true }, false],
  ["one that a POST may have made is made again, if the list is whole", unseenCreation, { certain: true, others: true }, true],
  ["one that a POST may have made is made again, if the list is empty", unseenCreation, { certain: false, others: false }, true],
  ["but not if there were objects before", creationBesideOthers, { certain: false, others: false }, false],
  ["unless the list is certain", creationBesideOthers, { certain: true, others: false }, true],
])("%s", (_, last, absence, expected) => {
  expect(canBeCreated(last, "", { found: false, ...absence })).toBe(expected);
  expect(canBeCreated({}, "a", { found: false, ...absence })).toBe(false);
});

test.each<[string, string, Error, boolean]>([
  ["a call that the service lacks is explained", "DELETE", lacking, true],
  ["a documented call that the service lacks fails as it is", "PUT", lacking, false],
  ["a refused call fails as it is", "DELETE", refused, false],
  ["a mistake of ours fails as it is", "DELETE", new TypeError("a bug"), false],
])("%s", (_name, method, error, isExplained) => {
  const explained = missingCallError(scene([there]).kind, { method, path: "/things/a" }, error);
  if (isExplained) expect((explained as Error).message).toContain(`does not implement ${method} /things/a`);
  else expect(explained).toBe(error);
});
