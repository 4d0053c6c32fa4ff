import { kill, type Kill, type Undisturbed, undisturbed } from "./fault-case";
import { placesOf } from "./requests";
import { subjects } from "./subjects";

/** The process of the provider is killed at every request; that of the engine too, as far as a provider can tell. Real processes are killed in `tests/long`. */
const kills = subjects.flatMap((subject) =>
  Object.entries(subject.scenarios).flatMap(([operation, scenario]) =>
    placesOf(subject.name, operation).flatMap(({ position, request }) =>
      (request.startsWith("GET") ? [false] : [false, true]).map((acted) => {
        const name = `${subject.name}: ${operation}: ${position} ${request}: ${acted ? "after" : "before"} the service acted on it`;
        return [name, { subject, scenario, position, acted }] as const;
      }),
    ),
  ),
);

const schedule = /^after the next run the live is \[(\["weekdays","07:00",""\])(,\1)\] and not \[\1\]$/;

/** The accepted losses: the object was made, and who made it did not live to tell. */
const accepted: Readonly<Record<string, RegExp>> = {
  "DatabaseUser: create: 2 POST createUser: after the service acted on it": /^the next run failed: .*adopt: true/,
  // Two schedules of the same content are two: the next run makes its own.
  "WorkspaceSchedule: create: 2 POST createSchedule: after the service acted on it": schedule,
  "WorkspaceSchedule: create: 3 GET 15: before the service acted on it": schedule,
};

const calm = new Map<unknown, Promise<Undisturbed>>();
async function problemsOf(one: Kill): Promise<string[]> {
  const { subject, scenario } = one;
  if (!calm.has(scenario)) calm.set(scenario, undisturbed(subject, scenario));
  return kill(one, await (calm.get(scenario) as Promise<Undisturbed>));
}

test.each(kills.filter(([name]) => !(name in accepted)))("killed in %s: the next run ends as if nothing had happened", async (_, one) => {
  expect(await problemsOf(one)).toEqual([]);
});

test.each(Object.entries(accepted))("killed in %s: the next run asks for adopt: true, or makes another schedule", async (name, problem) => {
  const [, one] = kills.find(([other]) => other === name) ?? [];
  if (one === undefined) throw new Error(`there is no "${name}"`);
  expect(await problemsOf(one)).toContainEqual(expect.stringMatching(problem));
});
