import { ServiceError } from "../../../../client";
import type { Applied, Missing, NothingToSend, OperationContext } from "../../../../provider/definition";
import {
  afterCreation,
  pendingCreationOf,
  type LiveNamed,
  type NamedObjects,
  planNamed,
  readNamed,
} from "../../../../provider/reconcile/named";
import { InputError, NotAppliedError } from "../../../../provider/errors";
import { readPending, writePendingCreation } from "../../../../provider/reconcile/pending";

interface Args {
  readonly workspaceName: string;
  readonly region?: string | undefined;
  readonly adopt?: boolean | undefined;
}
interface One {
  readonly id: string;
  readonly name: string;
  readonly region?: string | null;
}

const own = (id: string): One => ({ id, name: "main" });
const other: One = { id: "o", name: "other" };
const args: Args = { workspaceName: "main" };
const noObject: Missing = { missing: "there is no workspace", what: "workspace" };
const noPlace: Missing = { missing: "there is no workgroup", what: "workgroup" };
const behind = new ServiceError({ outcome: "refused", summary: "was refused", status: 404 }, "GET", "/things", 1, {
  kind: "Workspace",
  operation: "read",
});
/** A creation whose outcome is not known, and the name that its POST sent. */
const pending = (workspaceName: string, ...before: string[]) => ({ workspaceName, ...writePendingCreation({ before }, [], () => false) });

type Listing = Awaited<ReturnType<NamedObjects<Args, One>["list"]>>;

/** Reads the object where the service lists the given ones, with what was asked. */
async function read(listing: Listing, last: Partial<Args> | undefined, knownId?: string, found: One | Missing = noObject) {
  const asked: string[] = [];
  const kind: NamedObjects<Args, One> = {
    nameArgument: "workspaceName",
    idOf: ({ id }) => id,
    resourceId: (_args, id) => `things/${id}`,
    find: async (_args, id) => (asked.push(id), found),
    list: async (_args, _context, { mayBeEmpty }) => (asked.push(mayBeEmpty ? "list" : "certain list"), listing),
  };
  const others = {
    isManagedElsewhere: (id: string) => id === "things/taken",
    isReplacedFirst: (id: string) => id === "things/old",
    managerOf: () => undefined,
  };
  const context = others as unknown as OperationContext;
  return { live: await readNamed(kind, args, last, knownId, context, false), asked };
}

test.each<[string, Parameters<typeof read>, object, readonly string[]]>([
  ["one whose identifier is known is found by it alone", [[other], args, "a", own("a")], { known: own("a"), all: [] }, ["a"]],
  ["one whose identifier is not found is missing", [[own("b")], args, "a"], noObject, ["a"]],
  ["one whose creation is pending is looked for by its name then", [[own("b")], pending("main"), "a"], { known: own("b") }, ["a", "list"]],
  ["but not where its place is gone", [[own("b")], pending("main"), "a", noPlace], noPlace, ["a"]],
  ["a new one is compared with all", [[own("a"), other], undefined], { all: [own("a"), other] }, ["list"]],
  ["nothing is known where the list's place is gone", [noPlace, undefined], noPlace, ["list"]],
  ["nothing is known of a service without the list", [{ noCall: behind }, undefined], { all: [], noCall: behind }, ["list"]],
  ["what a POST made is the one that appeared", [[own("a"), own("b")], pending("main", "a")], { known: own("b") }, ["certain list"]],
  [
    "what a POST made may show its name in another form",
    [[{ id: "b", name: "Ma-in" }], pending("main")],
    { candidateIds: ["b"] },
    ["list"],
  ],
  ["what a POST made may show no name", [[{ id: "b", name: "" }], pending("main")], { candidateIds: ["b"] }, ["list"]],
  ["what has another name is not what a POST made", [[other], pending("main")], { known: undefined }, ["list"]],
  ["what this run replaces is listed, and may have the name", [[own("old")], undefined], { replaced: [own("old")] }, ["list"]],
  ["what a POST made has the name that it sent", [[own("a"), other], pending("other")], { known: other }, ["list"]],
  [
    "what was there before is not what a POST made",
    [[own("a")], pending("main", "a")],
    { all: [own("a")], known: undefined },
    ["certain list"],
  ],
  ["what another resource manages is not what a POST made", [[own("taken")], pending("main")], { known: undefined }, ["list"]],
  ["of several that appeared none is taken", [[own("a"), own("b")], pending("main")], { candidateIds: ["a", "b"] }, ["list"]],
])("%s", async (_name, given, live, asked) => {
  const result = await read(...given);
  expect([result.live, result.asked]).toEqual([expect.objectContaining(live), asked]);
  const which = ({ known, candidateIds }: Partial<LiveNamed<One>>) => ({ known, candidateIds });
  expect(which(result.live as object)).toEqual(which(live));
});

