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

/** The accepted loss: the user was created, and who created it did not live to tell. */
const accepted = "DatabaseUser: create: 2 POST createUser: after the service acted on it";

const calm = new Map<unknown, Promise<Undisturbed>>();
async function problemsOf(one: Kill): Promise<string[]> {
  const { subject, scenario } = one;
  if (!calm.has(scenario)) calm.set(scenario, undisturbed(subject, scenario));
  return kill(one, await (calm.get(scenario) as Promise<Undisturbed>));
}

test.each(kills.filter(([name]) => name !== accepted))("killed in %s: the next run ends as if nothing had happened", async (_, one) => {
  expect(await problemsOf(one)).toEqual([]);
});

test("killed after a user was created: the next run asks for adopt: true", async () => {
  const [, one] = kills.find(([name]) => name === accepted) ?? [];
  if (one === undefined) throw new Error(`there is no "${accepted}"`);
  expect(await problemsOf(one)).toContainEqual(expect.stringMatching(/^the next run failed: .*adopt: true/));
});
