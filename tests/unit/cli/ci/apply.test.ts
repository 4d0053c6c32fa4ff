import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apply } from "../../../../cli/ci/apply";
import type { CiOptions } from "../../../../cli/ci/context";
import type { Engine, Examined } from "../../../../cli/ci/examine";
import { preview } from "../../../../cli/ci/preview";
import { exit } from "../../../../cli/command";
import { shortFingerprint } from "../../../../cli/review/fingerprint";
import { CodeHost, type HostPull } from "../../../support/ci/code-host";
import { examinedOf, runInJob, type ShortJob } from "../../../support/ci/examined";
import { urnOf } from "../review/samples";

/** What an apply sends, reports and returns, with an engine that returns what a test gives. */

const folder = mkdtempSync(join(tmpdir(), "graphplane-apply-"));
const summary = join(folder, "summary.md");
writeFileSync(join(folder, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n");
afterAll(() => rmSync(folder, { recursive: true }));

let host: CodeHost;
beforeEach(() => {
  host = CodeHost.inProcess("GitHub");
  writeFileSync(summary, "");
});
afterEach(() => host.close());

type Update = Awaited<ReturnType<Engine["runUpdate"]>>;
const event = (kind: "resOutputsEvent" | "resOpFailedEvent", name: string) => ({
  [kind]: { metadata: { op: "update", urn: urnOf({ name }) } },
});
const updated = (...names: string[]): Update => ({
  code: 0,
  stdout: "",
  stderr: "",
  events: names.map((name) => event("resOutputsEvent", name)),
});
const stoppedAt = (name: string, ...done: string[]): Update => {
  const error = { severity: "error", urn: urnOf({ name }), message: `${name} failed` };
  return {
    ...updated(...done),
    code: 255,
    events: [...updated(...done).events, event("resOpFailedEvent", name), { diagnosticEvent: error }],
  };
};
const notStarted: Update = { ...updated(), code: 255, stderr: "error: the stack is locked" };

interface Run extends CiOptions, Pick<ShortJob, "commit" | "env" | "stopped"> {
  readonly previews: readonly Examined[];
  readonly update?: Update | (() => Update);
  readonly approved?: string;
  readonly approvals?: number;
}

/** Runs an apply of the newest commit, or of another one. */
async function runApply({ previews, update, approved, approvals = 0, env, stopped, commit, ...options }: Run) {
  const calls: string[] = [];
  const rest = [...previews];
  const engine: Engine = {
    examine: async () => {
      calls.push("preview");
      return rest.length > 1 ? (rest.shift() as Examined) : (rest[0] as Examined);
    },
    runUpdate: async () => {
      calls.push("update");
      const done = typeof update === "function" ? update() : update;
      if (done === undefined) throw new Error("an update that the test does not expect");
      return done;
    },
  };
  const job = { folder, commit: commit ?? host.branches.get("main"), env, stopped, options };
  const { result, ...printed } = await runInJob(host, "ci apply", job, (context) => apply(context, { approved, approvals }, engine));
  return { outcome: result, calls, ...printed };
}

/** Opens a pull request, and publishes the review of a preview. */
async function reviewed(examined: Examined): Promise<HostPull> {
  const pull = host.openPull();
  const engine = { examine: async () => examined };
  await runInJob(host, "ci preview", { folder, pull }, (context) => preview(context, { strict: false }, engine));
  host.tick(60_000);
  writeFileSync(summary, "");
  return pull;
}

function merge(...pulls: HostPull[]): string {
  const { commit } = host.merge(pulls);
  host.tick(1_000);
  return commit;
}

const reportOn = ({ comments }: HostPull) => comments.find(({ body }) => body.includes("<!-- graphplane-apply "))?.body ?? "";
const summaryText = () => readFileSync(summary, "utf8");
const writes = () => host.requests.filter(({ method }) => method !== "GET").length;

const [one, both, none] = [examinedOf(["w0"]), examinedOf(["w0", "w1"]), examinedOf([])];
const failedPreview = examinedOf(["w0"], { complete: false, failed: true });

describe("an apply of reviewed changes", () => {
  test("returns what it applied, and the comment that it created", async () => {
    const pull = await reviewed(both);
    const commit = merge(pull);
    const { outcome, calls } = await runApply({ previews: [both], update: updated("w0", "w1") });
    expect(outcome).toEqual({
      stack: "movies/dev",
      fingerprint: expect.stringMatching(/^2\./) as string,
      commit,
      changes: 2,
      comment: { id: pull.comments[1]?.id, action: "created" },
      applied: true,
      exitCode: exit.fine,
    });
    expect(calls).toEqual(["preview", "update"]);
    expect(summaryText()).toMatch(/^## ✅ Applied to `movies\/dev`[^]*- change `w0`[^]*- change `w1`/);
  });

  test("returns the comment of its end, if someone deleted that of its begin", async () => {
    const pull = await reviewed(one);
    merge(pull);
    const update = () => {
      pull.comments.splice(1);
      return updated("w0");
    };
    const { outcome } = await runApply({ previews: [one], update });
    expect(outcome.comment).toEqual({ id: pull.comments[1]?.id, action: "created" });
  });

  test("names a resource that the update changed although the preview did not", async () => {
    merge(await reviewed(one));
    await runApply({ previews: [one], update: updated("w0", "w7") });
    expect(summaryText()).toContain("Also changed, although the preview did not include them: `w7`.");
  });

  test("sends and writes nothing in a dry run", async () => {
    merge(await reviewed(both));
    const before = writes();
    const { outcome, calls, out } = await runApply({ previews: [both], "dry-run": true });
    expect([outcome.applied, outcome.exitCode, calls, writes() - before]).toEqual([false, exit.fine, ["preview"], 0]);
    expect(out).toBe("Would apply 2 changes to movies/dev; --dry-run applies nothing.");
    expect(outcome).not.toHaveProperty("comment");
  });

  test("reports complete pull requests whose changes are not part of this update", async () => {
    const earlier = await reviewed(examinedOf(["w1"]));
    merge(earlier);
    const pull = await reviewed(one);
    const commit = merge(pull);
    await runApply({ previews: [one], update: updated("w0") });
    expect(reportOn(earlier)).toMatch(
      new RegExp(`^## ✅ Applied to[^]*This pull request had no changes left to apply\\.[^]* done=${commit} -->\n$`),
    );
    expect(reportOn(pull)).toMatch(/^## ✅ Applied to[^]*- change `w0`/);
  });
});

describe("an update that stops", () => {
  const stopped = stoppedAt("w1", "w0");

  test("is reported with what is applied and what is left", async () => {
    const pull = await reviewed(both);
    merge(pull);
    const left = examinedOf(["w1"]);
    const { outcome, calls, err } = await runApply({ previews: [both, left], update: stopped });
    expect([outcome.applied, outcome.exitCode, calls]).toEqual([true, exit.failed, ["preview", "update", "preview"]]);
    expect(err).toContain("The update of movies/dev stopped: 1 change applied, 1 left. Fix the cause, then run the job again");
    for (const text of [summaryText(), reportOn(pull)])
      expect(text).toMatch(/stopped at `w1`[^]*w1: w1 failed[^]*\*\*Applied\*\*\n\n- change `w0`[^]*\*\*Left\*\*\n\n- change `w1`/);
    expect(reportOn(pull)).not.toContain(" done=");
    // The job again applies the rest.
    const again = await runApply({ previews: [left], update: updated("w1") });
    expect([again.outcome.exitCode, again.outcome.comment?.action]).toEqual([exit.fine, "updated"]);
  });

  test("is not reported on earlier pull requests whose changes are not part of it", async () => {
    const earlier = await reviewed(examinedOf(["w2"]));
    merge(earlier);
    merge(await reviewed(both));
    await runApply({ previews: [both], update: stopped });
    expect(reportOn(earlier)).toBe("");
  });

  test("before its first change applied nothing", async () => {
    merge(await reviewed(both));
    const { outcome, err } = await runApply({ previews: [both], update: stoppedAt("w0") });
    expect([outcome.applied, outcome.exitCode]).toEqual([false, exit.failed]);
    expect(err).toContain("stopped: 0 changes applied, 2 left.");
  });

  test("says so if the rest is unknown because the second preview failed", async () => {
    merge(await reviewed(both));
    const { err } = await runApply({ previews: [both, failedPreview], update: stopped });
    expect(err).toContain("stopped: 1 change applied, the rest is unknown.");
    expect(summaryText()).toContain("graphplane could not determine the remaining changes: run a preview.");
  });

  test("is not previewed again after an interruption", async () => {
    merge(await reviewed(both));
    const controller = new AbortController();
    const update = () => {
      controller.abort();
      return stopped;
    };
    const { outcome, calls, err } = await runApply({ previews: [both], update, stopped: controller.signal });
    expect([outcome.exitCode, calls]).toEqual([exit.interrupted, ["preview", "update"]]);
    expect(err).toContain("the rest is unknown");
  });

  test("is not previewed again if it did not start", async () => {
    const pull = await reviewed(one);
    merge(pull);
    const { outcome, calls, err } = await runApply({ previews: [one], update: notStarted });
    expect([outcome.applied, outcome.exitCode, calls]).toEqual([false, exit.failed, ["preview", "update"]]);
    expect(err).toContain("Nothing was applied: the update of movies/dev did not start.");
    expect(err).not.toContain("stopped:");
    expect(reportOn(pull)).toMatch(/^## ⛔ Nothing was applied[^]*the stack is locked/);
  });
});

describe("an apply is refused", () => {
  test("with what the preview contains, and without a request", async () => {
    const pull = await reviewed(one);
    merge(pull);
    const { outcome, calls, err } = await runApply({ previews: [both] });
    expect(outcome).toMatchObject({
      applied: false,
      exitCode: exit.failed,
      changes: 2,
      comment: { id: pull.comments[1]?.id, action: "created" },
    });
    expect(calls).toEqual(["preview"]);
    expect(err).toContain(
      "Nothing was applied. These changes were not reviewed, or have changed since: - WorkspaceSettings w1: autoStopMinutes 30 → 45",
    );
    expect(summaryText()).toMatch(/^## ⛔ Nothing was applied to `movies\/dev`[^]*run the job by hand[^]*\n\n## [^]*`w1`/);
    expect(reportOn(pull)).not.toContain(" done=");
  });

  test("if the preview fails, without a fingerprint to apply it by hand", async () => {
    const pull = await reviewed(one);
    merge(pull);
    const { err } = await runApply({ previews: [failedPreview] });
    expect(err).toContain("Nothing was applied. The preview of movies/dev failed: ");
    expect(reportOn(pull)).toContain("Fix the problem in the preview, then open another pull request or run the job again.");
  });

  test("with the reasons of the pull requests, each once, and five at most", async () => {
    const pulls = Array.from({ length: 7 }, () => host.openPull());
    merge(...pulls);
    const { err } = await runApply({ previews: [one] });
    expect(err.match(/Pull request \d+ has no comment with the review of movies\/dev\./g)).toHaveLength(5);
    expect(pulls.map((pull) => reportOn(pull) !== "").filter(Boolean)).toHaveLength(1);
  });

  test("with a warning if an earlier run was killed", async () => {
    const pull = await reviewed(one);
    merge(pull);
    const unfinished =
      "An earlier run of this update has not finished: it is still running or was killed, so some changes might already be applied.";
    const killed = () => {
      throw new Error("killed");
    };
    await expect(runApply({ previews: [one], update: killed })).rejects.toThrow("killed");
    const { err } = await runApply({ previews: [both] });
    expect([err.includes(unfinished), reportOn(pull).includes(unfinished)]).toEqual([true, true]);
    const ended = await runApply({ previews: [both] });
    expect(ended.err).not.toContain(unfinished);
  });

  test("with this warning even if the killed run did not report to all of its pull requests", async () => {
    const pulls = [await reviewed(one), await reviewed(examinedOf(["w1"]))];
    merge(...pulls);
    const killed = () => {
      throw new Error("killed");
    };
    await expect(runApply({ previews: [both], update: killed })).rejects.toThrow("killed");
    pulls[0]?.comments.splice(1);
    expect((await runApply({ previews: [examinedOf(["w0", "w1", "w2"])] })).err).toContain(
      "An earlier run of this update has not finished",
    );
  });

  test("on a terminal, without a fingerprint", async () => {
    const { outcome, err } = await runApply({ previews: [one], env: { GITHUB_ACTIONS: "" } });
    expect(outcome).toMatchObject({ applied: false, exitCode: exit.failed });
    expect(err).toContain("Nothing was applied. A run on a terminal has no pull request with a review.");
    expect(host.requests).toEqual([]);
  });

  test("before the preview if the token is missing, but not in a dry run", async () => {
    const env = { GITHUB_TOKEN: "" };
    await expect(runApply({ previews: [one], env })).rejects.toThrow("GITHUB_TOKEN (or GH_TOKEN) is not set.");
    const { outcome, err } = await runApply({ previews: [none], env, "dry-run": true });
    expect([outcome.exitCode, err]).toEqual([exit.fine, ""]);
  });

  test("if its commit is unknown, without a request", async () => {
    const { err } = await runApply({ previews: [one], env: { GITHUB_SHA: "" } });
    expect(err).toContain("No pull request contains this commit, so its preview was not reviewed.");
    expect(host.requests).toEqual([]);
  });

  test("if its approval cannot be written for the update", async () => {
    merge(await reviewed(one));
    await expect(runApply({ previews: [{ ...one, approval: undefined }] })).rejects.toThrow("an incomplete preview cannot be applied");
  });
});

describe("an apply by hand", () => {
  const fingerprintOf = async (examined: Examined) =>
    (await runApply({ previews: [examined], "dry-run": true, approved: "2.0" })).outcome.fingerprint ?? "";

  test.each([
    ["whole", (text: string) => text],
    ["short", shortFingerprint],
    ["with spaces", (text: string) => ` ${shortFingerprint(text)}\n`],
  ])("accepts the fingerprint %s, and lists all changes", async (_, form) => {
    const pull = await reviewed(one);
    merge(pull);
    const approved = form(await fingerprintOf(both));
    const { outcome } = await runApply({ previews: [both], update: updated("w0", "w1"), approved });
    expect(outcome).toMatchObject({ applied: true, exitCode: exit.fine });
    expect(reportOn(pull)).toMatch(
      /^## ✅ Applied to `movies\/dev`\n\n`ann` approved this by hand\.\n\n- change `w0`[^\n]*\n- change `w1`/,
    );
    expect(summaryText()).toContain("`ann` approved this by hand.");
  });

  test("is refused with the fingerprint of a different preview", async () => {
    merge(await reviewed(one));
    const { outcome, err } = await runApply({ previews: [both], approved: await fingerprintOf(one) });
    expect([outcome.exitCode, outcome.applied]).toEqual([exit.failed, false]);
    expect(err).toContain("The preview no longer matches the fingerprint.");
  });

  test("needs the approvals of the pull request of its commit, newer than the review", async () => {
    const pull = await reviewed(one);
    merge(pull);
    const approved = await fingerprintOf(both);
    const run = () => runApply({ previews: [both], update: updated("w0", "w1"), approved, approvals: 1 });
    expect((await run()).err).toContain(`Pull request ${pull.number} has 0 of 1 required approvals.`);
    host.review("bob", "APPROVED", { pull });
    expect((await run()).outcome.exitCode).toBe(exit.fine);
  });

  test("does not wait until the host lists a pull request", async () => {
    host.push("main");
    const { err, outcome } = await runApply({ previews: [both], update: updated("w0", "w1"), approved: await fingerprintOf(both) });
    expect([outcome.applied, err]).toEqual([true, ""]);
  });

  test("works on a terminal", async () => {
    const env = { GITHUB_ACTIONS: "" };
    const approved = await fingerprintOf(both);
    const { outcome, err } = await runApply({ previews: [both], update: updated("w0", "w1"), approved, env });
    expect([outcome.exitCode, outcome.applied, err]).toEqual([exit.fine, true, ""]);
  });
});

describe("a preview that sends nothing", () => {
  const outputs = examinedOf([], { outputs: ["port"] }, { isEmpty: false });

  test("is applied without a review", async () => {
    host.push("main");
    const { outcome, calls } = await runApply({ previews: [outputs], update: updated() });
    expect([outcome.exitCode, calls]).toEqual([exit.fine, ["preview", "update"]]);
    expect(host.requests.filter(({ path }) => path.includes("/comments"))).toEqual([]);
  });

  test("is applied on a terminal without a fingerprint", async () => {
    const { outcome, calls } = await runApply({ previews: [outputs], update: updated(), env: { GITHUB_ACTIONS: "" } });
    expect([outcome.exitCode, calls]).toEqual([exit.fine, ["preview", "update"]]);
  });

  test("is reported on the pull request of its push", async () => {
    const pull = await reviewed(one);
    const commit = merge(pull);
    await runApply({ previews: [outputs], update: updated() });
    expect(reportOn(pull)).toMatch(
      new RegExp(`^## ✅ Applied[^]*This pull request had no changes left to apply\\.[^]* done=${commit} -->\n$`),
    );
  });
});

describe("an apply with nothing to do", () => {
  const isGreen = (pull: HostPull) => reportOn(pull).startsWith("## ✅ Nothing is left to apply to `movies/dev`");

  test("updates nothing, prints why, and reports to pull requests with open changes only", async () => {
    const [open, other] = [await reviewed(one), host.openPull()];
    const commit = merge(open, other);
    const { outcome, calls, out } = await runApply({ previews: [none] });
    expect(outcome).toMatchObject({
      applied: false,
      exitCode: exit.fine,
      changes: 0,
      comment: { id: open.comments[1]?.id, action: "created" },
    });
    expect([calls, out, summaryText()]).toEqual([
      ["preview"],
      "Nothing to do: movies/dev matches the program.",
      "Nothing to do: movies/dev matches the program.\n\n",
    ]);
    expect([isGreen(open), reportOn(other)]).toEqual([true, ""]);
    expect(reportOn(open)).toContain(` done=${commit} -->`);
    expect((await runApply({ previews: [none] })).outcome.comment).toBeUndefined();
  });

  test("reports to a pull request whose run was refused, although its review is not valid", async () => {
    const pull = host.openPull();
    merge(pull);
    await runApply({ previews: [one] });
    expect(reportOn(pull)).toMatch(/^## ⛔/);
    await runApply({ previews: [none] });
    expect(isGreen(pull)).toBe(true);
  });

  test("reports to a pull request that was applied and whose job was refused when it ran again", async () => {
    const pull = await reviewed(one);
    merge(pull);
    await runApply({ previews: [one], update: updated("w0") });
    await runApply({ previews: [both] });
    expect(reportOn(pull)).toMatch(/^## ⛔/);
    await runApply({ previews: [none] });
    expect(isGreen(pull)).toBe(true);
  });

  test("does not fail if earlier comments cannot be read", async () => {
    merge(await reviewed(one));
    host.intercept = () => ({ status: 403, body: { message: "no" } });
    const { outcome, err } = await runApply({ previews: [none] });
    expect(outcome.exitCode).toBe(exit.fine);
    expect(err).toMatch(/^graphplane ci apply: Earlier comments could not be read: GitHub rejected /m);
    expect((await runApply({ previews: [failedPreview] })).err).toContain("The preview of movies/dev failed: ");
    await expect(runApply({ previews: [one] })).rejects.toThrow("GitHub rejected");
  });

  test("because a newer commit is applied names that commit", async () => {
    const first = merge(await reviewed(one));
    const second = merge(await reviewed(both));
    await runApply({ previews: [both], update: updated("w0", "w1") });
    writeFileSync(summary, "");
    const { outcome, calls, out } = await runApply({ previews: [one], commit: first });
    const text = `Nothing to do: a newer commit, ${second}, is already applied to movies/dev.`;
    expect([outcome.exitCode, outcome.applied, calls, out, summaryText()]).toEqual([exit.fine, false, ["preview"], text, `${text}\n\n`]);
  });
});
