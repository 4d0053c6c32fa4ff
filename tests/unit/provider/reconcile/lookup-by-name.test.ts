import type { Applied, MissingParent, NoRequestPlan } from "../../../../provider/definition";
import { type LiveByName, NameLookup, planByName } from "../../../../provider/reconcile/lookup-by-name";
import { InputError, NotAppliedError } from "../../../../provider/errors";
import { afterCreation } from "../../../../provider/reconcile/create";
import { pendingCreationOf, readPending, writePendingCreation } from "../../../../provider/reconcile/pending";
import type { MissingCall } from "../../../../provider/reconcile/read-result";
import { contextOf, serviceError } from "../../../support/operation-context";

interface Args {
  readonly workspaceName: string;
  readonly region?: string | undefined;
  readonly adopt?: boolean | undefined;
}
interface One {
  readonly workspace_id: string;
  readonly name: string;
  readonly region?: string | null;
}

const own = (id: string): One => ({ workspace_id: id, name: "main" });
const other: One = { workspace_id: "o", name: "other" };
const args: Args = { workspaceName: "main" };
const noObject: MissingParent = { missing: "the workspace does not exist", what: "workspace" };
const noPlace: MissingParent = { missing: "the workgroup does not exist", what: "workgroup" };
const noCall = serviceError(404);
/** A creation whose outcome is not known, and the name that its POST sent. */
const pending = (workspaceName: string, ...before: string[]) => ({ workspaceName, ...writePendingCreation({ before }, [], () => false) });

type Listing = readonly One[] | MissingParent | MissingCall;

/** Reads the object where the service lists the given ones, with what was asked. */
async function read(listing: Listing, last: Partial<Args> | undefined, workspaceId?: string, found: One | MissingParent = noObject) {
  const asked: string[] = [];
  const kind = new NameLookup<Args, One>({
    noun: "workspace",
    path: () => "/things",
    resourceId: (_args, id) => `things/${id}`,
    find: async (_args, id) => (asked.push(id), "missing" in found ? found : { record: found }),
    list: async (_args, _context, { mayBeEmpty }) => (asked.push(mayBeEmpty ? "list" : "certain list"), listing),
  });
  const { context } = contextOf(
    {},
    { isManagedElsewhere: (id) => id === "things/taken", isDeletedBeforeReplace: (id) => id === "things/old", seenBefore: true },
  );
  const state = workspaceId === undefined ? last : { ...last, workspaceId };
  return { live: await kind.read(args, state, context), asked };
}

const namesake = (id: string) => ({ record: own(id), resourceId: `things/${id}` });
const found = (record: One) => ({ found: true, record });
/** A list of objects without ours; of those of its name all may be looked at by a plan. */
const absent = (all: readonly One[], ids: readonly string[] = [], more: object = {}) => {
  const certain = all.every((one) => one.workspace_id !== "");
  return { found: false, certain, others: all.length > 0, seenBefore: true, all, namesakes: ids.map(namesake), ...more };
};
const uncertain = (isPartial: boolean, ...candidateIds: readonly string[]) => ({ candidateIds, isPartial });
const inCapitals: One = { workspace_id: "b", name: "Ma-in" };
const nameless: One = { workspace_id: "b", name: "" };
const unidentified: One = { workspace_id: "", name: "main" };

