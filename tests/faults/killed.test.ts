import { kill, type Undisturbed, undisturbed } from "./fault-case";
import { placesOf } from "./requests";
import { subjects } from "./subjects";
import { chosen } from "../support/whole";

/** The process of the provider is killed at every request, with `npm test` after each write; that of the engine too, as far as a provider can tell. Real processes are killed in `tests/cli`. */
const kills = subjects.flatMap((subject) =>
  Object.entries(subject.scenarios).flatMap(([operation, scenario]) =>
    placesOf(subject.name, operation).flatMap(({ position, request }) =>
      (request.startsWith("GET") ? [false] : [false, true]).map((acted) => {
        const place = `${position} ${request}: ${acted ? "after" : "before"}`;
        return { title: `${subject.name}: ${operation}`, place, subject, scenario, position, acted };
      }),
    ),
  ),
);

/** The problems that the runs after a kill may leave. */
const mustAdopt = /^the next run failed: .*adopt: true/;
/** The next run adopts what has the value that is declared, and does not know that graphplane made it: a deletion leaves it by default. */
const adopted = /^after the next run the state is (?!.*"__made".* and not ).* and not .*"__made":true/;
/** Two schedules of the same content are two: the next run makes its own. */
const twoSchedules = /^after the next run the live is \[(\["07:00","Monday"\])(,\1)\] and not \[\1\]$/;
/** The list names other workgroups of the same name, without which the read succeeds too. */
const succeeds = /^the killed run did not fail$/;

/** The accepted losses: the object was made, and who made it did not live to tell. */
const accepted: readonly (readonly [problem: RegExp, title: string, ...places: readonly string[]])[] = [
  [mustAdopt, "DatabaseUser: create", "3 POST createUser: after"],
  [mustAdopt, "Workgroup: create", "3 POST createWorkgroup: after", "4 GET 7: before", "5 GET listWorkgroups: before"],
  [
    mustAdopt,
    "Workspace: create",
    "3 POST createWorkspace: after",
    "4 GET 7: before",
    "6 PUT 9: before",
    "6 PUT 9: after",
    "7 GET 7: before",
  ],
  [adopted, "AddonConfiguration: create", "3 POST 3: after"],
  [adopted, "AddonConfiguration without an id: create", "3 POST 3: after", "4 GET 5: before"],
  [adopted, "AllowListEntry: create", "3 POST createAllowedRange: after", "4 GET listAllowedRanges: before"],
  [twoSchedules, "WorkspaceSchedule: create", "3 POST createSchedule: after", "4 GET 15: before"],
  [succeeds, "Workgroup: read", "2 GET listWorkgroups: before"],
];
const lossOf = ({ title, place }: (typeof kills)[number]) =>
  accepted.find(([, operation, ...places]) => operation === title && places.includes(place))?.[0];

const calm = new Map<string, Promise<Undisturbed>>();
afterAll(async () => {
  for (const one of calm.values()) await one.then(({ fixture }) => fixture.emulator.close()).catch(() => undefined);
});

async function problemsOf({ title, ...one }: (typeof kills)[number]): Promise<string[]> {
  const played = calm.get(title) ?? undisturbed(one.subject, one.scenario);
  calm.set(title, played);
  return kill(one, await played);
}

const lossless = kills.filter((one) => lossOf(one) === undefined);
test.each(chosen(lossless, ({ place }) => !place.includes(" GET ") && place.endsWith("after")))(
  "killed in $title: $place the service acted on it, the next run repairs everything",
  async (one) => expect(await problemsOf(one)).toEqual([]),
);

const losses = kills.filter((one) => lossOf(one) !== undefined);
test.each(losses)("killed in $title: $place the service acted on it, only the accepted problem remains", async (one) => {
  expect(await problemsOf(one)).toContainEqual(expect.stringMatching(lossOf(one) ?? ""));
});

test("every accepted problem occurs", () => expect(losses).toHaveLength(accepted.flatMap(([, , ...places]) => places).length));
