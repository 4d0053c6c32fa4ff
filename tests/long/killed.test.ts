import { judge, type Verdict } from "../support/killed/expect";
import { Stage } from "../support/killed/stage";

test("killed at every request, before and after it was acted on, host and engine: the next update ends as if nothing had happened", async () => {
  const stage = await Stage.open();
  try {
    const { requests, ending } = await stage.undisturbed();
    const verdicts: Verdict[] = [];
    for (const request of requests)
      for (const when of ["before", "after"] as const)
        for (const victim of ["host", "engine"] as const) verdicts.push(await judge(stage, { victim, request, when }, ending));
    const adopted = verdicts.filter((verdict) => verdict.adopted);
    process.stdout.write(
      `killed ${verdicts.length} times at ${requests.length} requests; ${adopted.length} times a user had to be taken over\n`,
    );
    expect(verdicts.filter(({ problems }) => problems.length > 0)).toEqual([]);
    // The accepted loss: the user was created, and who created it did not live to tell.
    expect(adopted.map(({ killing }) => killing.replace(/ \/.*\//, " ")).sort()).toEqual([
      "engine, after POST dbuser",
      "host, after POST dbuser",
    ]);
  } finally {
    await stage.close();
  }
}, 3_600_000);
