import { inspect } from "node:util";
import type { JournalEntry } from "../../testing/emulator";
import { canaries, leaks } from "../support/canary";
import type { Outcome, Properties, Standing } from "../support/provider";
import { faultFor, type FaultVariant } from "./fault-variants";
import { HeldTimers } from "./held-timers";
import { errorProblems, reasonProblems } from "./error-problems";
import { ids, open, type Scenario, type Fixture, type Subject } from "./subjects";

/** How things stand: what the service holds and what the engine stored, in a form that is the same in every run. */
interface Snapshot {
  readonly live: string;
  readonly state: string;
}

/** An operation that nothing disturbed. */
export interface Undisturbed {
  /** The requests that it sends: each is a place for a fault. */
  readonly requests: readonly JournalEntry[];
  readonly after: Snapshot;
  readonly end: Snapshot;
}

/** One try: an operation of a subject, the request that gets the fault, the fault, and how often it is injected. */
export interface FaultCase {
  readonly subject: Subject;
  readonly operation: string;
  readonly scenario: Scenario;
  /** The place of the request among those of the operation, from 1. */
  readonly position: number;
  /** `<method> <endpoint>` of the request. */
  readonly request: string;
  readonly fault: FaultVariant;
  readonly times: "once" | "on";
}

/** Plays an operation with nothing in its way. */
export async function undisturbed(subject: Subject, scenario: Scenario): Promise<Undisturbed> {
  const fixture = await open(subject);
  try {
    await scenario.before(fixture);
    const mark = fixture.emulator.journal.mark();
    requireDone(await scenario.act(fixture));
    const requests = fixture.emulator.journal.since(mark).entries;
    const after = snapshot(subject, fixture);
    later(fixture);
    const again = await scenario.again(fixture);
    if (again !== undefined) requireDone(again);
    later(fixture);
    return { requests, after, end: snapshot(subject, fixture) };
  } finally {
    await fixture.emulator.close();
  }
}

/** What puts a case right that the next run alone does not. */
export type Remedy = "refresh";

/** Plays a case and resolves to what did not hold, in sentences: none where it passes. `remedy` goes before the next run. */
export async function play(faultCase: FaultCase, calm: Undisturbed, remedy?: Remedy): Promise<string[]> {
  const { subject, scenario } = faultCase;
  const fixture = await open(subject);
  const timers = new HeldTimers();
  timers.install();
  try {
    await scenario.before(fixture);
    const before = fixture.engine.state;
    const mark = fixture.emulator.journal.mark();
    fixture.debug.length = 0;
    let injected = 0;
    const handle = fixture.emulator.fault(
      faultFor(faultCase.fault, () => {
        const position = fixture.emulator.journal.since(mark).length + 1;
        const hit = faultCase.times === "once" ? position === faultCase.position : position >= faultCase.position;
        if (hit) injected++;
        if (hit && faultCase.fault.stalls) setImmediate(() => timers.elapse());
        return hit;
      }),
    );
    const outcome = await scenario.act(fixture);
    handle.remove();
    const entries = fixture.emulator.journal.since(mark).entries;
    const problems = [
      ...(injected === 0 ? ["the fault was not injected"] : []),
      ...outcomeProblems(faultCase, outcome),
      ...stateProblems(faultCase, outcome, before, fixture),
      ...(outcome.error === "" && outcome.failures.length === 0 ? differences(subject, "right after", ["state"], fixture, calm.after) : []),
      ...journalProblems(subject, entries),
    ];
    later(fixture);
    if (remedy === "refresh" && fixture.engine.state !== undefined) await fixture.engine.refresh();
    problems.push(...(await aftermath(subject, scenario, fixture, calm)));
    return [...problems, ...leaksIn(faultCase, fixture, outcome)].map((problem) => `${problem}${told(outcome)}`);
  } finally {
    timers.restore();
    await fixture.emulator.close();
  }

  function outcomeProblems({ operation }: FaultCase, outcome: Outcome): string[] {
    // The engine itself names the resource and the property of a failed check.
    const reasons = outcome.failures.map(({ reason }) => reason);
    if (reasons.length > 0) return reasons.flatMap((reason) => reasonProblems({ message: reason, debug: fixture.debug }));
    if (outcome.error === "") return [];
    return errorProblems({ subject, operation, message: outcome.error, debug: fixture.debug });
  }
}

/** A moment at which the provider's process is killed: a request is on its way, and the service acts on it or does not. */
export interface Kill {
  readonly subject: Subject;
  readonly scenario: Scenario;
  readonly position: number;
  readonly acted: boolean;
}

/** Kills the process and resolves to what the next run does not put right. The state stays as it was, since nobody lived to write it. */
export async function kill({ subject, scenario, position, acted }: Kill, calm: Undisturbed): Promise<string[]> {
  const fixture = await open(subject);
  const { emulator, engine } = fixture;
  try {
    await scenario.before(fixture);
    const { state } = engine;
    const mark = emulator.journal.mark();
    const arrived = () => emulator.journal.since(mark).length + 1;
    emulator.fault({ kind: acted ? "reset-after" : "reset-before", match: { body: () => arrived() === position } });
    const dead = emulator.fault({ kind: "reset-before", times: "always", match: { body: () => arrived() > position } });
    const { error } = await scenario.act(fixture);
    dead.remove();
    engine.state = state;
    later(fixture);
    return [...(error === "" ? ["the killed run did not fail"] : []), ...(await aftermath(subject, scenario, fixture, calm))];
  } finally {
    await emulator.close();
  }
}

/** What the service was still about to do is done, and what that began. */
function later({ clock, emulator }: Fixture): void {
  for (let hour = 0; hour < 2; hour++) {
    clock.time += 3_600_000;
    emulator.elapse();
  }
}

