import { createClient } from "../../client";
import * as sdk from "../../sdk";
import { pageCalls } from "../support/api-page";
import { conformancePage, endpointRows, fieldRows, uses } from "../support/conformance";
import { expectPage } from "../support/page";

test("the conformance page is what the code says", () => expectPage("conformance.md", conformancePage()));

test("all 15 documented endpoints have a row, a call, a way to reach it and an end-to-end run", () => {
  const client = createClient({ baseUrl: "https://service.example", apiKey: "key" }) as unknown as Record<string, Record<string, unknown>>;
  const rows = endpointRows();
  expect(rows.filter(({ number }) => /^\d+$/.test(number)).map(({ number }) => Number(number))).toEqual(
    Array.from({ length: 15 }, (_, i) => i + 1),
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(uses).sort());
  for (const { client: call, by } of Object.values(uses)) {
    const [noun = "", method = ""] = call.split(".");
    expect([call, typeof client[noun]?.[method]]).toEqual([call, "function"]);
    for (const name of by) expect([name, name in sdk]).toEqual([name, true]);
  }
  expect(rows.filter(({ number, scenarios }) => number !== "extension" && scenarios.length === 0)).toEqual([]);
});

test("every call of docs/api.md has a row of the client's with its number and path, but those that graphplane has no use for", () => {
  const shown = ({ number, method, path }: { number?: number | string | undefined; method: string; path: string }) =>
    `${number ?? "extension"} ${method} ${path}`;
  const ours = endpointRows().filter(({ path }) => path.startsWith("/controller/"));
  const unused = pageCalls.map(shown).filter((call) => !ours.map(shown).includes(call));
  const workspace = "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}";
  expect(unused).toEqual([
    `extension GET ${workspace}`,
    ...["pause", "resume", "backups/restore"].map((action) => `extension POST ${workspace}/${action}`),
  ]);
  expect(ours.map(shown).filter((call) => !pageCalls.map(shown).includes(call))).toEqual([]);
});

test("every field of the Workspace record can be declared, is an output, or is read", () => {
  const lost = fieldRows().filter(({ argument, output, read }) => argument === undefined && output === undefined && read === undefined);
  expect(lost).toEqual([]);
});
