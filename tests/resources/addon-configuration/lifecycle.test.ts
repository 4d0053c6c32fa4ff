import type { ProfileName } from "../../../testing/emulator";
import { addon, startConfiguration } from "./fixture";

const profiles: readonly ProfileName[] = ["specified", "observed"];

describe.each(profiles)("profile %s", (profile) => {
  test("a service that tells nothing at all: one POST, and an error that says what to do", async () => {
    const { engine, program, emulator } = await startConfiguration({ profile, showResults: "null" });
    const { error } = await engine.up(program());
    expect(error).toMatch(
      /accepted the POST and returned no identifier, and no read shows the configuration "main" yet\. Run "pulumi up" again: it first checks whether/,
    );
    expect(emulator.journal.endpoint(3).length).toBe(1);
  });

  test("identifiers under a name that is not a usual one are an error with the keys, without a value", async () => {
    const { engine, program, emulator } = await startConfiguration({
      profile,
      configurationKeys: { id: "handle", name: "title", value: "content" },
    });
    emulator.account.addConfiguration(addon, { name: "main", value: "canary-value" });
    const { error } = await engine.up(program());
    expect(error).toContain('an array of 1, the first an object with the keys "handle", "title", "content"');
    expect(error).not.toContain("canary-value");
  });
});
