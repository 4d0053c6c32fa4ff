import { definitionOf } from "../../../provider/registry";
import { canaries } from "../../support/canary";
import { everyRow } from "../column";
import { another, failureOf, made, namesOf, type Stage, succeeded } from "../stage";
import { deletionOf } from "./previews";

/** The ways to another service; each resolves to its stage. */
const ways: readonly (readonly [string, (stage: Stage) => Promise<Stage>])[] = [
  [
    "another service that has the same identifiers",
    async ({ row, engine }) => {
      const other = await another(row);
      succeeded(await other.engine.up(other.program()));
      engine.config["graphplane:baseUrl"] = other.emulator.url;
      return other;
    },
  ],
  [
    "another service, where nothing has its identifiers",
    async ({ row, engine }) => {
      const other = await another(row);
      other.emulator.addOtherOrganisation(canaries["the second key"]);
      Object.assign(engine.config, { "graphplane:baseUrl": other.emulator.url, "graphplane:apiKey": canaries["the second key"] });
      return other;
    },
  ],
];

/** The text of a refusal, which names both addresses and the ways on. */
function refusal(known: string, configured: string): RegExp {
  return new RegExp(
    `failed: the state records it at ${known}, and the base URL is ${configured}\\. graphplane sends no request there, .*Set the base URL back, run "pulumi refresh --run-program" .*, or remove it from the state with "pulumi state delete"\\.$`,
  );
}

everyRow("a state from a different service causes no write", (row) => {
  // Its arguments name its host.
  if (definitionOf(row.kind).usesDataPlane === true) return;

  describe.each(ways)("%s", (_, reach) => {
    test("a change and a deletion fail without a write, and setting the base URL back lets them continue", async () => {
      const stage = await made(row);
      const { engine, program } = stage;
      const config = { ...engine.config };
      const { state } = engine;
      const other = await reach(stage);
      const mark = other.emulator.journal.mark();
      const refused = refusal(String(config["graphplane:baseUrl"]), other.emulator.url);
      expect(failureOf(await engine.preview(program(row.change)))).toMatch(refused);
      expect(failureOf(await engine.up(program(row.change)))).toMatch(refused);
      expect(engine.state).toEqual(state);
      const restore = engine.checkpoint();
      const sendsNothing = deletionOf(stage).length === 0;
      expect(failureOf(await engine.withdraw())).toMatch(sendsNothing ? /^$/ : refused);
      expect(namesOf(other.emulator.journal.since(mark).writes().entries)).toEqual([]);
      restore();
      Object.assign(engine.config, config);
      succeeded(await engine.up(program(row.change)));
    });

    test("an unchanged resource succeeds, and its preview names both addresses", async () => {
      const stage = await made(row);
      const { engine, emulator, program } = stage;
      const other = await reach(stage);
      const mark = other.emulator.journal.mark();
      const { lines } = await engine.preview(program());
      expect(lines).toEqual([
        expect.stringContaining(
          `: control plane changed: ${emulator.url} → ${other.emulator.url}; graphplane writes nothing there until "pulumi refresh --run-program" has found it`,
        ),
      ]);
      expect(await engine.up(program())).toMatchObject({ op: "same", error: "" });
      expect(other.emulator.journal.since(mark).writes().length).toBe(0);
    });

    if ("deletionPolicy" in row.removal)
      test("the policy retain is stored in the state, and then the resource can be removed", async () => {
        const stage = await made(row, row.removal);
        const { engine, program } = stage;
        const other = await reach(stage);
        const mark = other.emulator.journal.mark();
        expect(await engine.up(program({ deletionPolicy: "retain" }))).toMatchObject({ op: "update", error: "" });
        succeeded(await engine.withdraw());
        expect(other.emulator.journal.since(mark).writes().length).toBe(0);
      });

    test("a refresh sends no write, and either keeps the state or prints the new address", async () => {
      const stage = await made(row);
      const { engine } = stage;
      const { state } = engine;
      const other = await reach(stage);
      const mark = other.emulator.journal.mark();
      const refreshed = await engine.refresh();
      expect(other.emulator.journal.since(mark).writes().length).toBe(0);
      if (failureOf(refreshed) !== "") expect(engine.state).toEqual(state);
      else {
        const { url } = other.emulator;
        expect([refreshed.lines[0], engine.state?.outputs["__service"]]).toEqual([expect.stringContaining(url), url]);
      }
    });
  });
});
