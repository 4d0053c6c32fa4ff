import { definitionOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { someRows } from "../column";
import { applies } from "../row";
import { bare } from "../stage";

export const turns = someRows("operations on the same object take turns", (row) => {
  const { turns } = row;
  if (!applies(turns)) return [];
  return [
    {
      name: "and those on other objects do not wait",
      play: async () => {
        const { program } = await bare(row);
        const keyOf = (more: Properties) => definitionOf(row.kind).lockKey?.(program(more), {});
        expect(keyOf({ ...row.change, ...turns.same })).toEqual(keyOf({}));
        for (const other of turns.others) expect(keyOf(other)).not.toEqual(keyOf({}));
      },
    },
  ];
});