test.each<[string, Parameters<typeof read>, object, readonly string[]]>([
  ["one whose identifier is known is found by it alone", [[other], args, "a", own("a")], found(own("a")), ["a"]],
  ["one whose identifier is not found is missing", [[own("b")], args, "a"], noObject, ["a"]],
  ["one whose creation is pending is looked for by its name then", [[own("b")], pending("main"), "a"], found(own("b")), ["a", "list"]],
  ["but not where its place is gone", [[own("b")], pending("main"), "a", noPlace], noPlace, ["a"]],
  ["a new one is compared with all", [[own("a"), other], undefined], absent([own("a"), other], ["a"]), ["list"]],
  ["nothing is known where the list's place is gone", [noPlace, undefined], noPlace, ["list"]],
  ["nothing is known of a service without the list", [{ noCall }, undefined], { noCall }, ["list"]],
  ["what a POST made is the one that appeared", [[own("a"), own("b")], pending("main", "a")], found(own("b")), ["certain list"]],
  [
    "what a POST made may show its name in another form",
    [[inCapitals], pending("main")],
    absent([inCapitals], [], uncertain(false, "b")),
    ["list"],
  ],
  [
    "what a POST made may show its name in another Unicode form",
    [[{ workspace_id: "b", name: "m\u00e4in" }], pending("ma\u0308in")],
    absent([{ workspace_id: "b", name: "m\u00e4in" }], [], uncertain(false, "b")),
    ["list"],
  ],
  ["what a POST made may show no name", [[nameless], pending("main")], absent([nameless], [], uncertain(true, "b")), ["list"]],
  [
    "what a POST made may show no identifier",
    [[unidentified, own("a")], pending("main")],
    absent([unidentified, own("a")], ["", "a"], uncertain(true, "one without an identifier")),
    ["list"],
  ],
  ["what has another name is not what a POST made", [[other], pending("main")], absent([other]), ["list"]],
  ["what this run replaces is listed, and may have the name", [[own("old")], undefined], absent([own("old")]), ["list"]],
  ["what a POST made has the name that it sent", [[own("a"), other], pending("other")], found(other), ["list"]],
  ["what was there before is not what a POST made", [[own("a")], pending("main", "a")], absent([own("a")], ["a"]), ["certain list"]],
  ["what another resource manages is not what a POST made", [[own("taken")], pending("main")], absent([own("taken")], ["taken"]), ["list"]],
  [
    "of several that appeared none is taken",
    [[own("a"), own("b")], pending("main")],
    absent([own("a"), own("b")], ["a", "b"], uncertain(false, "a", "b")),
    ["list"],
  ],
])("%s", async (_name, given, live, asked) => expect(await read(...given)).toEqual({ live, asked }));

test("only a preview lists other objects of the same name", async () => {
  const kind = new NameLookup<Args, One>({
    noun: "workspace",
    path: () => "/things",
    resourceId: (_args, id) => id,
    find: async () => ({ record: own("a") }),
    list: async () => [own("a"), own("b"), other],
  });
  const [preview, run] = [contextOf({}, { isPreview: true }), contextOf({})];
  for (const { context } of [preview, run]) await kind.observe(args, { ...args, workspaceId: "a" }, context);
  expect(await kind.observe(args, undefined, preview.context)).toMatchObject({ found: false });
  expect([preview.lines, run.lines]).toEqual([[expect.stringContaining("other objects have the same workspaceName: b.")], []]);
});

const live = (...all: One[]) =>
  absent(
    all,
    all.filter(({ name }) => name === "main").map((one) => one.workspace_id),
  ) as LiveByName<One>;
const showing = (...all: One[]) =>
  ({ ...live(...all), namesakes: all.map((record) => ({ record, resourceId: "x/a" })) }) as LiveByName<One>;
const refusal = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });
const said = (...texts: string[]): NoRequestPlan => ({
  action: "none",
  notices: texts.map((text) => ({ is: "notice", object: "/x", text })),
});
const update = (id: string, isAdopted: boolean) => said(`${id} ${isAdopted ? "adopted" : "changed"}`);
const adopted = { ...update("a", true), adopted: "a" };
const create = (...ids: string[]) => said("created", ...ids);
const renamer = { resource: 'Workspace "blue"', declared: { workspaceName: "new" }, isChanging: false };
const renamed = { ...live(own("a")), namesakes: [{ ...namesake("a"), manager: renamer }] } as LiveByName<One>;
const unseenRegion = refusal("region", /^the service does not return region of the workspace .*: to adopt the workspace, remove region/);
const inEurope: One = { ...own("a"), region: "eu" };
const ambiguous = { ...live(own("a"), own("b")), candidateIds: ["a", "b"] } as LiveByName<One>;

