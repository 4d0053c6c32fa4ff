import { ManagedObjects } from "../../../../provider/lifecycle/objects";
import { Properties } from "../../../../provider/lifecycle/properties";
import { selectReplacements, PriorStates, refuseKnownReplacement } from "../../../../provider/lifecycle/replacements";
import { resumeWindowMs } from "../../../../provider/reconcile/create-outcome";
import { definitionOf } from "../../../../provider/registry";
import { unknownText, VirtualClock } from "../../../support/provider";

const definition = definitionOf("Workspace");
const parse = (given: Record<string, unknown>) => new Properties(definition, given);
const args = { workgroupId: "wg", workspaceName: "main", deletionPolicy: "delete" };
const workspace = parse(args);
const other = parse({ ...args, workspaceName: "other" });

test.each<[string, string, boolean]>([
  ["the one that this process has met", "meet a", true],
  ["none that it has not met", "meet b", false],
  ["none that a read showed to be gone", "meet a, forget a", false],
  ["none that has another URN now", "meet a, rename a b", false],
  ["the one that had another URN", "meet b, rename b a", true],
])("a new resource replaces %s, and keeps its object", (_, steps, isKept) => {
  const prior = new PriorStates();
  for (const [step, urn, to] of steps.split(", ").map((one) => one.split(" ")))
    if (step === "rename") prior.rename(urn, to);
    else if (step === "meet") prior.track(urn, workspace, true);
    else prior.forget(urn);
  expect(prior.checkReplacement("a", workspace)).toEqual([]);
  expect([workspace, other].map((one) => prior.isKept(one))).toEqual([isKept, false]);
});

test.each<[string, boolean, Properties]>([
  ["whose changes need another object", true, workspace],
  ["of another name", false, other],
])("a replacement %s keeps nothing", (_, requiresReplacement, next) => {
  const prior = new PriorStates();
  prior.track("a", workspace, true, requiresReplacement);
  expect(prior.checkReplacement("a", next)).toEqual([]);
  expect([workspace, next].map((one) => prior.isKept(one))).toEqual([false, false]);
});

test.each<[string, object, object, string[]]>([
  ["with other values that force replacement is refused", { isRw: true }, { isRw: false }, ["isRw"]],
  ["with the same values keeps its object", { isRw: true }, { isRw: true }, []],
  ["with values that only the state has keeps its object", { isRw: true }, {}, []],
  ["with unknown values keeps its object", { databaseId: "db" }, { databaseId: unknownText }, []],
])("after a refresh, a replacement %s", (_, before, after, refused) => {
  const prior = new PriorStates();
  prior.track("a", parse({ ...args, ...before }), false);
  const next = parse({ ...args, ...after });
  expect(prior.checkReplacement("a", next).map(({ property }) => property)).toEqual(refused);
  expect(prior.isKept(next)).toBe(refused.length === 0);
});

test("resources that name no object keep none", () => {
  const prior = new PriorStates();
  const unnamed = parse({ ...args, workspaceName: unknownText });
  prior.track("a", unnamed, true);
  expect([prior.checkReplacement("a", unnamed), prior.isKept(unnamed)]).toEqual([[], false]);
});

test("a replacement keeps the note that graphplane created the object", () => {
  const prior = new PriorStates();
  for (const olds of [{ ...args, __made: true }, args]) prior.track("a", parse(olds), true);
  prior.checkReplacement("a", workspace);
  expect(prior.keepsCreatedObject("a", workspace)).toBe(true);
});

test("a protected resource is not replaced because of an unknown value", () => {
  const olds = { ...args, deletionPolicy: "protect" };
  const news = parse({ ...olds, workgroupId: unknownText, isRw: true });
  expect(selectReplacements(parse(olds), news, ["workgroupId", "isRw"], true)).toEqual({ replaces: ["isRw"], held: ["workgroupId"] });
});

test("a protected resource refuses a replacing argument that certainly differs", () => {
  const olds = { ...args, deletionPolicy: "protect" };
  const refused = (news: object, old: object) =>
    refuseKnownReplacement(parse({ ...news }), parse({ ...old })).map(({ property }) => property);
  const failures = ["other", "wg", unknownText, undefined].map((workgroupId) => refused({ ...olds, workgroupId }, olds));
  expect(failures).toEqual([["workgroupId"], [], [], []]);
  expect(refused(olds, { ...olds, workgroupId: undefined })).toEqual([]);
});

test("an object that this process created and did not delete is not created again while reads can lag", () => {
  const at = { service: () => "s", clock: new VirtualClock() };
  const objects = new ManagedObjects();
  const makeAgain = () => objects.assertNotCreated(at, definition, args);
  objects.addCreation(at, definition, args);
  at.clock.time += resumeWindowMs - 1;
  expect(makeAgain).toThrow("already requested the creation");
  at.clock.time += 1;
  expect(makeAgain).not.toThrow();
  objects.addCreation(at, definition, args);
  objects.forgetCreation(at, definition, args);
  expect(makeAgain).not.toThrow();
});

test("if two kinds declare one object, only the second is refused", () => {
  const objects = new ManagedObjects();
  const declare = (kind: string) =>
    objects.declareKind(new Properties(definitionOf(kind), { workgroupId: "wg", workspaceId: "ws" })).length;
  expect(["WorkspaceSettings", "Workspace", "WorkspaceSettings"].map(declare)).toEqual([0, 1, 0]);
});
