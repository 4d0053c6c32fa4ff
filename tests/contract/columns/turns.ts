import { definitionOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { column } from "../column";
import { bare } from "../stage";

column("turns", "operations on the same object take turns", (row, { same, others }) => {
  test("and those on other objects do not wait", async () => {
    const { program } = await bare(row);
    const keyOf = (more: Properties) => definitionOf(row.kind).lockKey?.(program(more), {});
    expect(keyOf({ ...row.change, ...same })).toEqual(keyOf({}));
    for (const other of others) expect(keyOf(other)).not.toEqual(keyOf({}));
  });
});
