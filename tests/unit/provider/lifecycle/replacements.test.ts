import { ManagedObjects } from "../../../../provider/lifecycle/objects";
import { ProviderProcess } from "../../../../provider/lifecycle/process";
import { Replacements } from "../../../../provider/lifecycle/replacements";
import { StateShape } from "../../../../provider/lifecycle/state-shape";
import { resumeWindowMs } from "../../../../provider/reconcile/create-outcome";
import { definitionOf } from "../../../../provider/registry";
import { unknownText, VirtualClock } from "../../../support/provider";

const workspace = { workgroupId: "wg", workspaceName: "main", deletionPolicy: "delete" };

function startReplacements(): Replacements {
  const [definition, process] = [definitionOf("Workspace"), new ProviderProcess()];
  const shape = new StateShape(definition);
  return new Replacements(definition, shape, new ManagedObjects(definition, shape, process), process);
}

test.each<[string, string, boolean]>([
  ["the one that this process has met", "meet a", true],
  ["none that it has not met", "meet b", false],
  ["none that a read showed to be gone", "meet a, forget a", false],
  ["none that has another URN now", "meet a, rename a b", false],
  ["the one that had another URN", "meet b, rename b a", true],
])("a new resource replaces %s, and takes over its object", (_, steps, takesOver) => {
  const replacements = startReplacements();
  for (const [step, urn, to] of steps.split(", ").map((one) => one.split(" ")))
    if (step === "rename") replacements.renamePriorState(urn, to);
    else if (step === "meet") replacements.trackPriorState(urn, workspace, true);
    else replacements.forgetPriorState(urn);
  expect(replacements.checkReplacement("a", workspace)).toEqual([]);
  expect([workspace, { ...workspace, workspaceName: "other" }].map((args) => replacements.replacementKeepsObject(args))).toEqual([
    takesOver,
    false,
  ]);
});

test.each<[string, boolean, object]>([
  ["whose changes need another object", true, workspace],
  ["of another name", false, { ...workspace, workspaceName: "other" }],
])("a replacement %s takes over nothing", (_, needsAnother, next) => {
  const replacements = startReplacements();
  replacements.trackPriorState("a", workspace, true, needsAnother);
  expect(replacements.checkReplacement("a", { ...next })).toEqual([]);
  expect([workspace, { ...next }].map((args) => replacements.replacementKeepsObject(args))).toEqual([false, false]);
});

test("an object that this process made stays so, whatever the inputs alone show", () => {
  const replacements = startReplacements();
  for (const olds of [{ ...workspace, __made: true }, workspace]) replacements.trackPriorState("a", olds, true);
  replacements.checkReplacement("a", workspace);
  expect(replacements.replacementKeepsCreatedObject("a", workspace)).toBe(true);
});

test("a protected object is not replaced for a value that is known later", () => {
  const olds = { ...workspace, deletionPolicy: "protect" };
  const choice = startReplacements().selectReplacements(
    olds,
    { ...olds, workgroupId: unknownText, isRw: true },
    ["workgroupId", "isRw"],
    true,
  );
  expect(choice).toEqual({ replaces: ["isRw"], held: ["workgroupId"] });
});

test("a protected object is refused an argument that certainly differs, and requires another object", () => {
  const olds = { ...workspace, deletionPolicy: "protect" };
  const failures = ["other", "wg", unknownText, undefined].map((workgroupId) =>
    startReplacements()
      .refuseKnown({ ...olds, workgroupId }, olds)
      .map(({ property }) => property),
  );
  expect(failures).toEqual([["workgroupId"], [], [], []]);
  expect(startReplacements().refuseKnown(olds, { ...olds, workgroupId: undefined })).toEqual([]);
});

test("what this process made, and has not deleted, is not made again while reads may lag", () => {
  const [at, definition] = [{ service: () => "s", clock: new VirtualClock() }, definitionOf("Workspace")];
  const objects = new ManagedObjects(definition, new StateShape(definition), new ProviderProcess());
  const makeAgain = () => objects.assertNotCreated(at, workspace);
  objects.addCreation(at, workspace);
  at.clock.time += resumeWindowMs - 1;
  expect(makeAgain).toThrow("already sent the creation");
  at.clock.time += 1;
  expect(makeAgain).not.toThrow();
  objects.addCreation(at, workspace);
  objects.forgetCreation(at, workspace);
  expect(makeAgain).not.toThrow();
});

test("of two kinds that declare one object, the second alone is refused", () => {
  const process = new ProviderProcess();
  const claim = (kind: string) => {
    const definition = definitionOf(kind);
    const objects = new ManagedObjects(definition, new StateShape(definition), process);
    return objects.registerDeclaration({ workgroupId: "wg", workspaceId: "ws" }).length;
  };
  expect(["WorkspaceSettings", "Workspace", "WorkspaceSettings"].map(claim)).toEqual([0, 1, 0]);
});
