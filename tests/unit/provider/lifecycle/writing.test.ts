import { describeFoundId } from "../../../../provider/lifecycle/writing";

const placeholder = "not-known-yet";

test.each([
  ["is found by the update", placeholder, { scheduleId: placeholder }, { scheduleId: "s-1" }, true],
  ["is found by the update, and missing from the state", placeholder, {}, { scheduleId: "s-1" }, true],
  ["is still not known", placeholder, { scheduleId: placeholder }, {}, false],
  ["was known", "s-1", { scheduleId: "s-1" }, { scheduleId: "s-1" }, false],
  ["was known to the engine only", "s-1", { scheduleId: placeholder }, { scheduleId: "s-1" }, false],
])("an id that %s is described only if the stack contains a different one", (_, id, last, state, isDescribed) => {
  const text = `its id is s-1; the stack contains "${placeholder}" until the next "pulumi refresh"`;
  expect(describeFoundId("<scheduleId>", id, last, state)).toBe(isDescribed ? text : undefined);
});
