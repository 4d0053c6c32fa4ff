import { judge } from "../support/killed/expect";
import { type Killing, Stage } from "../support/killed/stage";

/**
 * The provider's host, and the engine, are killed in the middle of an update that creates, changes and deletes one of each
 * resource: here at some requests, with `npm run test:long` at every one.
 */
let stage: Stage;
let undisturbed: Awaited<ReturnType<Stage["undisturbed"]>>;

beforeAll(async () => {
  stage = await Stage.open();
  undisturbed = await stage.undisturbed();
}, 300_000);

afterAll(() => stage.close());

/** Who is killed at which request, and whether the user that was just created must be taken over then. */
const cases: readonly [Killing["victim"], Killing["when"], RegExp, boolean][] = [
  ["engine", "after", /^PUT .*\/workspaces\/[^/]+$/, false],
  ["host", "after", /^POST .*\/configs$/, false],
  ["engine", "before", /^DELETE .*\/configs\//, false],
  ["engine", "after", /^POST .*\/dbuser$/, true],
];

test.each(cases)(
  "the %s is killed %s %s: the next update ends as if nothing had happened",
  async (victim, when, pattern, adopted) => {
    const request = undisturbed.requests.find(({ text }) => pattern.test(text));
    if (request === undefined) throw new Error("there is no such request");
    const verdict = await judge(stage, { victim, request, when }, undisturbed.ending);
    expect(verdict).toMatchObject({ adopted, problems: [] });
  },
  120_000,
);
