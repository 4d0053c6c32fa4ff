import { readNotes, withoutNotes, writeNotes } from "../../../../provider/reconcile/notes";

const notes = { owner: "ab12", service: "https://a.example", seen: true, made: true, version: "0.1.0" };
const none = { owner: "", service: "", seen: false, made: false, version: "" };

test("notes are read from a state as they were written, beside the arguments", () => {
  const state = { id: "a", size: null, ...writeNotes(notes) };
  expect(readNotes(state)).toEqual(notes);
  expect(withoutNotes(state)).toEqual({ id: "a" });
});

test("a state without notes stays as it is", () => {
  expect(writeNotes(none)).toEqual({});
  expect(writeNotes({})).toEqual({});
  expect(readNotes({ id: "a" })).toEqual(none);
});

test("notes in another form than ours are none", () => {
  expect(readNotes({ __owner: 7, __service: ["https://a.example"], __seen: "yes", __made: 1 })).toEqual(none);
});
