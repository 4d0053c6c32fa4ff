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
