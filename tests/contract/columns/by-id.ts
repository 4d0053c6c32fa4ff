import { definitionOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { everyRow } from "../column";
import type { Row } from "../row";
import { made, succeeded } from "../stage";

/** Kinds of which an id alone shows no setting, and why. */
const without: Readonly<Record<string, string>> = {
  AddonConfiguration: "its get takes the name too, and has its own tests",
  QueryRun: "a run is not read",
};

/** The arguments that the service shows. */
function shown({ kind }: Row, program: Properties): Properties {
  const { review, secret = [] } = definitionOf(kind);
  const hidden = [...review.providerOnlyArguments, ...secret, "triggers", "untilRefreshStatus"];
  return Object.fromEntries(Object.entries(program).filter(([name]) => !hidden.includes(name)));
}

everyRow("a read by id returns every setting", (row) => {
  if (row.kind in without) return;
  test("a get returns the declared settings, and a second get returns the same", async () => {
    const { engine, program } = await made(row);
    const id = String(engine.state?.id);
    const [first, second] = [await engine.get(id), await engine.get(id)];
    succeeded(first.outcome);
    expect(first.outputs).toMatchObject(shown(row, program()));
    expect(second.outputs).toEqual(first.outputs);
  });
});
