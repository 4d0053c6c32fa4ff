import { someRows } from "../column";
import { applies, type Row } from "../row";
import { bare, made, type Stage, succeeded } from "../stage";

const shapes: Readonly<Record<string, (result: unknown) => unknown>> = {
  "an object": (result) => result,
  "JSON text": (result) => JSON.stringify(result),
  "a text": () => "done",
  null: () => null,
  "a boolean": () => true,
};

/** The requests that change something, once each. */
function writesOf({ createdBy, changedBy, removedBy }: Row) {
  return [...new Set([createdBy, changedBy, ...(applies(removedBy) ? [removedBy] : [])])];
}

/** Forms of an acknowledgement, and what makes the service use them. */
const answers: readonly (readonly [string, (stage: Stage) => void])[] = [
  ...Object.entries(shapes).map(
    ([name, change]) =>
      [`shown as ${name}`, ({ row, readings }: Stage) => writesOf(row).forEach((endpoint) => readings.rewrite(endpoint, change))] as const,
  ),
  ...[202, 204].map(
    (status) =>
      [
        `left out, with HTTP ${status}`,
        ({ row, emulator }: Stage) =>
          writesOf(row).forEach((endpoint) => emulator.fault({ kind: "empty", status, times: "always", match: { endpoint } })),
      ] as const,
  ),
];

export const writeResults = someRows("a write is proven by reads, whatever form its Result has", (row) =>
  !applies(row.shownBy)
    ? []
    : answers.map(([name, set]) => ({
        name: `Results ${name}: it is made once, changed and deleted`,
        play: async () => {
          const undisturbed = row.live((await made(row)).emulator);
          const stage = await bare(row);
          const { emulator, engine, program } = stage;
          set(stage);
          succeeded(await engine.up(program()));
          expect(row.live(emulator)).toEqual(undisturbed);
          expect((await engine.up(program())).op).toBe("same");
          succeeded(await engine.up(program({ ...row.change, ...row.removal })));
          succeeded(await engine.withdraw());
          expect(engine.isEmpty).toBe(true);
        },
      })),
);
