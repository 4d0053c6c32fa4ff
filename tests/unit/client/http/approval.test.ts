import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Approval, approvalFrom } from "../../../../client/http/approval";
import type { ApprovedRequest } from "../../../../client/http/approval-contents";
import { hashOf, type UnsentRequest } from "../../../../client/http/approved-request";
import { ServiceError } from "../../../../client/http/errors";

const key = "key";
const approved = (more: Partial<ApprovedRequest> = {}): ApprovedRequest => ({
  resources: ["urn"],
  kind: "Tag",
  method: "PUT",
  path: ["", "tags", "blue"],
  body: { size: 1 },
  wildcards: [],
  later: [],
  ids: [],
  hashes: {},
  ...more,
});
const parts = (...texts: string[]) => texts.map((text) => ({ text, isId: false }));
const request = (more: Partial<UnsentRequest> = {}): UnsentRequest => ({
  method: "PUT",
  path: parts("", "tags", "blue"),
  body: { size: 1 },
  resource: "urn",
  kind: "Tag",
  account: undefined,
  nameOf: (field) => (field.endsWith("size") ? "size.of" : undefined),
  args: {},
  ...more,
});
const approvalOf = (...requests: ApprovedRequest[]) => new Approval({ version: 1, key, requests });
const send = (approval: Approval, sent: UnsentRequest) => approval.send(sent, `${sent.method} /tags/blue`, async () => "sent");
const isSent = (sending: Promise<unknown>) =>
  sending.then(
    () => true,
    () => false,
  );
const tagOf = (id: string) => [...parts("", "tags"), { text: id, isId: true }];
const anyTag = { path: ["", "tags", null] };

const refused: readonly (readonly [string, Partial<ApprovedRequest>, Partial<UnsentRequest>, string])[] = [
  ["another method", {}, { method: "POST" }, "no such request"],
  ["another path", {}, { path: parts("", "tags", "green") }, "no such request"],
  ["a shorter path", {}, { path: parts("", "tags") }, "no such request"],
  ["the request of another resource", {}, { resource: "other" }, "no such request"],
  ["the request of another kind, where the engine names no resource", {}, { resource: undefined, kind: "User" }, "no such request"],
  ["the request of another account", {}, { account: "partner" }, "no such request"],
  ["another value", {}, { body: { size: 2 } }, "a different body (size)"],
  ["another value inside", { body: { a: { b: [1, 2] } } }, { body: { a: { b: [1, 3] } } }, "a different body (a.b.1)"],
  ["a smaller body", { body: { size: 1, note: "x" } }, {}, "a different body (note)"],
  ["a larger body", { later: ["size"] }, { body: { size: 1, note: "x" } }, "a different body (note)"],
  ["a larger body of fields that declare no arguments", { body: {}, later: ["size"] }, { nameOf: undefined }, "a different body (size)"],
  ["a value beside a wildcard", { body: { a: { b: 1 } }, wildcards: [["a", "c"]] }, { body: { a: { b: 2 } } }, "a different body (a.b)"],
  ["an object in place of a value", { body: { a: 1 } }, { body: { a: { b: 1 } } }, "a different body (a)"],
  ["a value in place of an object", { body: { a: { b: 1 } } }, { body: { a: 1 } }, "a different body (a)"],
  ["an object in place of a list", { body: { a: [1] } }, { body: { a: { 0: 1 } } }, "a different body (a)"],
  [
    "a larger object at a place without a wildcard",
    { body: { a: {} }, later: ["size"] },
    { body: { a: { size: 1 } } },
    "a different body (a.size)",
  ],
  ["another body than a long one begins with", { begins: '{"a":"lo' }, { body: { a: "short" } }, "a different body (its beginning)"],
  [
    "a secret that changed",
    { hashes: { password: hashOf(key, "one") } },
    { args: { password: "two" } },
    "the argument password no longer has the approved value",
  ],
  ["an object that the run did not make", anyTag, { path: tagOf("someone's") }, "an object that this run creates"],
];