test.each<[string, Partial<Args>, LiveByName<One>, object]>([
  ["one that is known is changed", {}, { found: true, record: own("a") }, update("a", false)],
  [
    "nothing is planned without the list",
    {},
    { noCall },
    { ...refusal("workspaceName", /does not implement GET \/things/), cause: noCall },
  ],
  ["one whose name is free is created beside the others", {}, live(other), create("o")],
  [
    "one of the name is not taken over silently",
    {},
    live(own("a"), other),
    refusal(
      "workspaceName",
      /^a workspace "main" already exists \(a\)\. .*aliases.* adopt: true .* "pulumi import graphplane:index:Workspace <name> things\/a"$/,
    ),
  ],
  ["with adopt: true it is adopted", { adopt: true }, live(own("a"), other), adopted],
  ["where there is none to adopt, one is created", { adopt: true }, live(), create()],
  [
    "of several none is adopted",
    { adopt: true },
    live(own("a"), own("b")),
    refusal("workspaceName", /^several workspaces "main" exist \(a, b\): import/),
  ],
  ["what cannot be changed may be declared as it is", { adopt: true, region: "eu" }, showing(inEurope), adopted],
  ["what cannot be changed and is not declared is left", { adopt: true }, showing(inEurope), adopted],
  ["what the service does not return is not believed", { adopt: true, region: "us" }, showing({ ...inEurope, region: null }), unseenRegion],
  ["what an object lacks is not believed", { adopt: true, region: "us" }, live(own("a")), unseenRegion],
  [
    "what differs and cannot be changed is refused",
    { adopt: true, region: "us" },
    showing(inEurope),
    refusal("region", /^region of the workspace "main" \(a\) is "[^"]+" and cannot be changed: declare that value/),
  ],
  ["one that another resource has renamed leaves its name", { adopt: true }, renamed, create("a")],
  [
    "of several that a POST may have made none is taken, also with adopt: true",
    { adopt: true },
    ambiguous,
    refusal("workspaceName", /which object it created: 2 appeared after it \(a, b\)/),
  ],
])("%s", (_name, more, shown, planned) => {
  const plan = (secret: boolean) =>
    planByName<One, NoRequestPlan>(
      {
        noun: "workspace",
        listPath: "/things",
        whatStillWorks: () => "everything else",
        fixed: ({ region }) => ({ region }),
        create: (before) => create(...before),
        update: (one, isAdopted) => update(one.workspace_id, isAdopted),
      },
      { ...args, ...more },
      shown,
      () => secret,
    );
  expect(plan(false)).toEqual(planned);
  expect(JSON.stringify(plan(true))).not.toContain('\\"main\\"');
});

test("an unconfirmed creation keeps the list of earlier objects, and one from an earlier version keeps none", () => {
  expect(readPending(pendingCreationOf(pending("main", "a", "b"))).creation).toEqual({ before: ["a", "b"] });
  expect(readPending(pendingCreationOf({ workspaceName: "main" })).creation).toEqual({ before: [] });
});

test("a change that follows a creation succeeds, or keeps the state from which the next update resumes", async () => {
  const kept = { workspaceId: "w-1" };
  const applied: Applied<object, unknown> = { state: { workspaceId: "w-1", size: 2 } };
  expect(await afterCreation(Promise.resolve(applied), kept)).toBe(applied);
  const failed = async (change: Promise<Applied<object, unknown>>) => afterCreation(change, kept).catch((error: unknown) => error);
  expect(await failed(Promise.reject(new InputError("refused")))).toEqual(new NotAppliedError("refused", kept));
  const lost = (await failed(Promise.resolve({ ...applied, lost: noCall }))) as NotAppliedError<object>;
  expect([lost.name, lost.state, lost.cause]).toEqual(["NotAppliedError", applied.state, noCall]);
});
