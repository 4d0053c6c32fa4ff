import { gitlab, type Job, Runner, workflow } from "./workflow";

/** The workflow files of `examples/ci`, whose shell steps are run here as they stand. */
const files = ["pull-request.yml", "main.yml", "nightly.yml"];
const declared = (minutes: number) => `settings("main", { autoStopMinutes: ${minutes} });`;

let runner: Runner;
beforeEach(async () => {
  runner = await Runner.open();
  await runner.declare(declared(45));
});
afterEach(() => runner.close());
jest.setTimeout(120_000);

describe.each(files)("%s", (file) => {
  const { permissions, concurrency, jobs } = workflow(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test("may do no more than it needs, and gives no job more", () => {
    const wanted = {
      "pull-request.yml": { "pull-requests": "write" },
      "main.yml": { "pull-requests": "read" },
      "nightly.yml": { issues: "write" },
    };
    expect(permissions).toEqual({ contents: "read", ...wanted[file as keyof typeof wanted] });
    expect(Object.values(jobs).filter((job) => job.permissions !== undefined)).toEqual([]);
    expect(steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")).map((step) => step.with?.["persist-credentials"])).toEqual([
      false,
    ]);
  });

  test("runs once at a time in a group of its own, with pinned actions, and keeps no artifact", () => {
    // A group keeps one waiting run, the newest: in a common one a preview would take the place of an update that waits.
    const groups = {
      "pull-request.yml": "databases-prod-review-${{ github.event.pull_request.number }}",
      "main.yml": "databases-prod",
      "nightly.yml": "databases-prod-drift",
    };
    expect(concurrency).toEqual({ group: groups[file as keyof typeof groups], "cancel-in-progress": false });
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((name) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([]);
    expect(used.filter((name) => /artifact/.test(name))).toEqual([]);
  });
});

test("the GitLab jobs run once at a time for their stack, and keep no artifact", () => {
  const { review, apply, drift } = gitlab();
  for (const job of [review, apply, drift]) {
    expect(job?.resource_group).toBe("databases-prod");
    expect(job?.artifacts).toBeUndefined();
  }
});

test.each(["apply", "drift"])("without secrets the GitLab job %s fails, with a sentence", async (job) => {
  const { ok, log } = await runner.gitlab(job, { secrets: false });
  expect([ok, log]).toEqual([false, expect.stringContaining("is missing") as string]);
  expect(runner.emulator.journal.length).toBe(0);
});

/** The same on both hosts: what differs is how a job is run. */
interface Ways {
  readonly review: (runner: Runner, options?: { secrets: boolean }) => Promise<Job>;
  readonly apply: (runner: Runner, options?: { sha: string }) => Promise<Job>;
  readonly drift: (runner: Runner) => Promise<Job>;
}
const hosts: readonly [string, Ways][] = [
  [
    "GitHub",
    {
      review: (on, options) => on.github("pull-request.yml", options),
      apply: (on, options) => on.github("main.yml", options),
      drift: (on) => on.github("nightly.yml"),
    },
  ],
  [
    "GitLab",
    {
      review: (on, options) => on.gitlab("review", options),
      apply: (on, options) => on.gitlab("apply", options),
      drift: (on) => on.gitlab("drift"),
    },
  ],
];

/** The hosts on which every case is played; on the others the first one is, and the rest with `npm run test:long`. */
const whole = (process.env.WHOLE ?? "GitHub").split(",");

describe.each(hosts)("on %s", (host, { review, apply, drift }) => {
  const writes = () => runner.emulator.journal.writes().entries.map(({ method, body }) => `${method} ${JSON.stringify(body)}`);
  const comments = async () => (await runner.host()).comments.map(({ body }) => body);

  test("one comment is kept up to date, and what was reviewed is applied once it is merged", async () => {
    const reviewed = await review(runner);
    expect(reviewed).toMatchObject({ ok: true });
    if (host === "GitHub") {
      expect(reviewed.summary).toContain("scenario/prod");
      expect(reviewed.log).toContain("::notice file=index.js,line=");
    }
    const [first = "", ...none] = await comments();
    expect(none).toEqual([]);
    expect(first).toContain('{"auto_stop_minutes":45}');
    expect(first).toMatch(/<!-- graphplane-review stack=scenario\/prod fingerprint=1\./);

    await runner.declare(declared(50));
    expect(await review(runner)).toMatchObject({ ok: true });
    const [second = "", ...still] = await comments();
    expect(still).toEqual([]);
    expect(second).toContain('{"auto_stop_minutes":50}');
    expect(writes()).toEqual([]);

    expect(await apply(runner)).toMatchObject({ ok: true });
    expect(writes()).toEqual(['PUT {"auto_stop_minutes":50}']);
  });

  if (!whole.includes(host)) return;

  test("what changed after the review stops the update, and so does a comment of somebody else", async () => {
    await review(runner);
    const [reviewed = ""] = await comments();
    runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 });
    const stopped = await apply(runner);
    expect(stopped).toMatchObject({ ok: false, log: expect.stringContaining("autoStopMinutes") as string });
    const direct = await apply(runner, { sha: "beef" });
    expect(direct).toMatchObject({ ok: false, log: expect.stringContaining("nobody has reviewed its preview") as string });

    await runner.onlySomebodyComments(reviewed);
    const forged = await apply(runner);
    expect(forged).toMatchObject({ ok: false, log: expect.stringContaining("preview that was complete") as string });
    expect(writes()).toEqual([]);
  });

  test("a preview that fails is told in the comment, and fails the job", async () => {
    await runner.declare(declared(-1));
    expect(await review(runner)).toMatchObject({ ok: false });
    const [body = ""] = await comments();
    expect(body).toContain("incomplete");
    expect(body).toContain("must be at least 0");
    const applied = await apply(runner);
    expect(applied).toMatchObject({ ok: false, log: expect.stringContaining("preview that was complete") as string });
    expect(writes()).toEqual([]);
  });

  test("without secrets there is a sentence, and no failure", async () => {
    const { ok, log, summary } = await review(runner, { secrets: false });
    expect(ok).toBe(true);
    expect(log + summary).toContain("get no secrets");
    expect(await comments()).toEqual([]);
    expect(runner.emulator.journal.length).toBe(0);
  });

  test("drift opens one issue, keeps it up to date, and closes it once it is gone", async () => {
    await runner.update();
    for (const minutes of [240, 600]) {
      runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: minutes });
      expect(await drift(runner)).toMatchObject({ ok: true });
      const [issue, ...none] = (await runner.host()).issues;
      expect(none).toEqual([]);
      expect(issue).toMatchObject({ open: true, title: "Drift of databases in prod", label: "database-drift" });
      expect(issue?.body).toContain(`${minutes}`);
      expect(issue?.body).not.toContain("key-of-the-service");
    }
    runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 45 });
    expect(await drift(runner)).toMatchObject({ ok: true });
    expect((await runner.host()).issues.map(({ open }) => open)).toEqual([false]);
  });
});
