import type { z } from "zod";
import { definitionOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { everyRow } from "../column";
import type { Row } from "../row";
import { bare, failureOf, later, made } from "../stage";

/** Further arguments by kind, whose values the service shows under names of its own. */
const shownElsewhere: Readonly<Record<string, Properties>> = {
  Workspace: { initialTgVersion: "4.2.0-secret", desiredTgVersion: "4.3.0-secret" },
  WorkspaceSettings: { workspaceName: "renamed in secret", desiredTgVersion: "4.3.0-secret" },
};

/** The arguments with texts that can be recognised, but those of which the id consists. */
function textsOf({ kind }: Row, program: Properties): [string, string][] {
  const { idFormat } = definitionOf(kind);
  return Object.entries(program).flatMap(([name, value]) =>
    typeof value === "string" && value.length > 3 && name !== "deletionPolicy" && !idFormat.includes(`<${name}>`) ? [[name, value]] : [],
  );
}

/** Arguments that decide which requests are sent, each with a value that some kind takes. */
const decisions: readonly (readonly [string, readonly unknown[]])[] = [
  ["deletionPolicy", ["delete", "retain"]],
  ["adopt", [true]],
  ["enabled", [true]],
  ["allowLockout", [true]],
  ["onConflict", ["fail"]],
  ["idempotent", [true]],
];

everyRow("the state contains no secret argument in plain text", (row) => {
  const { schema, secret = [], secretOutputs = [] } = definitionOf(row.kind);

  test("every argument that is declared secret stays encrypted through a failed wait and a refresh", async () => {
    const stage = await bare(row);
    const { engine, emulator, program } = stage;
    const all = program(shownElsewhere[row.kind]);
    const texts = textsOf(row, all);
    const names = texts.map(([name]) => name);
    const expectNone = () => {
      const shown = JSON.stringify(engine.shown);
      const plain = texts.filter(([name, value]) => !JSON.stringify(program({ [name]: "" })).includes(value) && shown.includes(value));
      expect(plain).toEqual([]);
    };
    await engine.up(all, names);
    expectNone();
    later(stage);
    await engine.up(all, names);
    expectNone();
    emulator.fault({ kind: "accepted-not-applied", match: { endpoint: row.changedBy } });
    await engine.up({ ...all, ...row.change }, names);
    expectNone();
    await engine.refresh();
    expectNone();
  });

  for (const [name, values] of decisions)
    if (name in schema.shape)
      test(`${name} cannot be secret, in a creation or an update`, async () => {
        const value = values.find((one) => (schema.shape[name] as z.ZodType).safeParse(one).success);
        for (const { engine, program } of [await bare(row), await made(row)]) {
          const { failures } = await engine.preview(program({ [name]: value }), [name]);
          const reason = `${name}: must not be secret: it decides which requests are sent`;
          expect(failures).toEqual([{ property: "", reason: expect.stringContaining(reason) as string }]);
        }
      });

  test("properties that are always secret are encrypted, also in a state that was written in plain text", async () => {
    const stage = await made(row);
    const { engine, program } = stage;
    const expectSecret = () => {
      const { inputs, outputs } = engine.shown;
      for (const name of [...secret, ...secretOutputs])
        for (const shown of [inputs, outputs]) if (name in shown) expect([name, shown[name]]).toEqual([name, "[secret]"]);
      expect(Object.keys(outputs)).toEqual(expect.arrayContaining([expect.stringMatching(secret.join("|"))]));
    };
    expectSecret();
    stage.emulator.fault({ kind: "reset-before", times: "always", match: { endpoint: row.changedBy } });
    expect(failureOf(await engine.up(program(row.change)))).not.toBe("");
    expectSecret();
    const { state } = engine;
    engine.state = state;
    await engine.refresh();
    expectSecret();
  });
});
