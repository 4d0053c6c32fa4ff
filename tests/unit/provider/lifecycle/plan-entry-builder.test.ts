import { readFileSync, statSync } from "node:fs";
import { createClient } from "../../../../client";
import { AccountSettings } from "../../../../provider/config";
import { ProviderProcess } from "../../../../provider/lifecycle/process";
import { ResourceController } from "../../../../provider/lifecycle/resource-controller";
import { definitionOf } from "../../../../provider/registry";
import type { PlanEntry } from "../../../../provider/messages/plan-entry";
import type { Message } from "../../../../provider/messages/message";
import { PlanEntryBuilder } from "../../../../provider/lifecycle/plan-entry-builder";
import { unknownText, VirtualClock } from "../../../support/provider";
import { recordFile, recordsIn } from "../../../support/plan-log";
import { planLogFrom } from "../../../../provider/lifecycle/plan-log-file";
import { parseRecords } from "../../../../cli/review/inputs";

const redact = (text: string) => text.replace("key", "***");

test("a record contains lines and plans without secrets, and hashes of the arguments that no line shows in full", () => {
  const builder = new PlanEntryBuilder("Thing", "it", "k");
  const about = { object: "/key", text: "a key", later: [] };
  const request = { method: "PUT", path: "/key", later: ["key"] };
  const [shown, instead] = [request, { ...request, method: "key" }].map((one) => ({ ...one, path: "/***", later: ["***"] }));
  const plain: Message[] = [
    { is: "request", ...request },
    { is: "nothing", ...about },
    { is: "unplanned", ...about },
  ];
  for (const line of plain) builder.addMessage(line, redact);
  builder.addHashes({ size: 1, long: "x".repeat(498), later: unknownText, none: undefined }, (name) => /later|none/.test(name));
  builder.addControlPlane("https://a");
  expect(builder.contents).toBeUndefined();
  for (const line of [
    { is: "drift", ...about },
    { is: "service", object: "/", from: "a", to: "b", found: true },
  ] satisfies Message[])
    builder.addMessage(line, redact);
  const field = { path: ["key"], after: "key" };
  const base = { operation: "update", seen: true } as const;
  const rest = { requests: [request], instead: [{ ...request, method: "key" }], fields: [field] };
  builder.addPlan({ ...base, reason: "key", names: [["key", "key"]], ...rest }, redact);
  builder.addHashes({ long: "x".repeat(499), note: 1 }, (name) => name === "note");
  builder.addSettings(["apiKey"]);
  expect(builder.contents).toMatchObject({
    version: 1,
    urn: "it",
    kind: "Thing",
    controlPlane: "https://a",
    settings: ["apiKey"],

    notices: [{ code: "drift", text: "a ***" }],
    service: { from: "a", to: "b", found: true },
    plan: {
      ...base,
      reason: "***",
      names: [["key", "***"]],
      requests: [shown],
      instead: [instead],
      fields: [{ path: ["***"], after: "***" }],
    },
    hashes: { long: expect.any(String) as string, note: expect.any(String) as string },
  });
});

describe("the file of the records", () => {
  const record: PlanEntry = { version: 1, urn: "it", kind: "Thing", notices: [] };

  test("has one line per record, which only the run's key can read", () => {
    const file = recordFile("the-key");
    const records = planLogFrom(file.environment);
    for (const kind of ["Thing", "Other\nThing"]) records?.add({ ...record, kind });
    const text = readFileSync(file.environment.GRAPHPLANE_RECORDS, "utf8");
    const mode = statSync(file.environment.GRAPHPLANE_RECORDS).mode & 0o777;
    const read = recordsIn(file.lines());
    file.remove();
    expect([records?.key, mode, read.map(({ kind }) => kind)]).toEqual(["the-key", 0o600, ["Thing", "Other\nThing"]]);
    expect(parseRecords(text, "the-key")).toMatchObject({ records: { length: 2 }, unreadable: 0 });
    expect(parseRecords(text, "another-key")).toEqual({ records: [], unreadable: 2 });
  });

  test.each([{}, { GRAPHPLANE_RECORDS: "/nowhere" }, { GRAPHPLANE_RUN_KEY: "k" }, { GRAPHPLANE_RECORDS: "", GRAPHPLANE_RUN_KEY: "k" }])(
    "is not written by a run with the environment %j",
    (environment) => expect(planLogFrom(environment)).toBeUndefined(),
  );
});

test("a plan entry lists the missing settings, and no malformed ones", async () => {
  const values: Record<string, string> = { "graphplane:baseUrl": "ftp://example.com" };
  const settings = new AccountSettings((key) => values[key], {});
  const entries: PlanEntry[] = [];
  const controller = new ResourceController(definitionOf("WorkspaceSettings"), new ProviderProcess(new VirtualClock()));
  const operation = { connect: () => createClient(settings.values), settings, log: () => undefined, secrets: [], signal: undefined };
  const planLog = { key: "k", add: (entry: PlanEntry) => void entries.push(entry) };
  await controller.check({ ...operation, planLog }, {}, { workgroupId: "wg-1", workspaceId: "ws-1" });
  expect(entries.map((entry) => entry.settings)).toEqual([["apiKey"]]);
});
