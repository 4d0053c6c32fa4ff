import { destroyCommand, destroyOf } from "../../../../cli/review/destroy";
import { exitCodeOf } from "../../../../cli/review/exit-code";
import { fingerprintOf } from "../../../../cli/review/fingerprint";
import { formats } from "../../../../cli/review/formats";
import { markerOf } from "../../../../cli/review/marker";
import type { EngineEvent, RawState, RawStep } from "../../../../cli/review/inputs";
import type { Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { runCommand } from "../../../support/terminal";
import { comment, previewWith, type Step, workspace } from "./samples";

/** The review of `pulumi destroy`. */

const made = { __made: true };
const state = (name: string, kind: string, before: Record<string, unknown>, outputs: Record<string, unknown> = {}): Step => {
  return { name, kind, before, outputs: { ...made, ...outputs } };
};
const user = (name: string, more: object = {}) => state(name, "DatabaseUser", { ...workspace, username: name, password: "pw", ...more });

/** The review of a destroy of the workspace `shop`, with more arguments and options of Pulumi, and of other resources. */
function reviewWith(more: object, options: Partial<RawState>, others: readonly Step[], passed: readonly string[] = []): Review {
  const shop = state("shop", "Workspace", { workgroupId: "wg-1", workspaceName: "shop", ...more }, { workspaceId: "ws-1" });
  const { steps = [], ...rest } = previewWith([shop, ...others]);
  const withOptions = (step: RawStep) => (step.urn.endsWith("::shop") ? { ...step, oldState: { ...step.oldState, ...options } } : step);
  return reviewOf({ ...rest, steps: steps.map(withOptions), destroy: destroyOf(passed) });
}

const fates = ({ changes }: Review) =>
  Object.fromEntries(changes.map(({ name, action, requests }) => [name, [action, ...requests.map(({ method }) => method)].join(" ")]));

test("a deleted workspace takes along the users that it keeps, and no row says that they stay", () => {
  const review = reviewWith({ deletionPolicy: "delete" }, {}, [
    user("reader"),
    ...["a", "b", "c"].map((name) => user(name, { deletionPolicy: "retain" })),
    ...["d", "e", "f"].map((name) => user(name, { workspaceId: "ws-2", deletionPolicy: "retain" })),
  ]);
  const kept = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, "stop managing"]));
  expect(fates(review)).toEqual({ shop: "delete DELETE", reader: "delete DELETE", ...kept });
  const text = formats.text(review, { directory: "" });
  expect(text).toMatch(
    /^.*Deletes workspace shop and its data\nmovies\/dev · pulumi destroy · 5 deleted, 3 no longer managed · cannot be undone\n/,
  );
  expect(text).toMatch(/3: a, b, c +deleted with shop/);
  expect(text).toMatch(/3: d, e, f +no longer managed, stays unchanged/);
  expect(exitCodeOf(review, { changes: true })).toBe(4);
});

test.each<[string, object, Partial<RawState>, string[], RegExp | undefined]>([
  ["by default", {}, {}, [], /^graphplane refuses .* Set it to "delete", or to "retain" .* before `pulumi destroy`\.$/],
  ["by default, whatever Pulumi ignores", {}, { protect: true }, ["--ignore-protect"], /^graphplane refuses /],
  [
    "by the option protect",
    { deletionPolicy: "delete" },
    { protect: true },
    [],
    /^Pulumi refuses .* `protect` .* `pulumi state unprotect`/,
  ],
  ["by the option protect, which comes before retainOnDelete", {}, { protect: true, retainOnDelete: true }, [], /refuses/],
  ["not, if Pulumi ignores the option", { deletionPolicy: "delete" }, { protect: true }, ["--ignore-protect=true"], undefined],
  ["not, if Pulumi retains it", {}, { retainOnDelete: true }, [], undefined],
])("a workspace is protected %s", (_, more, options, passed, sentence) => {
  const review = reviewWith(more, options, [user("reader")], passed);
  const [change] = review.changes.filter(({ name }) => name === "shop");
  const heading = comment(review).split("\n", 1).join("");
  if (sentence === undefined) {
    expect(change).toMatchObject({ action: "retainOnDelete" in options ? "stop managing" : "delete" });
    return expect(review.complete).toBe(true);
  }
  expect(change).toMatchObject({ action: "refused deletion", requests: [], consequences: [{ id: "deletion-refused" }] });
  expect(change?.consequences[0]?.description).toMatch(sentence);
  expect(heading).toBe("## ⛔ Cannot be destroyed: workspace `shop` is protected");
  expect([review.complete, exitCodeOf(review, { changes: true })]).toEqual([false, 1]);
});

test("resources of other packages and components are refused too if they are protected, and a component is listed only then", () => {
  const urn = (type: string, name: string) => `urn:pulumi:dev::movies::${type}::${name}`;
  const stepOf = (type: string, name: string, more: object) => {
    return { op: "delete", urn: urn(type, name), oldState: { custom: !type.includes("Group"), inputs: {}, ...more } };
  };
  const steps = [false, true].flatMap((protect) => [
    stepOf("random:index:RandomId", `id-${protect}`, { protect }),
    stepOf("shops:index:Group", `group-${protect}`, { protect }),
  ]);
  const review = reviewOf({ steps, events: [{ summaryEvent: {} }], records: [], destroy: destroyOf([]) });
  expect(fates(review)).toEqual({ "id-false": "delete", "id-true": "refused deletion", "group-true": "refused deletion" });
});

test("a comment about a destroy cannot be taken for the review of a pull request", () => {
  const review = reviewWith({ deletionPolicy: "delete" }, {}, []);
  expect([review.complete, fingerprintOf(review), markerOf(comment(review))]).toEqual([true, undefined, undefined]);
  expect(comment(review)).not.toMatch(/Merging|approved|pulumi up|without (a )?refresh/);
  expect(comment(review)).toContain("anything that changes after this preview and before `pulumi destroy`");
});

test("a run leaves no object, so no row says that it stays", () => {
  const review = reviewWith({ deletionPolicy: "delete" }, {}, [
    state("refresh", "WorkspaceRefresh", { workgroupId: "wg-2", workspaceId: "ws-2", triggers: [] }),
  ]);
  expect(formats.text(review, { directory: "" })).toMatch(/no longer managed +was at/);
});

test("the stack may be empty, but a destroy that ended early is incomplete", () => {
  const of = (events: readonly EngineEvent[]) => reviewOf({ events, records: [], destroy: destroyOf([]) });
  expect(of([{ summaryEvent: {} }])).toMatchObject({ complete: true, changes: [] });
  expect(comment(of([{ summaryEvent: {} }]))).toMatch(/^## ✅ Nothing to do\n/);
  expect(of([])).toMatchObject({ complete: false, failed: true });
});

test("Pulumi lists protected resources too, unless it leaves them out", () => {
  expect(destroyCommand([])).toContain("--ignore-protect");
  expect(destroyCommand(["--exclude-protected"])).not.toContain("--ignore-protect");
});

test("--policy-pack is refused, because a destroy has no such option", async () => {
  const { code, err } = await runCommand(["review", "--destroy", "--policy-pack", "policies"]);
  expect([code, err]).toEqual([2, expect.stringMatching(/^graphplane review: --policy-pack cannot be combined with --destroy: .+\.$/)]);
});
