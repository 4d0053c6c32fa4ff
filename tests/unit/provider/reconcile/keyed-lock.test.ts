import { runExclusively } from "../../../../provider/reconcile/keyed-lock";

/** A creation that reports its start and ends when the test releases it. */
function creation() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begun = false;
  const create = async () => {
    begun = true;
    await ended;
    return "made";
  };
  return { create, end, begun: () => begun };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("creations of one object run one after the other, those of others at once", async () => {
  const [first, second, other] = [creation(), creation(), creation()];
  const all = [runExclusively(["a", "b"], first.create), runExclusively(["a", "b"], second.create), runExclusively(["a,b"], other.create)];
  await turn();
  expect([first.begun(), second.begun(), other.begun()]).toEqual([true, false, true]);
  first.end();
  await turn();
  expect(second.begun()).toBe(true);
  [second, other].forEach(({ end }) => end());
  expect(await Promise.all(all)).toEqual(["made", "made", "made"]);
});

test("a creation that fails lets the next one begin", async () => {
  const failed = runExclusively(["x"], () => Promise.reject(new Error("no")));
  const next = runExclusively(["x"], async () => "made");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("made");
});
