import { readMetadata, withoutMetadata, writeMetadata } from "../../../../provider/reconcile/state-metadata";

const notes = { owner: "ab12", service: "https://a.example", seen: true, created: true, version: "0.1.0" };
const none = { owner: "", service: "", seen: false, created: false, version: "" };

test("notes are read from a state as they were written, beside the arguments", () => {
  const state = { id: "a", size: null, ...writeMetadata(notes) };
  expect(readMetadata(state)).toEqual(notes);
  expect(withoutMetadata(state)).toEqual({ id: "a" });
});

test("a state without notes stays unchanged", () => {
  expect(writeMetadata(none)).toEqual({});
  expect(writeMetadata({})).toEqual({});
  expect(readMetadata({ id: "a" })).toEqual(none);
});

test("malformed notes are ignored", () => {
  expect(readMetadata({ __owner: 7, __service: ["https://a.example"], __seen: "yes", __made: 1 })).toEqual(none);
});
