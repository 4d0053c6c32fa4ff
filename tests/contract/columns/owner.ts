import { definitionOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { type Case, column } from "../column";
import { applies, type Owned, type Row } from "../row";
import { another, bare, failureOf, made, native, namesOf, type Stage, succeeded, writesOf } from "../stage";

type Adopting = Owned & { readonly row: Row };

/** The policy by which nothing is sent, as a line names it. */
const policy = /deletionPolicy/;

/** The arguments without a policy, and without what an import does not know. */
const undecided: Properties = { deletionPolicy: undefined, timeoutSeconds: undefined };

async function expectKept(stage: Stage, run: () => ReturnType<Stage["engine"]["withdraw"]>): Promise<readonly string[]> {
  const before = stage.row.live(stage.emulator);
  const { outcome, writes } = await writesOf(stage, run);
  // What is protected is kept by a refusal.
  if (definitionOf(stage.row.kind).review.protects === true) expect(failureOf(outcome)).toContain('deletionPolicy is "protect"');
  else succeeded(outcome);
  expect([namesOf(writes), stage.row.live(stage.emulator)]).toEqual([[], before]);
  return [...outcome.lines, failureOf(outcome)];
}

async function expectRemoved(stage: Stage): Promise<void> {
  const { outcome, writes } = await writesOf(stage, () => stage.engine.withdraw());
  succeeded(outcome);
  expect(writes.map(({ endpoint }) => endpoint)).toEqual([stage.row.removedBy]);
}

/** The plugin's stage with the object imported, and a run without a change after it. */
async function imported({ row, make, importId }: Adopting, more: Properties): Promise<Stage> {
  const { stage } = await native(row);
  const { emulator, engine, program } = stage;
  make(stage);
  const id = typeof importId === "string" ? importId : importId(emulator);
  succeeded(await engine.up(program(more), undefined, { importId: id }));
  succeeded(await engine.up(program(more)));
  return stage;
}

/** A stage with the object adopted. */
async function adopted({ row, make }: Adopting, more: Properties): Promise<Stage> {
  const stage = await bare(row);
  make(stage);
  succeeded(await stage.engine.up(stage.program(more)));
  return stage;
}

function renameCases(adopting: Adopting): Case[] {
  const { row, renamed } = adopting;
  if (!applies(renamed)) return [];
  const rename = async (stage: Stage, more: Properties) => {
    const { engine, program } = stage;
    engine.name = "renamed";
    const before = row.live(stage.emulator);
    const { outcome, writes } = await writesOf(stage, () => engine.up(program({ ...more, ...renamed })));
    succeeded(outcome);
    expect(namesOf(writes.filter(({ method }) => method === "DELETE"))).toEqual([]);
    expect(row.live(stage.emulator)).toEqual(before);
    return outcome;
  };
  return [
    {
      name: "what was made and another name: the object stays, and a line names the reason",
      play: async () => {
        const { lines } = await rename(await made(row, row.removal), row.removal);
        expect(lines.at(-1)).toMatch(/another resource of the program manages it$/);
        if (!adopting.deletedByDefault) return;
        const { lines: byDefault } = await rename(await made(row, undecided), undecided);
        expect(byDefault.join("\n")).toMatch(/is adopted; a later deletion leaves it in place .* add aliases/);
        expect(byDefault.at(-1)).toMatch(/adopted it, so a later deletion leaves it in place. .* declare deletionPolicy: "delete"$/);
      },
    },
    {
      name: "a state without an owner and another name: the object stays",
      play: async () => {
        const stage = await made(row, row.removal);
        const { engine, program } = stage;
        const { state } = engine;
        if (state === undefined) throw new Error("nothing was made");
        const outputs = Object.fromEntries(Object.entries(state.outputs).filter(([name]) => name !== "__owner"));
        engine.state = { ...state, outputs };
        succeeded(await engine.up(program(row.removal)));
        await rename(stage, row.removal);
      },
    },
    {
      name: "an import by the plugin and another name: the object stays",
      play: async () => void (await rename(await imported(adopting, undecided), undecided)),
    },
  ];
}

/** A policy that deletes from now on is announced where it is declared, in the words of a review. */
function announcedDeletions({ row, deletedByDefault }: Adopting): Case[] {
  if (deletedByDefault || row.removal["deletionPolicy"] !== "delete") return [];
  const notices = async ({ engine, program }: Stage, more: Properties) => {
    const { lines } = await engine.preview(program(more));
    return lines.filter((line) => /: `deletionPolicy: "delete"` is declared: from now on, removing .* deletes the /.test(line)).length;
  };
  const both = async (stage: Stage) => [await notices(stage, row.removal), await notices(stage, { deletionPolicy: "retain" })];
  return [
    { name: "a newly declared deletion is announced", play: async () => expect(await both(await bare(row))).toEqual([1, 0]) },
    {
      name: "a deletion that is declared later is announced",
      play: async () => expect(await both(await made(row, { deletionPolicy: "retain" }))).toEqual([1, 0]),
    },
    {
      name: "a deletion that was declared before is not announced again",
      play: async () => expect(await both(await made(row, row.removal))).toEqual([0, 0]),
    },
    {
      name: "a replacement does not announce a deletion that was declared before",
      play: async () => {
        const { engine, program } = await made(row, row.removal);
        const { lines } = await engine.preview(program({ ...row.removal, ...row.change }), undefined, {
          replaceOnChanges: Object.keys(row.change),
        });
        expect(lines.join("\n")).not.toMatch(/is declared: from now on/);
      },
    },
  ];
}

function importCases(adopting: Adopting): Case[] {
  return [
    {
      name: "what was imported is not deleted by default, and the line names the policy",
      play: async () => {
        const stage = await imported(adopting, undecided);
        expect((await expectKept(stage, () => stage.engine.withdraw())).join("\n")).toMatch(policy);
      },
    },
    {
      name: "what was imported is deleted where the program says so",
      play: async () => expectRemoved(await imported(adopting, adopting.row.removal)),
    },
  ];
}

function adoptionCases(adopting: Adopting): Case[] {
  const { row, make, adoption, deletedByDefault } = adopting;
  if (!applies(adoption)) return [];
  return [
    {
      name: "what was adopted is not deleted by default, and the lines name the policy",
      play: async () => {
        const first = await bare(row);
        make(first);
        const preview = await first.engine.preview(first.program({ ...undecided, ...adoption }));
        if (deletedByDefault) expect(preview.lines.join("\n")).toMatch(policy);
        const stage = await adopted(adopting, { ...undecided, ...adoption });
        expect((await expectKept(stage, () => stage.engine.withdraw())).join("\n")).toMatch(policy);
      },
    },
    {
      name: "what was adopted is deleted where the program says so",
      play: async () => expectRemoved(await adopted(adopting, { ...row.removal, ...adoption })),
    },
    {
      name: "what a second stack adopted outlives that stack",
      play: async () => {
        const stage = await made(row, undecided);
        const second = await another(row);
        Object.assign(second.engine.config, stage.engine.config);
        succeeded(await second.engine.up(second.program({ ...stage.program(), ...undecided, ...adoption })));
        await expectKept({ ...second, emulator: stage.emulator }, () => second.engine.withdraw());
      },
    },
  ];
}

export const owner = column("owner", "a deletion needs an owner, and what was not made is not deleted by default", (row, owned) => {
  const adopting = { ...owned, row };
  return [...renameCases(adopting), ...announcedDeletions(adopting), ...importCases(adopting), ...adoptionCases(adopting)];
});
