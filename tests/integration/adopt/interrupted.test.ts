import { existsSync } from "node:fs";
import * as checking from "../../../cli/adopt/check";
import { sampleAccount } from "../../../testing/emulator";
import { AdoptFixture, type Adoption } from "../../support/adopt-fixture";

let fixture: AdoptFixture;
beforeEach(async () => {
  fixture = await AdoptFixture.open({ account: (account) => void sampleAccount(account) });
});
afterEach(() => fixture.close());

function expectNothingWritten({ code, err, out, folder }: Adoption): void {
  expect([code, err, out]).toEqual([130, "graphplane adopt: interrupted; nothing was written.", ""]);
  expect(existsSync(folder)).toBe(false);
}

test.each<[string, RegExp]>([
  ["the list of workgroups", /\/workgroups$/],
  ["a workgroup", /\/workgroups\/[^/]+$/],
  ["the list of add-ons", /\/installed-addons$/],
  ["a configuration", /\/configs\/default$/],
  ["a list of database users", /\/dbuser$/],
])("stopped while it waits for %s, adopt ends at once and writes nothing", async (_, path) => {
  const stop = new AbortController();
  // The service never answers, so that only the signal can end the command.
  const body = () => {
    setImmediate(() => stop.abort());
    return true;
  };
  const hanging = fixture.emulator.fault({ kind: "hang", times: "always", match: { path, body } });
  const run = await fixture.adopt(["--configuration", "a4000000-0000-4000-8000-000000000003/default"], fixture.folder(), stop.signal);
  expect(hanging.hits).toBe(1);
  expectNothingWritten(run);
});

test("stopped during --check, adopt writes nothing", async () => {
  const stop = new AbortController();
  jest.spyOn(checking, "requirePulumi").mockResolvedValueOnce();
  jest.spyOn(checking, "check").mockImplementationOnce(() => {
    stop.abort();
    return Promise.resolve({ clean: false, preview: "The operation was stopped" });
  });
  expectNothingWritten(await fixture.adopt(["--check"], fixture.folder(), stop.signal));
});
