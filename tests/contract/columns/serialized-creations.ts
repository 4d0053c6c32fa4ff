import { definitionOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { column } from "../column";
import { bare } from "../stage";

column("turns", "creations take turns", (row, { same, others }) => {
  test("those of the same object have the same lock, and those of other objects other locks", async () => {
    const { program } = await bare(row);
    const keyOf = (more: Properties) => definitionOf(row.kind).lockKey?.(program(more), {});
    expect(keyOf({ ...row.change, ...same })).toEqual(keyOf({}));
    for (const other of others) expect(keyOf(other)).not.toEqual(keyOf({}));
  });
});
