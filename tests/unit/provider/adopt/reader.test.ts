import { reasonOf } from "../../../../provider/adopt/reader";
import { readerOf, refusal, shown } from "../../../support/adopt-reading";

/** Reads lists at three places; those of `failing` fail. */
async function listsRead(failing: Readonly<Record<string, Error>>) {
  const { reader } = readerOf({});
  const asked: string[] = [];
  const lists = ["a", "b", "c"].map((name) => ({
    place: `workspace "${name}"`,
    read: async () => {
      asked.push(name);
      if (failing[name] !== undefined) throw failing[name];
      return [`${name}1`, `${name}2`];
    },
  }));
  const found = await reader.lists("users", "this service does not list them.", lists);
  return { found: found.join(), asked: asked.join(), leftOut: reader.leftOut.map(shown), failures: reader.failures.map(shown) };
}

test("the progress counts the objects that have been read", async () => {
  const { reader, progress } = readerOf({});
  expect(await reader.each("workgroups", ["a", "b"], async (item) => [item, item])).toEqual(["a", "a", "b", "b"]);
  expect(progress).toEqual(["reading workgroups, 0 of 2 done", "reading workgroups, 1 of 2 done", "reading workgroups, 2 of 2 done"]);
});

const [failed, lacking, refused] = [refusal(500), refusal(404), refusal(401)];
const why = (status: number) => `reading failed: GET /p returned ${status}.`;
const whole = { found: "a1,a2,b1,b2,c1,c2", asked: "a,b,c", leftOut: [], failures: [] };
const none = { found: "", asked: "a", leftOut: [], failures: [] };
const unlisted = "users: this service does not list them.";

test.each<[string, Readonly<Record<string, Error>>, Awaited<ReturnType<typeof listsRead>>]>([
  ["every list is read", {}, whole],
  [
    "a failed one is reported by its place",
    { a: failed },
    { ...whole, found: "b1,b2,c1,c2", failures: [`users of workspace "a": ${why(500)}`] },
  ],
  ["a call that the service lacks is tried once and is no failure", { a: lacking, b: lacking }, { ...none, leftOut: [unlisted] }],
  ["a refused key is tried and reported once, without a place", { a: refused, b: refused }, { ...none, failures: [`users: ${why(401)}`] }],
])("reading several lists: %s", async (_, failing, read) => expect(await listsRead(failing)).toEqual(read));

test("a read that fails because the user stopped the command is not reported as a failure", () => {
  const stop = new AbortController();
  const { reader } = readerOf({}, stop.signal);
  stop.abort(new Error("stopped"));
  expect(() => reader.failed("users", refusal(500))).toThrow("stopped");
  expect(reader.failures).toEqual([]);
});

test("reports hide e-mail addresses, whichever part holds one", () => {
  const { reader } = readerOf({});
  reader.leaveOut("the user a@example.com", "it belongs to b@example.com.", "owners.c@example.com");
  reader.leaveOut("the user", "it has no place.");
  expect(reader.leftOut).toEqual([
    { what: "the user [hidden]", why: "it belongs to [hidden]", place: "[hidden]" },
    { what: "the user", why: "it has no place.", place: undefined },
  ]);
});

test.each<[string, unknown, string]>([
  ["a refusal without the name of the command", refusal(500), "reading failed: GET /p returned 500."],
  ["another error whole", new Error("adopt: no file"), "adopt: no file"],
  ["what is no error as its text", "thrown", "thrown"],
])("the reason of a failed read shows %s", (_, error, reason) => expect(reasonOf(error)).toBe(reason));