test.each(refused)("refuses %s", async (_name, entry, sent, why) => {
  await expect(send(approvalOf(approved(entry)), request(sent))).rejects.toThrow(why);
});

const passed: readonly (readonly [string, Partial<ApprovedRequest>, Partial<UnsentRequest>])[] = [
  ["the same request", {}, {}],
  ["an equal body in another order", { body: { a: 1, b: 2 } }, { body: { b: 2, a: 1 } }],
  ["no body where none is approved", { body: undefined }, { body: undefined }],
  ["any value at a wildcard", { body: { a: { b: "?" } }, wildcards: [["a", "b"]] }, { body: { a: { b: { c: 1 } } } }],
  ["a value at a wildcard that is approved without one", { body: {}, wildcards: [["size"]] }, {}],
  ["no value at a wildcard", { body: { a: "?", size: 1 }, wildcards: [["a"]] }, {}],
  ["the field of an argument that was not known", { body: {}, later: ["size", "note"] }, { body: { tag_size: 3 } }],
  ["the rest of a record", { includesLiveFields: true }, { body: { size: 1, note: "live" } }],
  ["a long body in another order", { begins: '{"a":1,"b":"lo' }, { body: { b: "long", a: 1 } }],
  ["an equal secret in another order", { hashes: { secret: hashOf(key, { a: 1, b: 2 }) } }, { args: { secret: { b: 2, a: 1 } } }],
  ["a deletion, which is made of the state", { hashes: { password: hashOf(key, "one") } }, { args: undefined }],
  ["an object that the resource already had", { ...anyTag, ids: ["own"] }, { path: tagOf("own") }],
  ["an object that the approval names", { path: ["", "tags", "own"] }, { path: tagOf("own") }],
  ["an object that its hash knows", { ...anyTag, ids: undefined }, { path: tagOf("secret") }],
  ["a request of a resource that the engine does not name", {}, { resource: undefined }],
  ["any name at a wildcard", anyTag, { path: parts("", "tags", "any") }],
];

test.each(passed)("sends %s", async (_name, entry, sent) => {
  await expect(send(approvalOf(approved(entry)), request(sent))).resolves.toBe("sent");
});

const broad: readonly (readonly [string, Partial<ApprovedRequest>, Partial<UnsentRequest>])[] = [
  ["a wildcard", { wildcards: [["size"]] }, {}],
  ["a path with a wildcard", anyTag, { path: parts("", "tags", "green"), body: { size: 1 } }],
  ["an argument that was not known", { body: {}, later: ["size"] }, {}],
  ["the beginning of a body", { begins: '{"size":' }, {}],
];

test.each(broad)("a request is sent as often as it is approved, the most exact approval before %s", async (_name, entry, sent) => {
  const approval = approvalOf(approved(entry), approved());
  await send(approval, request());
  await send(approval, request({ body: { size: 9 }, ...sent }));
  await expect(send(approval, request())).rejects.toThrow("it was already sent as many times as approved");
});

test.each([
  ["that the service did not process may be sent again", { outcome: "refused", status: 429 }, true],
  ["whose response was lost may not", { outcome: "lost" }, false],
] as const)("a request %s", async (_name, failure, again) => {
  const approval = approvalOf(approved());
  const error = new ServiceError({ summary: "failed", ...failure }, "PUT", "/tags/blue", 1, { kind: "Tag", operation: "update" });
  await expect(approval.send(request(), "PUT /tags/blue", () => Promise.reject(error))).rejects.toBe(error);
  expect(await isSent(send(approval, request()))).toBe(again);
});

