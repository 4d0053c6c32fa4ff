import { fc } from "../../support/random";
import { accounts, fill } from "../../support/random-account";
import { actionsOf, Compiler, declaredIn, inOrder } from "../../support/compiler";
import { AdoptFixture, importedBy, programOf } from "../../support/adopt-fixture";

const compiler = new Compiler();
const profiles = ["specified", "observed"] as const;

async function withFixture<T>(
  profile: (typeof profiles)[number],
  account: Parameters<typeof fill>[1],
  work: (fixture: AdoptFixture) => Promise<T>,
): Promise<T> {
  // Both profiles with the extension endpoints: without a list, workgroups are named, which tests of their own do.
  const fixture = await AdoptFixture.open({ profile, extensions: true, account: (own) => fill(own, account) });
  try {
    return await work(fixture);
  } finally {
    await fixture.close();
  }
}

test("the program of any account type-checks and lints, declares what is imported, and no name in it becomes code", async () => {
  await fc.assert(
    fc.asyncProperty(accounts, fc.constantFrom(...profiles), fc.constantFrom("default", "all"), (account, profile, fields) =>
      withFixture(profile, account, async (fixture) => {
        const run = await fixture.adopt(["--fields", fields]);
        expect([run.code, run.err]).toEqual([0, ""]);
        expect(compiler.problems(programOf(run))).toEqual([]);
        expect(actionsOf(programOf(run))).toEqual([]);
        expect(inOrder(declaredIn(programOf(run)))).toEqual(inOrder(importedBy(run)));
        expect(Object.values(run.files).join("")).not.toMatch(/never-written|\*\*\*/);
        expect(fixture.emulator.journal.writes().length).toBe(0);
      }),
    ),
    { numRuns: 12 },
  );
});
