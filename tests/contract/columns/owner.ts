import { definitionOf } from "../../../provider/registry";
import type { Outcome, Properties } from "../../support/provider";
import { column } from "../column";
import { applies } from "../row";
import { another, bare, failureOf, made, native, namesOf, type Stage, succeeded, writesOf } from "../stage";

/** The policy by which nothing is sent, as a line names it. */
const policy = /deletionPolicy/;

/** The arguments without a policy, and without what an import does not know. */
const undecided: Properties = { deletionPolicy: undefined, timeoutSeconds: undefined };

async function expectKept(stage: Stage, run: () => Promise<Outcome>): Promise<string> {
  const before = stage.row.live(stage.emulator);
  const { outcome, writes } = await writesOf(stage, run);
  if (definitionOf(stage.row.kind).review.protects === true) expect(failureOf(outcome)).toContain('deletionPolicy is "protect"');
  else succeeded(outcome);
  expect([namesOf(writes), stage.row.live(stage.emulator)]).toEqual([[], before]);
  return [...outcome.lines, failureOf(outcome)].join("\n");
}

async function expectRemoved(stage: Stage): Promise<void> {
  const { outcome, writes } = await writesOf(stage, () => stage.engine.withdraw());
  succeeded(outcome);
  expect(writes.map(({ endpoint }) => endpoint)).toEqual([stage.row.removedBy]);
}

column(
  "owner",
  "objects that graphplane did not create are not deleted by default",
  (row, { make, adoption, deletedByDefault, importId }) => {
    /** The plugin's stage with the object imported, and a run without a change after it. */
    const imported = async (more: Properties) => {
      const { stage } = await native(row);
      const { emulator, engine, program } = stage;
      make(stage);
      succeeded(await engine.import(typeof importId === "string" ? importId : importId(emulator), program(more)));
      succeeded(await engine.up(program(more)));
      return stage;
    };

    test("an imported object is not deleted by default, and the line names the policy", async () => {
      const stage = await imported(undecided);
      expect(await expectKept(stage, () => stage.engine.withdraw())).toMatch(policy);
    });

    test("an imported object is deleted if the program says so", async () => expectRemoved(await imported(row.removal)));

    // A policy that deletes from now on is announced where it is declared, in the words of a review.
    if (!deletedByDefault && row.removal["deletionPolicy"] === "delete") {
      const declared = /: The program now sets `deletionPolicy: "delete"`\. Removing .* deletes the /;
      const notices = async ({ engine, program }: Stage, more: Properties) =>
        (await engine.preview(program(more))).lines.filter((line) => declared.test(line)).length;

      test.each<[string, () => Promise<Stage>, number]>([
        ["is declared with a new resource is announced", () => bare(row), 1],
        ["is declared later is announced", () => made(row, { deletionPolicy: "retain" }), 1],
        ["was declared before is not announced again", () => made(row, row.removal), 0],
      ])("a deletion policy that %s", async (_, begin, count) => {
        const stage = await begin();
        expect([await notices(stage, row.removal), await notices(stage, { deletionPolicy: "retain" })]).toEqual([count, 0]);
      });

      test("a replacement does not announce a deletion policy that was declared before", async () => {
        const { engine, program } = await made(row, row.removal);
        const replaceOnChanges = Object.keys(row.change);
        const { lines } = await engine.preview(program({ ...row.removal, ...row.change }), undefined, { replaceOnChanges });
        expect(lines.join("\n")).not.toMatch(/The program now sets/);
      });
    }

    // Under another name, what is never adopted is another object.
    if (!applies(adoption)) return;
    const rename = async (stage: Stage, more: Properties) => {
      const { emulator, engine, program } = stage;
      engine.name = "renamed";
      const before = row.live(emulator);
      const { outcome, writes } = await writesOf(stage, () => engine.up(program({ ...more, ...adoption })));
      succeeded(outcome);
      expect(namesOf(writes.filter(({ method }) => method === "DELETE"))).toEqual([]);
      expect(row.live(emulator)).toEqual(before);
      return outcome.lines;
    };

    test("renaming the resource of a created object keeps the object, and a line gives the reason", async () => {
      const lines = await rename(await made(row, row.removal), row.removal);
      expect(lines.at(-1)).toMatch(/another resource of the program manages it$/);
      if (!deletedByDefault) return;
      const byDefault = await rename(await made(row, undecided), undecided);
      expect(byDefault.join("\n")).toMatch(/is adopted; a later deletion leaves it in place .* add aliases/);
      expect(byDefault.at(-1)).toMatch(/adopted it, so a later deletion leaves it in place. .* declare deletionPolicy: "delete"$/);
    });

    test("renaming a resource whose state has no owner keeps the object", async () => {
      const stage = await made(row, row.removal);
      const { engine, program } = stage;
      const { state } = engine;
      if (state === undefined) throw new Error("nothing was made");
      const { __owner, ...outputs } = state.outputs;
      expect(__owner).toBeDefined();
      engine.state = { ...state, outputs };
      succeeded(await engine.up(program(row.removal)));
      await rename(stage, row.removal);
    });

    test("renaming a resource that the plugin imported keeps the object", async () => rename(await imported(undecided), undecided));

    /** A stage with the object adopted. */
    const adopted = async (more: Properties) => {
      const stage = await bare(row);
      make(stage);
      const declared = stage.program({ ...more, ...adoption });
      const { lines } = await stage.engine.preview(declared);
      succeeded(await stage.engine.up(declared));
      return { stage, previewed: lines.join("\n") };
    };

    test("an adopted object is not deleted by default, and the lines name the policy", async () => {
      const { stage, previewed } = await adopted(undecided);
      if (deletedByDefault) expect(previewed).toMatch(policy);
      expect(await expectKept(stage, () => stage.engine.withdraw())).toMatch(policy);
    });

    test("an adopted object is deleted if the program says so", async () => expectRemoved((await adopted(row.removal)).stage));

    test("an object that a second stack adopted survives the destruction of that stack", async () => {
      const { emulator, engine, program } = await made(row, undecided);
      const second = await another(row);
      Object.assign(second.engine.config, engine.config);
      succeeded(await second.engine.up(second.program({ ...program(), ...undecided, ...adoption })));
      await expectKept({ ...second, emulator }, () => second.engine.withdraw());
    });
  },
);
