import { canaries, leaks } from "../../support/canary";
import { recording } from "../../support/plan-log";
import { column } from "../column";
import { bare, seenIn, type Stage } from "../stage";

const secrets = { first: canaries["the password"], second: canaries["the second password"] };

/** The output of a life in which an argument is secret, while the service refuses, forgets and loses requests. */
async function live({ row, engine, emulator, program }: Stage, argument: string): Promise<string> {
  const seen: string[] = [];
  const isObject = typeof program()[argument] === "object";
  const [first = {}, second = {}] = Object.values(secrets).map((secret) =>
    program({ [argument]: isObject ? { password: secret } : secret }),
  );
  const run = async (kind: "preview" | "up", args = first) => seen.push(seenIn(await engine[kind](args, [argument])));
  const record = async (args = first) => seen.push((await recording(() => engine.preview(args, [argument]))).lines.join("\n"));
  await run("preview");
  await record();
  await run("up");
  await run("preview", second);
  await record(second);
  const match = { endpoint: row.changedBy };
  for (const fault of [{ kind: "echo-secret" }, { kind: "accepted-not-applied" }, { kind: "reset-before", times: 4 }] as const) {
    emulator.fault({ ...fault, match });
    await run("up", second);
    // What is on its way is only marked.
    seen.push(JSON.stringify(engine.state?.outputs["__pending"] ?? null));
  }
  seen.push(seenIn(await engine.refresh()));
  await run("up", second);
  await run("up", { ...first, ...row.removal });
  seen.push(seenIn(await engine.withdraw()));
  return seen.join("\n");
}

column("secretArgument", "no output contains the value of a secret argument", (row, argument) => {
  test(`${argument} is in no line and no error message`, async () => {
    const stage = await bare(row);
    const text = await live(stage, argument);
    expect(stage.emulator.journal.endpoint(row.changedBy).length).toBeGreaterThan(3);
    expect(leaks({ "what was seen": text }, secrets)).toEqual([]);
  });
});
