import { column } from "../column";
import { applies, required } from "../row";
import { bare, failureOf, made, namesOf, writesOf } from "../stage";

/** The fields that tell which object a record is of, and where it is. */
const identifying = /^(id|.*_id|name|.*_name|username|cidr|workspaces)$/;

/** The same result, of which each record shows nothing but its identity. */
function withoutValues(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(withoutValues);
  if (typeof result !== "object" || result === null) return result;
  const shown = Object.entries(result).filter(([field]) => identifying.test(field));
  return Object.fromEntries(shown.map(([field, value]) => [field, field === "workspaces" ? withoutValues(value) : value]));
}

column("owner", "an adoption does not assume values that the service does not return", (row, { make, adoption, fixed = {} }) => {
  if (!applies(adoption)) return;

  /** A stage with the object made by others, of which reads show the identity alone. */
  const hidden = async () => {
    const stage = await bare(row);
    make(stage);
    for (const endpoint of [required(row.shownBy), row.lookedForBy ?? ""]) stage.readings.rewrite(endpoint, withoutValues);
    return stage;
  };

  test("a declared value that the service does not return is sent, or the run fails", async () => {
    const wanted = row.live((await made(row, row.change)).emulator);
    const { emulator, engine, program } = await hidden();
    const failure = failureOf(await engine.up(program({ ...row.change, ...adoption })));
    if (failure === "") expect(row.live(emulator)).toEqual(wanted);
  });

  for (const [argument, value] of Object.entries(fixed))
    test(`an object whose fixed ${argument} is not returned is not adopted`, async () => {
      const stage = await hidden();
      const { outcome, writes } = await writesOf(stage, () => stage.engine.up(stage.program({ [argument]: value, ...adoption })));
      expect(failureOf(outcome)).toMatch(new RegExp(`the service does not return ${argument} of`));
      expect(namesOf(writes)).toEqual([]);
    });
});
