import { addon, startConfiguration } from "./fixture";

/** A configuration in state, whose value the program changes next. */
async function standing() {
  const made = await startConfiguration({ profile: "observed" }, { maxRetries: 0 });
  await made.engine.up(made.program());
  return { ...made, changed: () => made.engine.preview(made.program({ configValue: "two" })) };
}

test("a changed value is announced", async () => {
  const { changed } = await standing();
  expect(await changed()).toMatchObject({
    op: "update",
    lines: [expect.stringMatching(/^graphplane: PUT \S+ \{"config_value":"two"\} was \{"config_value":"one"\}$/)],
  });
});

test.each([
  ["a refused key", { status: 403, type: "Forbidden" }, /was refused \(HTTP 403, Forbidden\).* RequestID: request-\d+$/],
  ["an API that is disabled", { status: 400, type: "API-Disabled" }, /was refused \(HTTP 400, API-Disabled\).* RequestID: request-\d+$/],
] as const)("%s fails the preview of a change", async (_name, refusal, message) => {
  const { changed, emulator } = await standing();
  emulator.fault({ kind: "status", ...refusal, times: "always" });
  const { error, lines } = await changed();
  expect(error).toMatch(message);
  expect(lines).toEqual([]);
});

test("a configuration that is gone fails the preview of its change, with what to run", async () => {
  const { changed, emulator, engine } = await standing();
  const path = `${emulator.url}/controller/v4/v2/add-ons/${addon}/configs/${String(engine.known["configId"])}`;
  await fetch(path, { method: "DELETE", headers: { "x-api-key": emulator.apiKey } });
  emulator.account.addConfiguration(addon, { name: "main", value: "another's" });
  const { error, lines } = await changed();
  expect(error).toMatch(/there is no configuration "main" with the identifier in state any more: "pulumi refresh" takes it out/);
  expect(lines).toEqual([]);
});
