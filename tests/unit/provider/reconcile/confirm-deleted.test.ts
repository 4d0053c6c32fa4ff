import type { ErrorType } from "../../../../client";
import { TimeLimitError } from "../../../../provider/errors";
import { isAbsent, isDeletedAfter, type Existence, readExistence, waitUntilDeleted } from "../../../../provider/reconcile/confirm-deleted";
import type { ReadResult } from "../../../../provider/reconcile/read-result";
import { contextOf, serviceError } from "../../../support/operation-context";

const failure = (status: number, type: ErrorType) => serviceError(status, { type }, "GET", "/things");
const internal = failure(500, "Internal-Error");

const there: ReadResult = { found: true };
const empty: ReadResult = { found: false, certain: true, others: false };
const nothing: ReadResult = { found: false, certain: false, others: false };
const others: ReadResult = { found: false, certain: true, others: true };
const unnamed: ReadResult = { found: false, certain: false, others: true };
const noPlace: ReadResult = { missing: "the workspace does not exist", what: "workspace", cause: internal };
const noList: ReadResult = { noCall: internal };

/** An object whose reads are answered one after the other, the last answer again and again. */
function scene(answers: readonly (ReadResult | Error)[], parent: boolean | undefined = undefined) {
  const { context, clock, lines } = contextOf({});
  const begin = clock.now();
  let asked = 0;
  const read = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] as ReadResult | Error;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { lines, asked: () => asked, waited: () => clock.now() - begin, object: { context, read, parentExists: async () => parent } };
}

describe("an object whose deletion failed", () => {
  test.each<[string, readonly (ReadResult | Error)[], boolean | undefined, Existence, boolean]>([
    ["is there where a list shows it", [there], true, "exists", false],
    ["is gone where a list shows only others", [others], undefined, "deleted", true],
    ["is gone where its workspace is", [noPlace], undefined, "deleted", true],
    ["is gone where what contains it is", [nothing], false, "deleted", true],
    ["is gone where its list is empty and what contains it is there", [empty], true, "deleted", true],
    ["is not gone by an empty list alone", [empty], undefined, "unknown", true],
    ["is gone once nothing was shown for as long as lists may lag", [nothing], true, "deleted", true],
    ["is there where a list shows it late", [nothing, nothing, there], true, "exists", true],
    ["is there where a list without names is followed by one that shows it", [unnamed, there], true, "exists", true],
    ["is gone where a list of others follows an empty response", [nothing, others], true, "deleted", true],
    ["is not gone by nothing where what contains it is not seen", [nothing], undefined, "unknown", true],
    ["is not gone by entries without a name", [unnamed], true, "unknown", true],
    [
      "is not gone if an entry without a name restarts the wait",
      [nothing, nothing, nothing, nothing, nothing, nothing, unnamed, nothing],
      true,
      "unknown",
      true,
    ],
    ["is there where one answer alone lacks it", [others, there], true, "exists", true],
    ["is not known where one answer lacks it and the next read fails", [others, internal], true, "unknown", true],
    ["is unlisted where the service has no list", [noList], true, "unlisted", false],
    ["is not known where its read fails", [internal], true, "unknown", false],
  ])("%s", async (_name, answers, parent, existence, waits) => {
    const { object, waited } = scene(answers, parent);
    expect(await readExistence(object)).toBe(existence);
    // One that is gone is read again.
    expect([waited() > (existence === "deleted" ? 4_999 : 0), waited() <= 20_000]).toEqual([waits, true]);
    expect(await isAbsent(scene(answers, parent).object)).toBe(existence === "deleted");
  });

  test("ends with the time limit of the operation", async () => {
    const ended = new TimeLimitError("ended");
    await expect(readExistence(scene([others, ended]).object)).rejects.toBe(ended);
  });

  const notFound = failure(404, "Not-Found");
  const badRequest = failure(400, "Bad-Request");

  test.each<[string, Error, ReadResult | Error, boolean | undefined, boolean]>([
    ["not found, and a list shows others", notFound, others, undefined, true],
    ["not found, and a list shows it", notFound, there, true, false],
    ["not found, and a list shows it in a workspace that is gone", notFound, there, false, true],
    ["not found, and there is no list", notFound, noList, true, true],
    ["not found, and the list fails", notFound, internal, true, false],
    ["not found, and an empty list is not certain", notFound, nothing, undefined, false],
    ["a bad request, and a list shows others", badRequest, others, undefined, true],
    ["a bad request, and there is no list", badRequest, noList, true, false],
    ["a failure, and a list shows others", internal, others, undefined, true],
  ])("counts as deleted or not after the response: %s", async (_name, error, list, parent, gone) => {
    expect(await isDeletedAfter(error, scene([list], parent).object)).toBe(gone);
  });

  test.each<[string, Error]>([
    ["a refused key", failure(401, "Unauthorized")],
    ["an error that is none of the service", new Error("a bug")],
  ])("is not read after %s", async (_name, error) => {
    const { object, asked } = scene([others]);
    expect([await isDeletedAfter(error, object), asked()]).toEqual([false, 0]);
  });
});

describe("an object whose deletion was acknowledged", () => {
  const limit = 60_000;

  test.each<[string, readonly (ReadResult | Error)[], boolean | undefined, number]>([
    ["a list shows only others", [others], undefined, 1],
    ["a list is empty", [empty], undefined, 1],
    ["its workspace is gone", [noPlace], undefined, 1],
    ["a list shows it no more", [there, there, others], undefined, 3],
    ["a list is read after failures", [internal, failure(503, "Internal-Error"), others], undefined, 3],
  ])("is gone once %s", async (_name, answers, parent, reads) => {
    const { object, asked } = scene(answers, parent);
    await waitUntilDeleted({ ...object, path: "/things/1", limit });
    expect(asked()).toBe(reads);
  });

  test("is gone once reads have returned null for 15 s and its parent exists", async () => {
    const { object, waited } = scene([nothing], true);
    await waitUntilDeleted({ ...object, path: "/things/1", limit });
    expect(waited()).toBeGreaterThanOrEqual(15_000);
  });

  test.each<[string, ReadResult | Error, boolean | undefined, RegExp]>([
    [
      "a list still shows it",
      there,
      true,
      /^timed out after 60 s: the service accepted the deletion, but the service still returns it\. Run "pulumi up" or "pulumi destroy" again/,
    ],
    ["no list is certain", nothing, undefined, /but no list proves that it is gone\. Run/],
    ["its reads fail", internal, true, /but graphplane could not check whether it is gone: GET \/things was refused.*Run/],
  ])("is not gone while %s", async (_name, answer, parent, message) => {
    const { object, lines } = scene([answer], parent);
    await expect(waitUntilDeleted({ ...object, path: "/things/1", limit })).rejects.toThrow(message);
    expect(lines[0]).toContain("/things/1");
  });

  test("ends its wait if the key is refused", async () => {
    const denied = failure(403, "Forbidden");
    const { object, asked } = scene([denied]);
    await expect(waitUntilDeleted({ ...object, path: "/things/1", limit })).rejects.toBe(denied);
    expect(asked()).toBe(1);
  });
});
