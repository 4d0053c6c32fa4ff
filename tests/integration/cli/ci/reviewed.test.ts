import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodeHost, type HostName, type HostPull } from "../../../support/ci/code-host";
import { type Values, World } from "../../../support/ci/history-world";

/** Which reviews count for `graphplane ci apply`, and what each pull request is told. */

const folder = mkdtempSync(join(tmpdir(), "reviewed-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each<HostName>(["GitHub", "GitLab"])("on %s", (name) => {
  let world: World;
  beforeEach(() => (world = new World(CodeHost.inProcess(name), folder)));
  afterEach(() => world.close());

  /** Opens a pull request and previews it. */
  async function reviewed(edits: Values): Promise<HostPull> {
    const pull = world.host.openPull();
    world.edits.set(pull, edits);
    await world.preview(pull);
    world.host.tick(60_000);
    return pull;
  }

  /** Merges pull requests in one push; resolves to the newest commit. */
  function merge(...pulls: HostPull[]): string {
    let program = world.programOf(world.head);
    const group = world.host.queue(pulls, "squash");
    for (const { pull, commit } of group.landing) world.programs.set(commit, (program = { ...program, ...world.edits.get(pull) }));
    const { commit } = world.host.land(group);
    world.host.tick(1_000);
    return commit;
  }

  /** The report of a pull request: its comment that is not the review. */
  const report = ({ comments }: HostPull) => comments.find(({ body }) => body.includes("<!-- graphplane-apply "))?.body ?? "";
  const sent = () => world.sent.splice(0).map(({ key }) => key);

  test("two pull requests of one push are applied by both reviews, and each is told of its own changes", async () => {
    const [a, b] = [await reviewed({ w0: 45 }), await reviewed({ w1: 45 })];
    expect([await world.apply(merge(a, b), 0), sent()]).toEqual([0, ["w0 30 → 45", "w1 30 → 45"]]);
    expect([report(a), report(b)]).toEqual([
      expect.stringMatching(/^## ✅ Applied[^]*- change `w0`(?![^]*`w1`)/),
      expect.stringMatching(/^## ✅ Applied[^]*- change `w1`(?![^]*`w0`)/),
    ]);
  });

  test.each<string[]>([
    ["updated_at", "the time of its last change"],
    ...(name === "GitLab" ? [["merged_at", "the time of the merge"]] : []),
  ])("a review is refused if the host returns no %s", async (field = "", time = "") => {
    const a = await reviewed({ w0: 45 });
    const commit = merge(a);
    world.host.omitted.push(field);
    expect([await world.apply(commit, 0), sent()]).toEqual([1, []]);
    expect(report(a)).toContain(`it might have been changed after the merge: ${name} did not return ${time}. Run the job again.`);
  });

  test.each(name === "GitHub" ? ["merged_at", "base"] : ["state", "target_branch"])(
    "the run fails if the host does not return the %s of a pull request",
    async (field) => {
      const commit = merge(await reviewed({ w0: 45 }));
      world.host.omitted.push(field);
      await expect(world.apply(commit, 0)).rejects.toThrow(`\`${field}\` is missing or invalid. Check that ${world.host.url} is`);
      expect(sent()).toEqual([]);
    },
  );

  test("the review of a pull request into a different branch is not valid", async () => {
    const a = await reviewed({ w0: 45 });
    const commit = merge(a);
    Object.assign(a, { base: "develop" });
    expect([await world.apply(commit, 0), sent()]).toEqual([1, []]);
  });

  test("a refusal is reported on the pull request of the push that has a review", async () => {
    const [a, b] = [await reviewed({ w0: 45 }), await reviewed({})];
    const commit = merge(a, b);
    world.live["w0"] = 60;
    expect(await world.apply(commit, 0)).toBe(1);
    // On GitLab, each merge is a push of its own.
    const [told, other] = name === "GitHub" ? [a, b] : [b, a];
    expect([report(told), report(other)]).toEqual([expect.stringMatching(/^## ⛔ Nothing was applied/), ""]);
  });

  test("the run of a later merge applies what an earlier run was dropped for, and says so where it was refused", async () => {
    const a = await reviewed({ w0: 45 });
    const first = merge(a);
    world.live["w0"] = 60;
    expect([await world.apply(first, 0), report(a)]).toEqual([
      1,
      expect.stringMatching(/^## ⛔ Nothing was applied[^]*autoStopMinutes 60 → 45/),
    ]);
    world.live["w0"] = 30;
    const b = await reviewed({ w1: 45 });
    expect([await world.apply(merge(b), 0), sent()]).toEqual([0, ["w0 30 → 45", "w1 30 → 45"]]);
    expect(report(a)).toMatch(/^## ✅ Applied to `movies\/dev`[^]*- change `w0`[^]*## ⛔ Nothing was applied/);
    expect([await world.apply(first, 0), sent()]).toEqual([0, []]);
  });

  test("after a failure half-way, the job run again applies the rest, and the report grows", async () => {
    const a = await reviewed({ w0: 45, w1: 45, w2: 45 });
    const commit = merge(a);
    world.fault = { after: 1, kills: false };
    expect([await world.apply(commit, 0), sent()]).toEqual([1, ["w0 30 → 45"]]);
    expect(report(a)).toMatch(/^## ❌ The update[^]*stopped[^]*\*\*Applied\*\*\n\n- change `w0`[^]*\*\*Left\*\*\n\n- change `w1`/);
    world.fault = undefined;
    // A person has set one of the others as it was reviewed.
    world.live["w2"] = 45;
    expect([await world.apply(commit, 0), sent()]).toEqual([0, ["w1 30 → 45"]]);
    expect(report(a)).toMatch(/^## ✅ Applied[^]*- change `w1`[^]*## ❌ The update[^]*- change `w0`/);
  });

  test("a refusal after a failure half-way leaves what was applied in the report", async () => {
    const a = await reviewed({ w0: 45, w1: 45 });
    const commit = merge(a);
    world.fault = { after: 1, kills: false };
    expect(await world.apply(commit, 0)).toBe(1);
    world.live["w1"] = 90;
    expect(await world.apply(commit, 0)).toBe(1);
    expect(report(a)).toMatch(/^## ⛔ This run applied nothing[^]*## ❌ The update[^]*\*\*Applied\*\*\n\n- change `w0`/);
  });

  test("what was applied before a failure, and taken back in the console, is not applied again", async () => {
    const commit = merge(await reviewed({ w0: 45, w1: 45 }));
    world.fault = { after: 1, kills: false };
    expect([await world.apply(commit, 0), sent()]).toEqual([1, ["w0 30 → 45"]]);
    world.fault = undefined;
    world.live["w0"] = 30;
    expect([await world.apply(commit, 0), sent()]).toEqual([1, []]);
  });

  test("a change that was applied before a failure in another pull request is not applied again, and the report says why", async () => {
    const [a, b] = [await reviewed({ w0: 45 }), await reviewed({ w1: 45 })];
    const commit = merge(a, b);
    world.fault = { after: 1, kills: false };
    expect([await world.apply(commit, 0), sent()]).toEqual([1, ["w0 30 → 45"]]);
    world.fault = undefined;
    world.live["w0"] = 30;
    expect([await world.apply(commit, 0), sent()]).toEqual([1, []]);
    expect(report(b)).toContain(`All changes in the review on pull request ${a.number} are already applied.`);
    expect(report(b)).not.toContain(`All changes in the review on pull request ${b.number}`);
  });

  test("a commit that no pull request brought is not reported on an earlier pull request", async () => {
    const a = await reviewed({ w0: 45 });
    expect(await world.apply(merge(a), 0)).toBe(0);
    const before = report(a);
    const direct = world.host.push("main");
    world.programs.set(direct, { ...world.programOf(world.head), w0: 45, w1: 90 });
    expect([await world.apply(direct, 0), report(a)]).toEqual([1, before]);
  });

  test("an old job that is run again repeats no deletion", async () => {
    const removal = await reviewed({ u0: 0 });
    const first = merge(removal);
    expect([await world.apply(first, 0), sent()]).toEqual([0, ["u0 deleted"]]);
    const again = await reviewed({ u0: 1 });
    const second = merge(again);
    expect([await world.apply(second, 0), sent()]).toEqual([0, ["u0 created"]]);
    for (const commit of [first, second, first]) expect([await world.apply(commit, 0), sent()]).toEqual([0, []]);
    world.live["u0"] = 0;
    // Somebody deleted the user: its creation was reviewed once.
    expect([await world.apply(second, 0), sent()]).toEqual([1, []]);
    expect(report(again)).toContain(`All changes in the review on pull request ${again.number} are already applied.`);
    expect(report(again)).not.toContain("has no comment");
  });

  test("a commit whose change a later commit took back, without a run of its own, is not applied", async () => {
    const [a, b] = [await reviewed({ w0: 45 }), world.host.openPull()];
    const first = merge(a);
    world.edits.set(b, { w0: 30 });
    const second = merge(b);
    expect([await world.apply(second, 0), report(a)]).toEqual([0, expect.stringMatching(/^## ✅ Nothing is left to apply/)]);
    expect([await world.apply(first, 0), sent()]).toEqual([0, []]);
  });

  test("an approval is for the review before it", async () => {
    const a = await reviewed({ w0: 45 });
    world.host.review("bob", "APPROVED", { pull: a });
    world.host.tick(60_000);
    world.live["w1"] = 90;
    await world.preview(a);
    world.host.tick(60_000);
    const commit = merge(a);
    expect([await world.apply(commit, 1), sent(), report(a)]).toEqual([1, [], expect.stringContaining("0 of 1 required approvals")]);
    world.host.review("bob", "APPROVED", { pull: a });
    expect([await world.apply(commit, 1), sent()]).toEqual([0, ["w0 30 → 45", "w1 90 → 30"]]);
  });

  test("a preview that shows the same again keeps the review and its approvals", async () => {
    const a = await reviewed({ w0: 45 });
    world.host.review("bob", "APPROVED", { pull: a });
    world.host.tick(60_000);
    await world.preview(a);
    expect([await world.apply(merge(a), 1), sent()]).toEqual([0, ["w0 30 → 45"]]);
  });

  test.each<[string, (pull: HostPull) => void]>([
    ["a bot", (pull) => world.host.review("helper[bot]", "APPROVED", { pull })],
    ["the account of the job", (pull) => world.host.review("github-actions[bot]", "APPROVED", { pull })],
    ...(name === "GitHub"
      ? ([
          ["a stranger", (pull) => world.host.review("eve", "APPROVED", { pull, association: "NONE" })],
          [
            "somebody beside a person who requests changes",
            (pull) => {
              world.host.review("bob", "APPROVED", { pull });
              world.host.review("ann", "CHANGES_REQUESTED", { pull });
            },
          ],
        ] satisfies [string, (pull: HostPull) => void][])
      : []),
  ])("an approval by %s does not count", async (_, approve) => {
    const a = await reviewed({ w0: 45 });
    if (name === "GitLab" && _ === "a bot") world.host.review("project_5_bot_1", "APPROVED", { pull: a });
    else approve(a);
    expect([await world.apply(merge(a), 1), sent()]).toEqual([1, []]);
  });

  test.each(
    [
      ["the reviewed commit", "commit_id"],
      ["the time of the approval", name === "GitHub" ? "submitted_at" : "approved_at"],
    ].slice(name === "GitHub" ? 0 : 1),
  )("an approval is not valid if the host does not return %s", async (_, field) => {
    const a = await reviewed({ w0: 45 });
    world.host.review("bob", "APPROVED", { pull: a });
    const commit = merge(a);
    // GitLab does not return the commit, and its older versions return the time only in a note.
    world.host.intercept = ({ path }) => {
      if (path.endsWith("/reviews")) {
        const review = { user: { login: "bob", type: "User" }, state: "APPROVED", author_association: "MEMBER" };
        return { body: [{ ...review, commit_id: a.head, submitted_at: new Date(world.host.time), [field]: null }] };
      }
      return undefined;
    };
    if (name === "GitLab") world.host.omitted.push("approved_at", "system");
    expect([await world.apply(commit, 1), sent(), report(a)]).toEqual([1, [], expect.stringContaining("0 of 1 required approvals")]);
  });

  test("a preview of a merged pull request renews nothing", async () => {
    const a = await reviewed({ w0: 45 });
    const commit = merge(a);
    const before = a.comments.map(({ body }) => body);
    world.live["w0"] = 60;
    await world.preview(a);
    expect(a.comments.map(({ body }) => body)).toEqual(before);
    expect([await world.apply(commit, 0), sent()]).toEqual([1, []]);
  });

  test("a host that lists the pull request of a commit late is asked again", async () => {
    world.host.lag = 20_000;
    const a = await reviewed({ w0: 45 });
    expect([await world.apply(merge(a), 0), sent()]).toEqual([0, ["w0 30 → 45"]]);
    expect(report(a)).toContain("Applied");
  });

  test("a pull request without changes gets no comment, and one whose changes are gone is updated", async () => {
    expect((await reviewed({ w0: 30 })).comments).toEqual([]);
    const a = await reviewed({ w0: 45 });
    world.live["w0"] = 45;
    await world.preview(a);
    expect(a.comments.map(({ body }) => body)).toEqual([expect.stringContaining("✅ Nothing to do")]);
  });
});
