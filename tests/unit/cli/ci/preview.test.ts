import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withContext } from "../../../../cli/ci/context";
import type { Examined } from "../../../../cli/ci/examine";
import { preview } from "../../../../cli/ci/preview";
import { exit } from "../../../../cli/command";
import { digestsIn, shortFingerprint } from "../../../../cli/review/fingerprint";
import type { Review } from "../../../../cli/review/model";
import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { examinedOf, runInJob, type ShortJob } from "../../../support/ci/examined";
import { recordingTerminal } from "../../../support/terminal";

/** What a preview publishes and returns, with an engine that returns what a test gives. */

const folder = mkdtempSync(join(tmpdir(), "graphplane-preview-"));
const summary = join(folder, "summary.md");
writeFileSync(join(folder, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n");
afterAll(() => rmSync(folder, { recursive: true }));

const [one, none] = [examinedOf(["w0"]), examinedOf([])];
const failed = examinedOf(["w0"], { complete: false, failed: true });
const many = examinedOf(Array.from({ length: 901 }, (_, index) => `w${index}`));

/** The variables of a job for a pull request of a fork. */
const forked: Readonly<Record<HostName, Readonly<Record<string, string>>>> = {
  GitHub: { GITHUB_REPOSITORY: "mallory/databases" },
  GitLab: { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9", CI_MERGE_REQUEST_PROJECT_ID: "5" },
};
const tokens = { GITHUB_TOKEN: "", GITLAB_TOKEN: "" };

describe.each<HostName>(["GitHub", "GitLab"])("on %s, a preview", (name) => {
  let host: CodeHost;
  let previews: number;
  beforeEach(() => {
    host = CodeHost.inProcess(name);
    writeFileSync(summary, "");
    previews = 0;
  });
  afterEach(() => host.close());

  const run = async (examined: Examined, job: Partial<ShortJob> = {}, strict = false) => {
    const examine = async () => (previews++, examined);
    const ofPull = { folder, ...(job.commit === undefined && { pull: host.pull }), ...job };
    const { result, ...printed } = await runInJob(host, "ci preview", ofPull, (context) => preview(context, { strict }, { examine }));
    return { outcome: result, summary: readFileSync(summary, "utf8"), ...printed };
  };
  const bodies = () => host.comments.map(({ body }) => body);

  test("of a pull request publishes the review as a comment, and in the summary", async () => {
    const { outcome, out, err, summary } = await run(one);
    const [comment] = host.comments;
    const fingerprint = expect.stringMatching(/^2\./) as string;
    const published = { id: comment?.id, action: "created" };
    expect(outcome).toEqual({ stack: "movies/dev", fingerprint, commit: "c0ffee1", comment: published, changes: 1, exitCode: exit.fine });
    expect(comment?.body).toContain("`w0`");
    if (name === "GitHub") expect(summary.trimEnd()).toBe(comment?.body.trimEnd());
    expect(err).toBe("");
    expect(out).not.toContain("To apply exactly this");
    expect(/^::(notice|warning) /m.test(out)).toBe(name === "GitHub");
  });

  test.each<[string, Examined, number]>([
    ["nothing to do", none, 0],
    ["changes", one, 1],
    ["an incomplete preview", failed, 1],
    [
      "the move of a service",
      examinedOf([], { services: [{ from: "https://a.example", to: "https://b.example", found: false }] as unknown as Review["services"] }),
      1,
    ],
    [
      "a violation",
      examinedOf([], {
        violations: [{ mandatory: false, policy: "size", pack: "team", text: "too large" }],
      }),
      1,
    ],
  ])("with %s creates a comment only if there is something to read", async (_, examined, count) => {
    await run(examined);
    expect(bodies()).toHaveLength(count);
  });

  test("for a commit prints the fingerprint to apply it by, and posts nothing", async () => {
    const { outcome, out, summary } = await run(one, { commit: "5ca5e1" });
    const short = shortFingerprint(outcome.fingerprint ?? "");
    expect(out).toMatch(new RegExp(`\n\nTo apply exactly this: graphplane ci apply --fingerprint ${short.replace(".", "\\.")}$`, "m"));
    if (name === "GitHub")
      expect(summary).toMatch(new RegExp(`To apply exactly this, pass this fingerprint:\n\n\`${short.replace(".", "\\.")}\`\n\n$`));
    expect([outcome.comment, outcome.commit, bodies()]).toEqual([undefined, "5ca5e1", []]);
  });

  test("with nothing to do, or incomplete, prints no fingerprint", async () => {
    for (const examined of [none, failed]) expect((await run(examined, { commit: "5ca5e1" })).out).not.toContain("To apply exactly this");
  });

  test("that failed fails with its cause", async () => {
    const { outcome, err } = await run(failed);
    expect([outcome.exitCode, outcome.fingerprint]).toEqual([exit.failed, undefined]);
    expect(err).toContain("graphplane ci preview: The preview of movies/dev failed: the log contains the cause");
  });

  test("that is too large for the fingerprint of a comment fails", async () => {
    const { outcome, err } = await run(many);
    expect([outcome.exitCode, digestsIn(outcome.fingerprint ?? "")]).toEqual([exit.failed, undefined]);
    expect(err).toContain("The preview of movies/dev is too large to review in one comment, so it could not be applied. Split the change.");
    const unrefreshed = await run({ ...many, review: { ...many.review, refreshed: false } });
    expect([unrefreshed.outcome.exitCode, unrefreshed.err]).toEqual([exit.fine, ""]);
  });

  test("with a loss fails only if it is strict", async () => {
    const loss = examinedOf(["w0"], { highestImpact: { severity: "destroys" } as unknown as NonNullable<Review["highestImpact"]> });
    const commit = "5ca5e1";
    expect([(await run(loss, { commit })).outcome.exitCode, (await run(loss, { commit }, true)).outcome.exitCode]).toEqual([exit.fine, 4]);
  });

  test("whose comment the host refuses fails, and its review is in the summary", async () => {
    host.intercept = ({ method }) => (method === "GET" ? undefined : { status: 403, body: { message: "no" } });
    const { outcome, err, summary } = await run(one);
    expect([outcome.exitCode, outcome.comment]).toEqual([exit.failed, undefined]);
    expect(err).toContain(`${name} rejected POST`);
    expect(err).not.toContain("The review is in the summary.");
    if (name === "GitHub") expect(summary).toContain("`w0`");
  });

  test("of a fork, whose token can only read, does not fail, and its review is in the summary", async () => {
    host.intercept = ({ method }) => (method === "GET" ? undefined : { status: 403, body: { message: "no" } });
    const { outcome, err, out } = await run(one, { env: forked[name] });
    expect(outcome.exitCode).toBe(exit.fine);
    expect(err).toMatch(/rejected POST .* The review is in the summary\.$/m);
    expect(out).not.toContain("::error");
  });

  test.each<[string, Examined, Readonly<Record<string, string>>, number]>([
    ["the host's token", one, tokens, 0],
    ["PULUMI_ACCESS_TOKEN", { ...failed, missingSecret: "PULUMI_ACCESS_TOKEN" }, {}, 1],
  ])("of a fork without %s succeeds, says so, and posts nothing", async (secret, examined, env, count) => {
    const { outcome, out, summary } = await run(examined, { env: { ...forked[name], ...env } });
    const text = `No preview: this run comes from a fork, so it receives no secrets (${secret} is missing). To preview the change, push its branch to this repository.`;
    expect(outcome).toEqual({ stack: "dev", commit: "c0ffee1", changes: 0, exitCode: exit.fine });
    expect([out, bodies(), previews]).toEqual([text, [], count]);
    if (name === "GitHub") expect(summary).toBe(`${text}\n\n`);
  });

  test("without a secret fails if it is not of a fork", async () => {
    const { outcome, err } = await run({ ...failed, missingSecret: "PULUMI_ACCESS_TOKEN" });
    expect(outcome.exitCode).toBe(exit.failed);
    expect(err).toContain("failed: PULUMI_ACCESS_TOKEN is missing. Add it to the job's `env`.");
  });

  test("of a pull request without a token fails before it runs, except as a dry run", async () => {
    await expect(run(one, { env: tokens })).rejects.toThrow(/_TOKEN.* is not set\./);
    expect(previews).toBe(0);
    expect((await run(one, { env: tokens, options: { "dry-run": true } })).outcome.exitCode).toBe(exit.fine);
    expect((await run(one, { env: tokens, commit: "5ca5e1" })).outcome.exitCode).toBe(exit.fine);
  });

  test("as a dry run posts nothing, and prints the review", async () => {
    const { outcome, out, summary } = await run(one, { options: { "dry-run": true } });
    expect([outcome.comment, host.requests, summary]).toEqual([undefined, [], ""]);
    expect(out).toContain("w0");
  });

  test("that cannot be published because of a bug is an error", async () => {
    const job = { folder, pull: host.pull };
    const work = runInJob(host, "ci preview", job, (context) => {
      jest.spyOn(context.host, "comments").mockRejectedValue(new Error("a bug"));
      return preview(context, { strict: false }, { examine: async () => one });
    });
    await expect(work).rejects.toThrow("a bug");
  });
});

describe("the event of a job on GitHub", () => {
  const { terminal, printed } = recordingTerminal();
  const run = (path: string | undefined, isDry = false) => {
    const environment = { GITHUB_ACTIONS: "true", GITHUB_TOKEN: "t", ...(path !== undefined && { GITHUB_EVENT_PATH: path }) };
    const options = { stack: "dev", cwd: folder, "dry-run": isDry };
    return withContext("ci preview", options, [], { ...terminal, environment }, (context) =>
      preview(context, { strict: false }, { examine: async () => one }),
    );
  };

  test("must be readable, except in a dry run", async () => {
    await expect(run("/nowhere/event.json")).rejects.toThrow("Cannot read the event file /nowhere/event.json (GITHUB_EVENT_PATH).");
    expect((await run("/nowhere/event.json", true)).exitCode).toBe(exit.fine);
    expect(printed().err).not.toContain("GITHUB_EVENT_PATH is not set");
  });

  test("is not needed, but its absence is logged", async () => {
    expect((await run(undefined)).exitCode).toBe(exit.fine);
    expect(printed().err).toContain("GITHUB_EVENT_PATH is not set: cannot find the pull request, so no comment is posted.");
  });
});
