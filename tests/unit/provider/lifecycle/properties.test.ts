import { definitionFrom } from "../../../../provider/describe/schema";
import type { AnyResource } from "../../../../provider/definition";
import { Properties } from "../../../../provider/lifecycle/properties";
import { unknownValue as later } from "../../../../provider/values/unknowns";
import { thing } from "../../../support/thing";

const args = { id: "a", size: 1, note: "n" };
const outputs = { kept: { stable: true }, moved: {}, sized: { changesWith: "size" } };

test.each([
  [{ keep: true }, {}, { kept: "k", moved: "m", sized: "s" }],
  [{ note: "x" }, {}, { kept: "k", moved: later, sized: "s" }],
  [{ size: 2 }, {}, { kept: "k", moved: later, sized: later }],
  [{}, { __pending: { sent: { size: 3 } } }, { kept: "k", moved: later, sized: later }],
])("a preview of the change %j of the state %j keeps the stable outputs", (change, state, expected) => {
  const definition = { ...definitionFrom(thing), outputs } as unknown as AnyResource;
  const olds = { ...args, kept: "k", moved: "m", sized: "s", ...state };
  const [before, after] = [olds, { ...args, ...change }].map((given) => new Properties(definition, given));
  expect(after?.previewOutputs(before as Properties)).toEqual(expected);
});

test("only a value that is passed on as it is keeps its nulls", () => {
  const definition = { ...definitionFrom(thing), opaqueJson: ["note", "missing"] } as unknown as AnyResource;
  expect(new Properties(definition, { note: { a: null }, kept: { a: null, b: 1 } }).values).toEqual({ note: { a: null }, kept: { b: 1 } });
});
