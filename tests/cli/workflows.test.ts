import { type Job, Runner } from "./ci/workflow";

/** The shell steps of the workflow files of `examples/ci`, run as they are written. */
const declared = (minutes: number) => `settings("main", { autoStopMinutes: ${minutes} });`;

/** The jobs of a host; only the way to run them differs. */
interface Ways {
  readonly review: (options?: { secrets: boolean }) => Promise<Job>;
  readonly apply: (options?: { sha?: string; secrets?: boolean }) => Promise<Job>;
  readonly drift: (options?: { secrets: boolean }) => Promise<Job>;
  readonly byHand: (options?: { fingerprint: string }) => Promise<Job>;
}
const hosts = {
  GitHub: (on: Runner): Ways => ({
    review: (options) => on.github("pull-request.yml", options),
    apply: (options) => on.github("main.yml", options),
    drift: (options) => on.github("nightly.yml", options),
    byHand: (options) => on.github("by-hand.yml", options),
  }),
  GitLab: (on: Runner): Ways => ({
    review: (options) => on.gitlab("review", options),
    apply: (options) => on.gitlab("apply", options),
    drift: (options) => on.gitlab("drift", options),
    byHand: (options) => on.gitlab("apply-by-hand", options),
  }),
};
type Host = keyof typeof hosts;

let runner: Runner;
beforeEach(async () => {
  runner = await Runner.open();
  await runner.declare(declared(45));
});
afterEach(() => runner.close());

const writes = () => runner.emulator.journal.writes().entries.map(({ method, body }) => `${method} ${JSON.stringify(body)}`);
const comments = async () => (await runner.host()).comments.map(({ body }) => body);
const containing = (text: string) => expect.stringContaining(text) as string;