const live = (...all: One[]): LiveNamed<One> => ({ all });
const refusal = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });
const said = (...texts: string[]): NothingToSend => ({
  action: "none",
  notices: texts.map((text) => ({ is: "notice", object: "/x", text })),
});
const update = (id: string, isAdopted: boolean) => said(`${id} ${isAdopted ? "adopted" : "changed"}`);
const create = (...ids: string[]) => said("created", ...ids);
const unseenRegion = refusal("region", /^the service does not show region of the workspace .*: to adopt the workspace, remove region/);
const inEurope: One = { ...own("a"), region: "eu" };

test.each<[string, Partial<Args>, LiveNamed<One>, object]>([
  ["one that is known is changed", {}, { known: own("a"), all: [] }, update("a", false)],
  ["one whose name is free is created beside the others", {}, live(other), create("o")],
  ["one that is replaced leaves its name to the new one", {}, { ...live(inEurope, other), replaced: [inEurope] }, create("a", "o")],
  [
    "one of the name is not taken over silently",
    {},
    live(own("a"), other),
    refusal(
      "workspaceName",
      /^there is a workspace "main" already \(a\)\. .*aliases.* adopt: true .* "pulumi import graphplane:index:Workspace <name> x\/a"$/,
    ),
  ],
  ["with adopt: true it is adopted", { adopt: true }, live(own("a"), other), update("a", true)],
  ["where there is none to adopt, one is created", { adopt: true }, live(), create()],
  [
    "of several none is adopted",
    { adopt: true },
    live(own("a"), own("b")),
    refusal("workspaceName", /^there are several workspaces "main" \(a, b\): import/),
  ],
  ["what cannot be changed may be declared as it is", { adopt: true, region: "eu" }, live(inEurope), update("a", true)],
  ["what cannot be changed and is not declared is left", { adopt: true }, live(inEurope), update("a", true)],
  ["what the service does not show is not believed", { adopt: true, region: "us" }, live({ ...inEurope, region: null }), unseenRegion],
  ["what an object lacks is not believed", { adopt: true, region: "us" }, live(own("a")), unseenRegion],
  [
    "what differs and cannot be changed is refused",
    { adopt: true, region: "us" },
    live(inEurope),
    refusal("region", /^region of the workspace "main" \(a\) is "[^"]+" and cannot be changed: declare that value/),
  ],
  [
    "of several that a POST may have made none is taken, also with adopt: true",
    { adopt: true },
    { ...live(own("a"), own("b")), candidateIds: ["a", "b"] },
    refusal("workspaceName", /which object it created: 2 appeared since \(a, b\)/),
  ],
])("%s", (_name, more, shown, planned) => {
  const plan = (secret: boolean) =>
    planNamed<Args, One, NothingToSend>(
      { nameArgument: "workspaceName", idOf: ({ id }) => id },
      { ...args, ...more },
      shown,
      {
        noun: "workspace",
        existsPhrases: ["there is a", "there are several"],
        importId: ({ id }) => `x/${id}`,
        fixed: ({ region }) => ({ region }),
        create: (all) => create(...all.map(({ id }) => id)),
        update: ({ id }, isAdopted) => update(id, isAdopted),
      },
      () => secret,
    );
  expect(plan(false)).toEqual(planned);
  expect(JSON.stringify(plan(true))).not.toContain('\\"main\\"');
});

test("a creation that is not proven yet keeps what was there before it, and one of an earlier version keeps nothing", () => {
  expect(readPending(pendingCreationOf(pending("main", "a", "b"))).creation).toEqual({ before: ["a", "b"] });
  expect(readPending(pendingCreationOf({ workspaceName: "main" })).creation).toEqual({ before: [] });
});

test("a change that follows a creation resolves, or keeps the state from which the next update resumes", async () => {
  const kept = { workspaceId: "w-1" };
  const applied: Applied<object, unknown> = { state: { workspaceId: "w-1", size: 2 } };
  expect(await afterCreation(Promise.resolve(applied), kept)).toBe(applied);
  const failed = async (change: Promise<Applied<object, unknown>>) => afterCreation(change, kept).catch((error: unknown) => error);
  expect(await failed(Promise.reject(new InputError("refused")))).toEqual(new NotAppliedError("refused", kept));
  const lost = (await failed(Promise.resolve({ ...applied, lost: behind }))) as NotAppliedError<object>;
  expect([lost.name, lost.state]).toEqual(["NotAppliedError", applied.state]);
});
