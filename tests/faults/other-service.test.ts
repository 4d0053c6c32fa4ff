import type { Emulator } from "../../testing/emulator";
import { canaries } from "../support/canary";
import type { Outcome } from "../support/provider";
import { requestsOf } from "./requests";
import { type Fixture, open, type Scenario, type Subject, subjects } from "./subjects";

/**
 * What is in state is of one service, and the base URL leads to another one. A query's run is left out: its arguments name its host.
 * What a service shows where only the key is another one, empty lists and 404s, is in the fault cases.
 */

const kinds = subjects.filter(({ name, kind }) => name === kind && kind !== "QueryRun");

const closing: Emulator[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((emulator) => emulator.close()));
});

async function start(subject: Subject): Promise<Fixture> {
  const fixture = await open(subject);
  closing.push(fixture.emulator);
  return fixture;
}

/** The ways to another service; each resolves to it. */
const ways: readonly (readonly [string, (fixture: Fixture, subject: Subject) => Promise<Emulator>])[] = [
  [
    "another service that has the same identifiers",
    async ({ engine }, subject) => {
      const other = await start(subject);
      await subject.scenarios["delete"]?.before(other);
      engine.config["graphplane:baseUrl"] = other.emulator.url;
      return other.emulator;
    },
  ],
  [
    "another service, where nothing has its identifiers",
    async ({ engine }, subject) => {
      const { emulator } = await start(subject);
      emulator.addOtherOrganisation(canaries["the second key"]);
      Object.assign(engine.config, { "graphplane:baseUrl": emulator.url, "graphplane:apiKey": canaries["the second key"] });
      return emulator;
    },
  ],
];

function scenarioOf({ name, scenarios }: Subject, operation: string): Scenario {
  const scenario = scenarios[operation];
  if (scenario === undefined) throw new Error(`${name} has no ${operation}`);
  return scenario;
}

const failed = ({ error, failures }: Outcome) => error !== "" || failures.length > 0;

describe.each(ways)("%s", (_, reach) => {
  test.each(kinds)("a change and a deletion of $name send no write there, and the way back goes on", async (subject) => {
    const [update, end] = [scenarioOf(subject, "update"), scenarioOf(subject, "delete")];
    const fixture = await start(subject);
    const { engine } = fixture;
    await end.before(fixture);
    const config = { ...engine.config };
    const { state } = engine;
    const restore = engine.checkpoint();
    const other = await reach(fixture, subject);
    const mark = other.journal.mark();

    expect(failed(await update.act(fixture))).toBe(true);
    expect(engine.state).toEqual(state);
    const removal = await end.act(fixture);
    // What sends nothing at its end is done with.
    expect(failed(removal)).toBe(requestsOf(subject.name, "delete").length > 0);
    expect(
      other.journal
        .since(mark)
        .writes()
        .entries.map(({ method, endpoint }) => `${method} ${endpoint}`),
    ).toEqual([]);

    restore();
    Object.assign(engine.config, config);
    expect(failed(await update.act(fixture))).toBe(false);
  });

  test.each(kinds)("a refresh of $name writes nothing, and keeps the state or tells the new address", async (subject) => {
    const fixture = await start(subject);
    const { engine } = fixture;
    await scenarioOf(subject, "delete").before(fixture);
    const { state } = engine;
    const other = await reach(fixture, subject);
    const mark = other.journal.mark();
    const refreshed = await engine.refresh();
    expect(other.journal.since(mark).writes().length).toBe(0);
    if (failed(refreshed)) expect(engine.state).toEqual(state);
    else expect([refreshed.lines[0], engine.state?.outputs["__service"]]).toEqual([expect.stringContaining(other.url), other.url]);
  });
});
