import { formatLine } from "../../../../provider/announce/lines";
import { ProviderProcess } from "../../../../provider/lifecycle/process";

/** A process that has compared a resource of the object (one that it made, or not), and met a new one that declares it. */
function processOf(compared: boolean | undefined, isDeclared: boolean): ProviderProcess {
  const process = new ProviderProcess();
  if (compared !== undefined) process.compared.set("object", compared);
  if (isDeclared) process.addReplacement("object");
  return process;
}

test.each<[string, boolean | undefined, boolean, boolean, boolean]>([
  ["one that graphplane made", true, true, true, true],
  ["one that was adopted", false, true, true, false],
  ["none: nothing was compared", undefined, true, false, false],
  ["none: no new resource declares it", true, false, false, false],
])("a new resource replaces %s", (_, compared, isDeclared, isReplaced, wasMade) => {
  const process = processOf(compared, isDeclared);
  expect([process.isReplaced("object"), process.wasMade("object")]).toEqual([isReplaced, wasMade]);
  expect([process.isReplaced("other"), process.wasMade("other")]).toEqual([false, false]);
  expect([process.isReplaced(undefined), process.wasMade(undefined)]).toEqual([false, false]);
});

test("resources get different short names as owners", () => {
  const process = new ProviderProcess();
  expect(process.newOwner()).toMatch(/^[0-9a-f]{8}$/);
  expect(process.newOwner()).not.toBe(process.newOwner());
});

test("a notice is printed about the first object only; requests and drift about each", () => {
  const process = new ProviderProcess();
  const lines = ["notice", "drift"].flatMap((is) =>
    ["/a", "/b", "/a"].map((object) => formatLine({ is: is as "notice" | "drift", object, text: "the record does not show pause" })),
  );
  const request = formatLine({ is: "request", method: "PUT", path: "/a", later: [] });
  const news = [...lines, request, request].map((line) => process.isNews(line));
  expect(news).toEqual([true, false, true, true, true, true, true, true]);
});
