import { judge } from "./killed/expect";
import { KilledUpdate } from "./killed/killed-update";

/** The requests of the update, without their prefix; of an identifier only the last digit is kept. */
const reads = [
  "GET workgroups/1",
  "GET installed-addons/3/configs/changed",
  "GET installed-addons/3/configs/created",
  "GET workgroups/1/workspaces/4/dbuser",
];
const createUser = "POST workgroups/1/workspaces/4/dbuser";
const writes = [
  "POST workgroups/1/workspaces/5/refresh",
  "POST workgroups/1/workspaces/4/refresh",
  "PUT add-ons/3/configs/c",
  "POST add-ons/3/configs",
  "PUT workgroups/1/workspaces/4",
  "PUT workgroups/1/workspaces/5",
  createUser,
  "POST /restpp/query/movies/top_rated",
  "PUT workgroups/1/workspaces/4/dbuser",
  "DELETE workgroups/1/workspaces/4/dbuser",
  "PUT workgroups/1/workspaces/6",
  "DELETE add-ons/3/configs/d",
];

let update: KilledUpdate;
let undisturbed: Awaited<ReturnType<KilledUpdate["undisturbed"]>>;
beforeAll(async () => {
  update = await KilledUpdate.open();
  undisturbed = await update.undisturbed();
});

const short = (text: string) => text.replace("/controller/v4/v2/", "").replace(/[0-9a-f]{8}-[0-9a-f-]*?0*([0-9a-f])(?=\/|$)/g, "$1");

test("the update sends the requests that are listed", () => {
  expect([...new Set(undisturbed.requests.map(({ text }) => short(text)))].sort()).toEqual([...reads, ...writes].sort());
});

/**
 * One killing for each request; the fault matrix (`tests/faults/killed.test.ts`) has all places, without processes. The engine takes
 * its host with it, as the end of a machine does.
 */
const kills = [
  ...reads.map((text) => ["host", "before", text] as const),
  ...writes.map((text, index) => [index % 2 === 0 ? "host" : "engine", index % 3 === 2 ? "before" : "after", text] as const),
  ["engine", "after", createUser] as const,
];

test.each(kills)("the %s is killed %s %s is applied: the next update ends as if nothing had happened", async (victim, when, text) => {
  const request = undisturbed.requests.find((one) => short(one.text) === text);
  if (request === undefined) throw new Error("there is no such request");
  const verdict = await judge(update, { victim, request, when }, undisturbed.ending);
  // The accepted loss: the user was created, and its creator was killed before it could record that.
  expect(verdict).toMatchObject({ problems: [], adopted: text === createUser && when === "after" });
});
