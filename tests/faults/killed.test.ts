import { kill, type Kill, type Undisturbed, undisturbed } from "./fault-case";
import { placesOf } from "./requests";
import { subjects } from "./subjects";
import { chosen } from "../support/whole";

/** The process of the provider is killed at every request, with `npm test` after each write; that of the engine too, as far as a provider can tell. Real processes are killed in `tests/cli`. */
const kills = subjects.flatMap((subject) =>
  Object.entries(subject.scenarios).flatMap(([operation, scenario]) => {
    const title = `${subject.name}: ${operation}`;
    return placesOf(subject.name, operation).flatMap(({ position, request }) =>
      (request.startsWith("GET") ? [false] : [false, true]).map((acted) => {
        const name = `${title}: ${position} ${request}: ${acted ? "after" : "before"} the service acted on it`;
        return [name, { subject, scenario, position, acted }, title] as const;
      }),
    );
  }),
);

const schedule = /^after the next run the live is \[(\["07:00","Monday"\])(,\1)\] and not \[\1\]$/;

/** The next run adopts what has the value that is declared, and does not know that graphplane made it: a deletion leaves it by default. */
const adopted = /^after the next run the state is (?!.*"__made".* and not ).* and not .*"__made":true/;

/** The accepted losses: the object was made, and who made it did not live to tell. */
const accepted: Readonly<Record<string, RegExp>> = {
  "DatabaseUser: create: 3 POST createUser: after the service acted on it": /^the next run failed: .*adopt: true/,
  ...Object.fromEntries(
    [
      ...["3 POST createWorkgroup: after", "4 GET 7: before", "5 GET listWorkgroups: before"].map((place) => `Workgroup: create: ${place}`),
      ...["3 POST createWorkspace: after", "4 GET 7: before", "6 PUT 9: before", "6 PUT 9: after", "7 GET 7: before"].map(
        (place) => `Workspace: create: ${place}`,
      ),
    ].map((place) => [`${place} the service acted on it`, /^the next run failed: .*adopt: true/]),
  ),
  "AddonConfiguration: create: 3 POST 3: after the service acted on it": adopted,
  "AddonConfiguration without an id: create: 3 POST 3: after the service acted on it": adopted,
  "AddonConfiguration without an id: create: 4 GET 5: before the service acted on it": adopted,
  "AllowListEntry: create: 3 POST createAllowedRange: after the service acted on it": adopted,
  "AllowListEntry: create: 4 GET listAllowedRanges: before the service acted on it": adopted,
  // Two schedules of the same content are two: the next run makes its own.
  "WorkspaceSchedule: create: 3 POST createSchedule: after the service acted on it": schedule,
  "WorkspaceSchedule: create: 4 GET 15: before the service acted on it": schedule,
  // The list names other workgroups of the same name, without which the read succeeds too.
  "Workgroup: read: 2 GET listWorkgroups: before the service acted on it": /^the killed run did not fail$/,
};

const calm = new Map<string, Promise<Undisturbed>>();
afterAll(async () => {
  for (const one of calm.values()) await one.then(({ fixture }) => fixture.emulator.close()).catch(() => undefined);
});

async function problemsOf(one: Kill, title: string): Promise<string[]> {
  const played = calm.get(title) ?? undisturbed(one.subject, one.scenario);
  calm.set(title, played);
  return kill(one, await played);
}

const usual = ([name]: (typeof kills)[number]) => !/: \d+ GET /.test(name) && name.includes(": after the service");

test.each(
  chosen(
    kills.filter(([name]) => !(name in accepted)),
    usual,
  ),
)("killed in %s: the next run ends as if nothing had happened", async (_, one, title) => {
  expect(await problemsOf(one, title)).toEqual([]);
});

test.each(Object.entries(accepted))(
  "killed in %s: the next run asks for adopt: true, adopts the object, makes another schedule, or lacks nothing",
  async (name, problem) => {
    const found = kills.find(([other]) => other === name);
    if (found === undefined) throw new Error(`there is no "${name}"`);
    expect(await problemsOf(found[1], found[2])).toContainEqual(expect.stringMatching(problem));
  },
);
