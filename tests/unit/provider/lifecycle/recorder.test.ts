import type { Line } from "../../../../provider/announce/lines";
import type { Planned } from "../../../../provider/announce/record-shape";
import { Recorder } from "../../../../provider/lifecycle/recorder";
import { unknownText } from "../../../support/provider";
import { recordsIn } from "../../../support/plan-records";

const redact = (text: string) => text.replace("key", "***");
const head = { version: 1, urn: "it", kind: "Thing", notices: [] };
const about = { object: "/key", text: "a key", later: [] };
const request = { method: "PUT", path: "/key", later: ["key"] };

/** The record after the calls, and whether the recorder still calls it empty. */
function record(fill: (recorder: Recorder) => void) {
  const recorder = new Recorder("Thing", "it");
  fill(recorder);
  const [one] = recordsIn([recorder.line()]);
  return { isEmpty: recorder.isEmpty, record: one };
}

test.each<[string, Line, object]>([
  ["a request, which is part of the plan", { is: "request", ...request }, {}],
  ["that nothing is sent", { is: "nothing", ...about }, {}],
  ["why nothing could be planned", { is: "unplanned", ...about }, {}],
  ["drift, without the key", { is: "drift", ...about }, { notices: [{ code: "drift", text: "a ***" }] }],
  [
    "another control plane",
    { is: "service", object: "/", from: "a", to: "b", found: true },
    { service: { from: "a", to: "b", found: true } },
  ],
])("the record of a line about %s", (_, line, part) => {
  const isEmpty = Object.keys(part).length === 0;
  expect(record((recorder) => recorder.addLine(line, redact))).toEqual({ isEmpty, record: { ...head, ...part } });
});

test("the record of a plan has no key in its reason, names, requests and fields", () => {
  const why = { why: "new", effects: ["key"] } as const;
  const plan = (key: string): Planned => ({
    ...{ operation: "update", seen: true, reason: key, names: [["key", key]] },
    requests: [{ ...request, path: `/${key}`, later: [key] }],
    instead: [{ ...request, method: "key", path: `/${key}`, later: [key] }],
    fields: [{ path: [key], after: key, ...why }],
  });
  expect(record((recorder) => recorder.addPlan(plan("key"), redact))).toEqual({ isEmpty: false, record: { ...head, plan: plan("***") } });
});

test.each<[string, string | undefined, object, string[]]>([
  ["a short argument", "k", { size: "x".repeat(498) }, []],
  ["an argument too long to be shown", "k", { size: "x".repeat(499) }, ["size"]],
  ["a secret argument", "k", { secret: 1 }, ["secret"]],
  ["an unknown secret", "k", { secret: unknownText }, []],
  ["a secret that is not declared", "k", { secret: undefined }, []],
  ["a secret without a key for hashes", undefined, { secret: 1 }, []],
])("the record of %s has a hash if no line shows it whole", (_, key, args, hashed) => {
  const { isEmpty, record: shown } = record((recorder) => recorder.addHashes(key, args, (name) => name === "secret"));
  expect([isEmpty, Object.keys(shown?.hashes ?? {})]).toEqual([hashed.length === 0, hashed]);
});
