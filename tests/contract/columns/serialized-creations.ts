import { definitionOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { column } from "../column";
import { bare } from "../stage";

column("turns", "creations of one object run one after the other", (row, { same, others }) => {
  test("creations of the same object have the same lock key, and those of other objects have different ones", async () => {
    const { program } = await bare(row);
    const keyOf = (more: Properties) => definitionOf(row.kind).lockKey?.(program(more), {});
    expect(keyOf({ ...row.change, ...same })).toEqual(keyOf({}));
    for (const other of others) expect(keyOf(other)).not.toEqual(keyOf({}));
  });
});
