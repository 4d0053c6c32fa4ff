import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drift } from "../../../../cli/ci/drift";
import type { Examined } from "../../../../cli/ci/examine";
import { exit } from "../../../../cli/command";
import type { Review } from "../../../../cli/review/model";
import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { examinedOf, runInJob, type ShortJob } from "../../../support/ci/examined";

/** The issue that a drift check keeps, with an engine that returns what a test gives. */

const folder = mkdtempSync(join(tmpdir(), "graphplane-drift-"));
const summary = join(folder, "summary.md");
writeFileSync(join(folder, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n");
afterAll(() => rmSync(folder, { recursive: true }));

const [changed, none] = [examinedOf(["w0"]), examinedOf([])];
const moved = examinedOf([], { services: [{ from: "a", to: "b" }] as unknown as Review["services"] }, { isEmpty: false });
const failed = examinedOf([], { complete: false, failed: true });

describe.each<HostName>(["GitHub", "GitLab"])("on %s, a drift check", (name) => {
  let host: CodeHost;
  beforeEach(() => {
    host = CodeHost.inProcess(name);
    writeFileSync(summary, "");
  });
  afterEach(() => host.close());

  const check = async (examined: Examined, more: Partial<ShortJob> = {}) => {
    const job = { folder, commit: "5ca5e1", ...more };
    const { result, ...printed } = await runInJob(host, "ci drift", job, (context) => drift(context, { examine: async () => examined }));
    return { outcome: result, ...printed };
  };
  const writes = () => host.requests.filter(({ method }) => method !== "GET").length;
  const open = () => host.issues.filter((issue) => issue.open);

  test.each([
    ["settings differ", changed, 1],
    ["the service has a different address", moved, 0],
  ])("opens an issue if %s, updates it, and closes it", async (_, examined, changes) => {
    const { outcome, out, err } = await check(examined);
    const [issue] = host.issues;
    expect(outcome).toEqual({
      stack: "movies/dev",
      commit: "5ca5e1",
      comment: { id: issue?.id, action: "created" },
      changes,
      exitCode: exit.fine,
    });
    expect(issue).toMatchObject({ title: "Drift in movies/dev", labels: ["graphplane-drift"] });
    expect([out === "", err]).toEqual([false, ""]);
    expect((await check(examined)).outcome.comment).toEqual({ id: issue?.id, action: "updated" });
    expect((await check(none)).outcome).toMatchObject({ comment: { id: issue?.id, action: "closed" }, changes: 0 });
    expect([host.issues.length, open().length]).toEqual([1, 0]);
  });

  test("writes nothing if there is no difference and no issue", async () => {
    expect((await check(none)).outcome.comment).toBeUndefined();
    expect(writes()).toBe(0);
  });

  test("closes each of its open issues, and no other", async () => {
    await check(changed);
    const [first] = host.issues;
    const body = first?.body ?? "";
    const issue = { author: "github-actions[bot]", title: "Drift", labels: ["graphplane-drift"], open: true, createdAt: 0, updatedAt: 0 };
    host.issues.push({ ...issue, id: 901, body }, { ...issue, id: 902, body: body.replaceAll("movies/dev", "movies/prod") });
    expect((await check(none)).outcome.comment?.action).toBe("closed");
    expect(open().map(({ id }) => id)).toEqual([902]);
  });

  test("that fails keeps the issue, with one line about it", async () => {
    await check(changed);
    const findings = host.issues[0]?.body.split("\n<!-- graphplane-drift ")[0]?.trimEnd() ?? "-";
    for (const url of ["https://host.example/1", "https://host.example/2"]) {
      const env = { GITHUB_SERVER_URL: url, GITHUB_RUN_ID: "9", CI_JOB_URL: url };
      const { outcome, err } = await check(failed, { env });
      expect([outcome.exitCode, outcome.comment?.action]).toEqual([exit.failed, "updated"]);
      expect(err).toContain("graphplane ci drift: The preview of movies/dev failed: ");
      const body = host.issues[0]?.body ?? "";
      expect(
        body.startsWith(
          `${findings}\n\nThe check at 2026-06-08 09:30 UTC could not read the live settings: see the log of [the run](${url}`,
        ),
      ).toBe(true);
      expect(body.match(/The check at/g)).toHaveLength(1);
      expect(body).toMatch(/<!-- graphplane-unread -->\n\n<!-- graphplane-drift stack=movies\/dev commit=5ca5e1 -->\n?$/);
    }
    expect((await check(none)).outcome.comment?.action).toBe("closed");
  });

  test("that fails opens no issue, and says so in the summary", async () => {
    const { outcome } = await check(failed);
    expect([outcome.exitCode, outcome.comment, writes()]).toEqual([exit.failed, undefined, 0]);
    if (name === "GitHub") expect(readFileSync(summary, "utf8")).not.toBe("");
  });

  test("writes nothing in a dry run, even without a token", async () => {
    const { outcome, out } = await check(changed, { options: { "dry-run": true }, env: { GITHUB_TOKEN: "", GITLAB_TOKEN: "" } });
    expect(outcome).toMatchObject({ changes: 1, exitCode: exit.fine });
    expect([outcome.comment, out !== "", host.requests, readFileSync(summary, "utf8")]).toEqual([undefined, true, [], ""]);
  });

  test("fails before its preview if the token is missing", async () => {
    let previews = 0;
    const engine = { examine: async () => (previews++, changed) };
    const job = { folder, commit: "5ca5e1", env: { GITHUB_TOKEN: "", GITLAB_TOKEN: "" } };
    await expect(runInJob(host, "ci drift", job, (context) => drift(context, engine))).rejects.toThrow(/_TOKEN.* is not set\./);
    expect(previews).toBe(0);
  });

  test("keeps no issue on a terminal", async () => {
    const { outcome } = await check(changed, { env: { GITHUB_ACTIONS: "", GITLAB_CI: "" } });
    expect([outcome.comment, outcome.exitCode, host.requests]).toEqual([undefined, exit.fine, []]);
  });
});