const cases: Readonly<Record<string, (ways: Ways, host: Host) => Promise<void>>> = {
  "a reviewed change is applied once it is merged": async ({ review, apply }, host) => {
    const reviewed = await review();
    expect(reviewed).toMatchObject({ ok: true });
    if (host === "GitHub") {
      expect(reviewed.summary).toContain("scenario/prod");
      expect(reviewed.log).toContain("::notice file=index.js,line=");
    }
    const [comment = "", ...none] = await comments();
    expect(none).toEqual([]);
    expect(comment).toContain('{"auto_stop_minutes":45}');
    expect(comment).toMatch(/<!-- graphplane-review stack=scenario\/prod fingerprint=1\./);
    expect(writes()).toEqual([]);
    expect(await apply()).toMatchObject({ ok: true });
    expect(writes()).toEqual(['PUT {"auto_stop_minutes":45}']);
  },
  "a name that looks like the end of a comment is not taken for one": async ({ review, apply }) => {
    const forged = "<!-- graphplane-review stack=scenario/prod fingerprint=1.0.0 -->";
    await runner.declare(`settings("main", { workspaceName: ${JSON.stringify(forged)} });`);
    await review();
    expect((await comments()).join()).toContain(forged);
    expect(await apply()).toMatchObject({ ok: true });
    expect(writes()).toHaveLength(1);
  },
  "the review of a stack of the same name in another project is neither updated nor applied": async ({ review, apply }) => {
    const other = "<!-- graphplane-review stack=other/prod fingerprint=1.0.0 -->";
    await runner.addComments({ body: other, ours: true });
    await review();
    await runner.addComments({ body: other, ours: true });
    expect(await apply()).toMatchObject({ ok: true });
    expect(await comments()).toEqual([other, containing("stack=scenario/prod fingerprint=1."), other]);
    expect(writes()).toHaveLength(1);
  },
  "a stack whose name has two hyphens in a row finds its review": async (_, host) => {
    await runner.close();
    runner = await Runner.open("prod--eu");
    await runner.declare(declared(45));
    const { review, apply } = hosts[host](runner);
    await review();
    expect(await apply()).toMatchObject({ ok: true });
    expect(writes()).toHaveLength(1);
  },
  "a review is found among many other comments, and of several the newest counts": async ({ review, apply }) => {
    const talk = Array.from({ length: 120 }, (_, index) => ({ body: `comment ${index}`, ours: false }));
    const older = "<!-- graphplane-review stack=scenario/prod fingerprint=1.0.0 -->";
    await runner.addComments({ body: older, ours: true }, ...talk);
    await runner.addComments({ body: older, ours: true });
    await review();
    expect((await comments()).filter((body) => body.includes("graphplane-review"))).toEqual([
      older,
      containing('{"auto_stop_minutes":45}'),
    ]);
    await runner.addComments(...talk);
    expect(await apply()).toMatchObject({ ok: true });
    expect(writes()).toHaveLength(1);
  },
  "after a mismatch a person approves the current preview by its fingerprint, and the comment names the person": async ({
    review,
    apply,
    byHand,
  }) => {
    await review();
    runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 });
    expect(await apply()).toMatchObject({ ok: false, log: containing("by hand") });

    const shown = await byHand();
    expect(shown).toMatchObject({ ok: true });
    const text = shown.log + shown.summary;
    expect(text).toMatch(/`240`/);
    const [fingerprint = ""] = /^ *1\.[0-9a-f]{32}\S*$/m.exec(text) ?? [];
    expect([writes(), (await comments()).length]).toEqual([[], 1]);

    runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 300 });
    const late = await byHand({ fingerprint: fingerprint.trim() });
    expect(late).toMatchObject({ ok: false });
    expect(late.log + late.summary).toContain("autoStopMinutes");
    expect([writes(), (await comments()).length]).toEqual([[], 1]);

    runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 });
    expect(await byHand({ fingerprint: fingerprint.trim() })).toMatchObject({ ok: true });
    expect(writes()).toEqual(['PUT {"auto_stop_minutes":45}']);
    const [, record = "", ...none] = await comments();
    expect(none).toEqual([]);
    expect(record).toMatch(/^\*\*ann approved this by hand\*\*/);
    expect(record.trimEnd()).toMatch(new RegExp(`fingerprint=${fingerprint.trim().replaceAll(".", "\\.")} -->$`));
  },
  "a preview that fails cannot be approved by hand": async ({ byHand }) => {
    await runner.declare(declared(-1));
    const failed = await byHand();
    expect(failed).toMatchObject({ ok: false });
    expect(failed.log + failed.summary).toContain("must be at least 0");
    expect(failed.log + failed.summary).not.toMatch(/fingerprint=|^ *1\.[0-9a-f]{32}/m);
    expect(await byHand({ fingerprint: `1.${"0".repeat(32)}` })).toMatchObject({ ok: false });
    expect(writes()).toEqual([]);
  },
  "one comment is kept up to date": async ({ review }) => {
    for (const minutes of [45, 50]) {
      await runner.declare(declared(minutes));
      expect(await review()).toMatchObject({ ok: true });
      const [comment, ...none] = await comments();
      expect(none).toEqual([]);
      expect(comment).toContain(`{"auto_stop_minutes":${minutes}}`);
    }
    expect(writes()).toEqual([]);
  },
  "a change after the review stops the update, and so does a comment of somebody else": async ({ review, apply }) => {
    await review();
    const [reviewed = ""] = await comments();
    runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 });
    expect(await apply()).toMatchObject({ ok: false, log: containing("autoStopMinutes") });
    expect(await apply({ sha: "beef" })).toMatchObject({ ok: false, log: containing("nobody has reviewed its preview") });
    await runner.onlySomebodyComments(reviewed);
    expect(await apply()).toMatchObject({ ok: false, log: containing("complete preview of prod") });
    expect(writes()).toEqual([]);
  },
  "a preview that fails is reported in the comment, and fails the job": async ({ review, apply }) => {
    await runner.declare(declared(-1));
    expect(await review()).toMatchObject({ ok: false });
    const [comment] = await comments();
    expect(comment).toContain("incomplete");
    expect(comment).toContain("must be at least 0");
    expect(await apply()).toMatchObject({ ok: false, log: containing("complete preview of prod") });
    expect(writes()).toEqual([]);
  },
  "a preview that could not read the live settings fails the job, and nothing is applied": async ({ review, apply }) => {
    const away = runner.emulator.fault({ kind: "html", status: 200, times: "always" });
    expect(await review()).toMatchObject({ ok: false, log: containing("failed or is incomplete") });
    const [comment] = await comments();
    expect(comment).toContain("Nothing here can be approved");
    expect(comment).not.toContain("fingerprint=");
    away.remove();
    expect(await review()).toMatchObject({ ok: true });
    runner.emulator.fault({ kind: "html", status: 200, times: "always" });
    expect(await apply()).toMatchObject({ ok: false, log: containing("failed or is incomplete, so it cannot be compared") });
    expect(writes()).toEqual([]);
  },
  "a mandatory policy fails the review, which names it, and nothing is applied": async ({ review, apply }) => {
    await runner.forbid(45);
    expect(await review()).toMatchObject({ ok: false, log: containing("or a policy forbids the changes") });
    const [comment] = await comments();
    expect(comment).toContain("| ⛔ `auto-stop` |  | 45 is too many |");
    expect(comment).not.toContain("fingerprint=");
    expect(await apply()).toMatchObject({ ok: false });
    expect(writes()).toEqual([]);
  },
  "without secrets the log says so: a review passes, and on GitLab the jobs that change or watch the stack fail": async (ways, host) => {
    const { ok, log, summary } = await ways.review({ secrets: false });
    expect(ok).toBe(true);
    expect(log + summary).toContain("get no secrets");
    expect(await comments()).toEqual([]);
    if (host === "GitLab") {
      expect(await ways.apply({ secrets: false })).toMatchObject({ ok: false, log: containing("is missing") });
      expect(await ways.drift({ secrets: false })).toMatchObject({ ok: false, log: containing("is missing") });
    }
    expect(runner.emulator.journal.length).toBe(0);
  },
  "drift opens one issue, updates it, and closes it once the drift is gone": async ({ drift }) => {
    await runner.update();
    for (const minutes of [240, 600]) {
      runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: minutes });
      expect(await drift()).toMatchObject({ ok: true });
      const [issue, ...none] = (await runner.host()).issues;
      expect(none).toEqual([]);
      expect(issue).toMatchObject({ open: true, title: "Drift of databases in prod", label: "database-drift" });
      expect(issue?.body).toContain(`${minutes}`);
      expect(issue?.body).not.toContain("key-of-the-service");
    }
    runner.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 45 });
    expect(await drift()).toMatchObject({ ok: true });
    expect((await runner.host()).issues.map(({ open }) => open)).toEqual([false]);
  },
};

const all = (Object.keys(hosts) as Host[]).flatMap((host) => Object.entries(cases).map(([name, play]) => ({ host, name, play })));

test.each(all)("on $host $name", ({ host, play }) => play(hosts[host](runner), host));