/** What the next run, with nothing in its way, does not make good. */
async function aftermath(subject: Subject, scenario: Scenario, fixture: Fixture, calm: Undisturbed): Promise<string[]> {
  const mark = fixture.emulator.journal.mark();
  const outcome = await scenario.again(fixture);
  later(fixture);
  const failed =
    outcome === undefined ? "" : [outcome.error, ...outcome.failures.map(({ reason }) => reason)].filter((text) => text !== "").join("; ");
  return [
    ...(failed === "" ? [] : [`the next run failed: ${failed}`]),
    ...differences(subject, "after the next run", ["live", "state"], fixture, calm.end),
    ...journalProblems(subject, fixture.emulator.journal.since(mark).entries),
  ];
}

/** What was known before an operation that failed is still known after it. */
function stateProblems(
  { operation, subject: { moving = [] } }: FaultCase,
  { op, error, failures }: Outcome,
  before: Standing | undefined,
  { engine }: Fixture,
): string[] {
  const { state } = engine;
  const parsed: unknown = state === undefined ? undefined : JSON.parse(JSON.stringify(state));
  const failed = error !== "" || failures.length > 0;
  if (op === "gone") return ["what is there was told to be gone"];
  if (!failed) return [];
  if (state?.initErrors === undefined) {
    return inspect(parsed, { depth: null }) === inspect(before, { depth: null }) ? [] : [`the failed ${operation} changed the state`];
  }
  const known = Object.keys(before?.outputs ?? {}).filter((name) => moving.includes(name) === false);
  const lost = known.filter((name) => !(name in state.outputs));
  return [
    ...lost.map((name) => `the state lost ${name}`),
    ...(state.id === "" || (before !== undefined && state.id !== before.id) ? [`the id became ${JSON.stringify(state.id)}`] : []),
    ...(state.initErrors.length === 1 && state.initErrors[0] === error ? [] : ["the reasons are not the error"]),
  ];
}

/** What the service must not be made to do twice: a request that may have been acted on is not followed by another of its kind. */
export function journalProblems(
  { once, repeatable = [] }: Pick<Subject, "once" | "repeatable">,
  entries: readonly JournalEntry[],
): string[] {
  // It did nothing where it says so by its limit or a refused credential, or where a workspace that wakes up shows its page.
  const acted = entries.filter(({ status, fault }) => ![401, 403, 429].includes(status ?? 0) && !(status === 200 && fault === "html"));
  const twice = once.filter((endpoint) => acted.filter((entry) => entry.endpoint === endpoint).length > 1);
  const may = ["query", "token", ...repeatable];
  const posts = acted.filter(({ method, endpoint }) => method === "POST" && !may.includes(String(endpoint)));
  return [
    ...twice.map((endpoint) => `${endpoint} was sent more than once`),
    ...(posts.length > 1 ? [`${posts.length} POSTs were sent`] : []),
  ];
}

function leaksIn(faultCase: FaultCase, { emulator, engine, debug }: Fixture, { lines, failures, error, thrown }: Outcome): string[] {
  const places = {
    "the error": `${error} ${JSON.stringify(failures)}`,
    "the printed error": inspect(thrown, { depth: Infinity, maxStringLength: null, maxArrayLength: null }),
    "the stack": thrown instanceof Error ? String(thrown.stack) : "",
    "the host's lines": lines.join("\n"),
    "the debug lines": debug.join("\n"),
    "the journal": JSON.stringify(emulator.journal.entries),
    "the state": JSON.stringify(withoutSecrets(engine.state, faultCase.subject.secretProperties) ?? null),
  };
  const tokens = Object.entries(places).filter(([place, text]) => text.includes("token-00000") && place !== "the state");
  return [...leaks(places, canaries), ...tokens.map(([place]) => `${place} holds an access token`)];
}

function withoutSecrets(state: Standing | undefined, names: readonly string[]): unknown {
  const open = (properties: Properties) => Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  return state && { ...state, inputs: open(state.inputs), outputs: open(state.outputs) };
}

function snapshot(subject: Subject, { emulator, engine }: Fixture): Snapshot {
  const live = JSON.stringify(subject.live(emulator) ?? null);
  const configurations = emulator.configurations(ids.installedAddonId).map(({ id }) => id);
  const address = emulator.url.replace("http://", "");
  const given = [
    subject.kind === "QueryRun" ? engine.state?.id : undefined,
    engine.state?.outputs["configId"],
    engine.state?.outputs["scheduleId"],
    engine.state?.outputs["entryId"],
    engine.state?.outputs["__owner"],
  ];
  const texts = [...configurations, address, ...given.filter((text) => typeof text === "string")];
  // A look that a fault calls for shows the object earlier.
  const kept = JSON.stringify(sorted(engine.state) ?? null).replace(',"__seen":true', "");
  const state = texts.reduce((text, value) => text.replaceAll(value, "<one>"), kept);
  return { live, state };
}

function differences(subject: Subject, when: string, parts: readonly (keyof Snapshot)[], now: Fixture, expected: Snapshot): string[] {
  const seen = snapshot(subject, now);
  return parts.flatMap((what) => (seen[what] === expected[what] ? [] : [`${when} the ${what} is ${seen[what]} and not ${expected[what]}`]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function requireDone({ op, error, failures }: Outcome): void {
  if (error !== "" || failures.length > 0)
    throw new Error(`nothing was in the way, and ${op} failed: ${error} ${JSON.stringify(failures)}`);
}

function told({ error }: Outcome): string {
  return error === "" ? "" : ` [${error}]`;
}
