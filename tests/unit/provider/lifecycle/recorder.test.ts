import type { Line } from "../../../../provider/announce/lines";
import { Recorder } from "../../../../provider/lifecycle/recorder";
import { unknownText } from "../../../support/provider";
import { recordsIn } from "../../../support/plan-records";

const redact = (text: string) => text.replace("key", "***");

test("a record holds what lines and plans say, without secrets, and hashes of the known arguments that no line shows whole", () => {
  const recorder = new Recorder("Thing", "it");
  const about = { object: "/key", text: "a key", later: [] };
  const request = { method: "PUT", path: "/key", later: ["key"] };
  const [shown, instead] = [request, { ...request, method: "key" }].map((one) => ({ ...one, path: "/***", later: ["***"] }));
  const plain: Line[] = [
    { is: "request", ...request },
    { is: "nothing", ...about },
    { is: "unplanned", ...about },
  ];
  for (const line of plain) recorder.addLine(line, redact);
  recorder.addHashes("k", { size: 1, long: "x".repeat(498), later: unknownText, none: undefined }, (name) => /later|none/.test(name));
  recorder.addHashes(undefined, { note: 1 }, () => true);
  expect([recorder.isEmpty, recordsIn([recorder.line()])]).toEqual([true, [{ version: 1, urn: "it", kind: "Thing", notices: [] }]]);
  for (const line of [
    { is: "drift", ...about },
    { is: "service", object: "/", from: "a", to: "b", found: true },
  ] satisfies Line[])
    recorder.addLine(line, redact);
  const field = { path: ["key"], after: "key" };
  const [base, why] = [{ operation: "update", seen: true } as const, { why: "new", effects: ["key"] } as const];
  const rest = { requests: [request], instead: [{ ...request, method: "key" }], fields: [{ ...field, ...why }] };
  recorder.addPlan({ ...base, reason: "key", names: [["key", "key"]], ...rest }, redact);
  recorder.addHashes("k", { long: "x".repeat(499), note: 1 }, (name) => name === "note");
  expect([recorder.isEmpty, ...recordsIn([recorder.line()])]).toMatchObject([
    false,
    {
      notices: [{ code: "drift", text: "a ***" }],
      service: { from: "a", to: "b", found: true },
      plan: {
        ...base,
        reason: "***",
        names: [["key", "***"]],
        requests: [shown],
        instead: [instead],
        fields: [{ path: ["***"], after: "***", ...why }],
      },
      hashes: { long: expect.any(String) as string, note: expect.any(String) as string },
    },
  ]);
});