const list = parts("", "groups", "g", "tags");
type Result = Parameters<Approval["addResult"]>;
const posted = (result?: unknown): Result => ["POST", list, result];
const listed = (...tags: readonly object[]): Result => ["GET", list, tags];
const identifiers: readonly (readonly [string, readonly Result[], string, boolean])[] = [
  ["in the Result of a POST", [posted({ tag_id: "new", group: "g" })], "new", true],
  ["that is the Result of a POST as text", [posted("new")], "new", true],
  ["in the Result of a data plane", [["POST", parts("http:", "", "data.test", "query"), { id: "old" }]], "old", false],
  ["that the POST itself holds", [posted({ group_id: "g" })], "g", false],
  ["in a list before any POST", [listed(), listed({ id: "old" })], "old", false],
  ["in a list that is read for the first time", [listed(), posted(), listed({ id: "" }), ["GET", parts(""), { id: "old" }]], "old", false],
  ["that a POST returns and a list showed before", [listed({ id: "old" }), posted({ id: "old" })], "old", false],
  [
    "that a list shows only after a POST without a Result",
    [listed({ id: "old" }), posted(), listed({ id: "old" }, { id: "new" })],
    "new",
    true,
  ],
  ["that a list shows after a POST as another text", [listed(), posted(), listed({ id: "new", idle: "n" })], "n", false],
  [
    "of something inside a new object",
    [
      ["POST", parts("", "groups"), { group_id: "made" }],
      ["GET", parts("", "groups", "made", "tags"), [{ id: "inside" }]],
    ],
    "inside",
    true,
  ],
];

test.each(identifiers)("an identifier %s", async (_name, results, id, isMade) => {
  const approval = approvalOf(approved(anyTag));
  for (const result of results) approval.addResult(...result);
  expect(await isSent(send(approval, request({ path: tagOf(id) })))).toBe(isMade);
});

test("a credential is exchanged only where a request is approved", () => {
  const approval = approvalOf(approved({ method: "POST", path: ["http:", "", "127.0.0.1:1", "restpp", "query", "g", "q"] }), approved());
  const exchange = (port: number) => () => approval.assertApprovedOrigin(`http://127.0.0.1:${port}`, "POST /tokens");
  expect(exchange(1)).not.toThrow();
  expect(exchange(2)).toThrow("no request to this data plane is approved");
});

describe("the file", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "approval-"))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const contents = JSON.stringify({ version: 1, key, requests: [approved()] });
  const fromFile = (text: string | undefined, mode = 0o600) => {
    const file = join(folder, "approval.json");
    if (text !== undefined) writeFileSync(file, text, { mode });
    if (text !== undefined) chmodSync(file, mode);
    return approvalFrom({ GRAPHPLANE_APPROVAL: file }) as Approval;
  };

  test("is read once, so that all clients of a process share its counts", async () => {
    await send(fromFile(contents), request());
    await expect(send(fromFile(contents), request())).rejects.toThrow("as many times as approved");
  });

  test("counts the requests of all processes that use it", async () => {
    const [one, other] = [fromFile(contents), approvalFrom({ GRAPHPLANE_APPROVAL: `${folder}/./approval.json` }) as Approval];
    const failing = one.send(request(), "PUT /tags/blue", () => Promise.reject(new Error("not sent")), true);
    await expect(failing).rejects.toThrow("not sent");
    await send(other, request());
    await expect(send(one, request())).rejects.toThrow("as many times as approved");
  });

  test("allows no request that cannot be marked as sent", async () => {
    const approval = fromFile(contents);
    rmSync(folder, { recursive: true });
    await expect(send(approval, request())).rejects.toThrow(
      "PUT /tags/blue was not sent, because the approval (GRAPHPLANE_APPROVAL) does not cover it: it cannot be marked as sent (ENOENT)",
    );
    mkdirSync(folder);
    await expect(send(approval, request())).resolves.toBe("sent");
  });

  test("is not needed without the variable", () => expect(approvalFrom({})).toBeUndefined());

  test.each([
    ["is missing", undefined, 0o600, "cannot be read (ENOENT)"],
    ["is empty", "", 0o600, "does not contain approved requests"],
    ["has another shape", '{"version":2}', 0o600, "does not contain approved requests"],
    ["can be read by others", contents, 0o644, "must have mode 600"],
  ])("that %s approves nothing", async (_name, text, mode, why) => {
    await expect(send(fromFile(text, mode), request())).rejects.toThrow(why);
  });

  test("that has no name approves nothing", async () => {
    await expect(send(approvalFrom({ GRAPHPLANE_APPROVAL: "" }) as Approval, request())).rejects.toThrow("cannot be read");
  });
});
