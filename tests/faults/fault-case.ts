import { inspect } from "node:util";
import { Approval } from "../../client/http/approval";
import type { FaultHandle, JournalEntry } from "../../testing/emulator";
import { canaries, leaks } from "../support/canary";
import type { Outcome, Properties, Standing } from "../support/provider";
import { faultFor, type FaultVariant } from "./fault-variants";
import { HeldTimers } from "./held-timers";
import { errorProblems, reasonProblems, senseProblems } from "./error-problems";
import { type Fixture, ids, open } from "../support/tried-service";
import type { Scenario, Subject } from "./subjects";

/** The contents of the service and of the engine's state, in a form that is the same in every run. */
interface Snapshot {
  readonly live: string;
  readonly state: string;
}

/** An operation that nothing disturbed, in a fixture that every case of the operation is played in. */
export interface Undisturbed {
  readonly fixture: Fixture;
  /** Makes the fixture stand as it did before the operation, as often as wanted. */
  readonly rewind: () => void;
  /** The requests that it sends: each is a place for a fault. */
  readonly requests: readonly JournalEntry[];
  /** The output of the host. */
  readonly lines: readonly string[];
  readonly after: Snapshot;
  readonly end: Snapshot;
  /** The requests of the run after the next one. */
  readonly repeated: string;
  /** After the way back. */
  readonly back: Snapshot;
  /** The problems that the runs after a case left, by the situation after the case: equal situations lead to equal runs. */
  readonly played: Map<string, readonly string[]>;
}

/** The reach of a fault: one request, every request from then on, or every request of the next run too. */
export type Times = "once" | "on" | "for good";

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
  readonly times: Times;
  /** True if the operation runs under an approval of the requests that it sends undisturbed. */
  readonly approved?: boolean;
}

/** Plays an operation with nothing in its way. Its fixture is to be closed. */
export async function undisturbed(subject: Subject, scenario: Scenario): Promise<Undisturbed> {
  const fixture = await open(subject);
  await scenario.before(fixture);
  const rewind = checkpoint(fixture);
  const { sent: requests, lines } = await sentIn(fixture, scenario.act);
  const after = snapshot(subject, fixture);
  later(fixture);
  requireDone(await scenario.again(fixture));
  later(fixture);
  const end = snapshot(subject, fixture);
  const repeated = textOf((await sentIn(fixture, scenario.again)).sent);
  requireDone(await scenario.back(fixture));
  later(fixture);
  return { fixture, rewind, requests, lines, after, end, repeated, back: snapshot(subject, fixture), played: new Map() };
}

async function sentIn(fixture: Fixture, run: Scenario["again"]) {
  const { journal } = fixture.emulator;
  const mark = journal.mark();
  const outcome = await run(fixture);
  requireDone(outcome);
  return { sent: journal.since(mark).entries, lines: outcome?.lines ?? [] };
}

const textOf = (entries: readonly JournalEntry[]): string => entries.map(({ method, endpoint }) => `${method} ${endpoint}`).join(", ");

function checkpoint({ emulator, engine, clock, debug }: Fixture): () => void {
  const { time } = clock;
  const restores = [emulator.checkpoint(), engine.checkpoint()];
  return () => {
    for (const restore of restores) restore();
    clock.time = time;
    debug.length = 0;
  };
}

/** The repair of a case that the next run alone does not repair. */
export type Remedy = "refresh" | "run";

/** Plays a case and resolves to what did not hold, in sentences: none where it passes. `remedy` goes before the next run. */
export async function play(faultCase: FaultCase, calm: Undisturbed, remedy?: Remedy): Promise<string[]> {
  const { subject, scenario } = faultCase;
  const { fixture } = calm;
  const timers = new HeldTimers();
  timers.install();
  try {
    calm.rewind();
    const before = fixture.engine.state;
    const mark = fixture.emulator.journal.mark();
    const handle = inject(faultCase, fixture, timers);
    fixture.engine.approval = faultCase.approved === true ? approvalOf(subject, calm) : undefined;
    const outcome = await scenario.act(fixture);
    fixture.engine.approval = undefined;
    if (faultCase.times !== "for good") handle.remove();
    const entries = fixture.emulator.journal.since(mark).entries;
    const problems = [
      ...(handle.hits === 0 ? ["the fault was not injected"] : []),
      ...outcomeProblems(faultCase, outcome),
      ...stateProblems(faultCase, outcome, before, fixture),
      ...(outcome.error === "" && outcome.failures.length === 0 ? differences(subject, "right after", ["state"], fixture, calm.after) : []),
      ...journalProblems(subject, entries),
      ...(faultCase.operation.startsWith("preview of ") ? previewProblems(outcome, entries, calm) : []),
    ];
    if (faultCase.times === "for good") problems.push(...(await runInVain(faultCase, fixture)));
    handle.remove();
    const { lands } = faultCase.fault;
    if (lands === undefined) later(fixture);
    if (remedy === "refresh" && fixture.engine.state !== undefined) await fixture.engine.refresh();
    const next = lands === undefined ? scenario : { ...scenario, again: landingIn(fixture, scenario.again, lands) };
    if (remedy === "run") await next.again(fixture);
    problems.push(...(await aftermath(subject, next, calm)));
    return [...problems, ...leaksIn(faultCase, fixture, outcome)].map((problem) => `${problem}${told(outcome)}`);
  } finally {
    timers.restore();
  }

  function outcomeProblems({ operation }: FaultCase, outcome: Outcome): string[] {
    // The engine itself names the resource and the property of a failed check.
    const reasons = outcome.failures.map(({ reason }) => reason);
    if (reasons.length > 0) return reasons.flatMap((reason) => reasonProblems({ message: reason, debug: fixture.debug }));
    if (outcome.error === "") return [];
    return errorProblems({ subject, operation: operation.replace(/ of .*/, ""), message: outcome.error, debug: fixture.debug });
  }
}

/** Sets the fault of a case, for the requests that arrive from now on. */
export function inject({ fault, position, times }: FaultCase, { emulator }: Fixture, timers: HeldTimers): FaultHandle {
  const mark = emulator.journal.mark();
  const picks = () => {
    const arrived = emulator.journal.since(mark).length + 1;
    const hit = times === "once" ? arrived === position : arrived >= position;
    if (hit && fault.stalls) setImmediate(() => timers.elapse());
    return hit;
  };
  return emulator.fault(faultFor(fault, picks));
}

/** The approval of requests that were sent. */
function approvalOf({ kind }: Subject, { fixture, requests }: Undisturbed): Approval {
  const writes = requests.filter(({ method, endpoint }) => method !== "GET" && endpoint !== "token");
  const entries = writes.map(({ method, plane, path, body }) => ({
    resources: [fixture.engine.urn],
    kind,
    method,
    path: (plane === "data" ? fixture.emulator.url + path : path.replace("/controller/v4/v2", "")).split("/"),
    body,
    wildcards: maskedPlaces(body),
    later: [],
    hashes: {},
  }));
  return new Approval({ version: 1, key: "key", requests: entries });
}

/** The places whose values the journal masks. */
function maskedPlaces(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => maskedPlaces(inner, [...place, key]));
  return typeof value === "string" && value.includes("***") ? [place] : [];
}

/** A preview writes nothing, and fails, or says that it could not look, or names the request that is sent where nothing is in the way. */
function previewProblems({ error, failures, lines }: Outcome, sent: readonly JournalEntry[], calm: Undisturbed): string[] {
  const writes = sent.filter(({ method }) => method !== "GET").map(({ method, endpoint }) => `the preview sent ${method} ${endpoint}`);
  // A timetable explains sizes, and changes no request of the program's own. What is there now is not known where the service does not return it.
  const own = (said: readonly string[]) => said.filter((line) => !line.includes(": the timetable could not be read, "));
  const request = (said: readonly string[]) =>
    own(said)
      .map((line) => line.replace(/ was \{.*/, ""))
      .join("\n");
  if (error !== "" || failures.length > 0 || request(lines) === request(calm.lines)) return writes;
  const incomplete = lines.filter((line) => line.startsWith("graphplane: cannot plan "));
  return [...writes, ...(incomplete.length === 0 ? [`the preview says "${lines.join("; ")}"`] : incomplete.flatMap(senseProblems))];
}

/** The next run, in which the fault goes on. */
async function runInVain({ subject, scenario }: FaultCase, fixture: Fixture): Promise<string[]> {
  later(fixture);
  const mark = fixture.emulator.journal.mark();
  await scenario.again(fixture);
  return journalProblems(subject, fixture.emulator.journal.since(mark).entries);
}

/** The run, in which what waits is done before the given request, or else at its end. */
function landingIn({ emulator }: Fixture, run: Scenario["again"], request: number): Scenario["again"] {
  let arrived = 0;
  return async (fixture) => {
    const counting = emulator.fault({
      kind: "reset-before",
      match: { body: () => (++arrived === request && emulator.applyWaiting(), false) },
    });
    const outcome = await run(fixture);
    counting.remove();
    if (arrived < request) emulator.applyWaiting();
    arrived = request;
    return outcome;
  };
}

/** A moment at which the provider's process is killed: a request is on its way, and the service acts on it or does not. */
export interface Kill {
  readonly subject: Subject;
  readonly scenario: Scenario;
  readonly position: number;
  readonly acted: boolean;
}

/** Kills the process and resolves to what the next runs do not put right. The state stays as it was, since nobody lived to write it. */
export async function kill({ subject, scenario, position, acted }: Kill, calm: Undisturbed): Promise<string[]> {
  calm.rewind();
  const { fixture } = calm;
  const { emulator, engine } = fixture;
  const restoreState = engine.checkpoint();
  const mark = emulator.journal.mark();
  const arrived = () => emulator.journal.since(mark).length + 1;
  emulator.fault({ kind: acted ? "reset-after" : "reset-before", match: { body: () => arrived() === position } });
  const dead = emulator.fault({ kind: "reset-before", times: "always", match: { body: () => arrived() > position } });
  const { error } = await scenario.act(fixture);
  dead.remove();
  restoreState();
  later(fixture);
  return [...(error === "" ? ["the killed run did not fail"] : []), ...(await aftermath(subject, scenario, calm))];
}

/** Lets the service finish everything that it was about to do, and everything that follows from it. */
function later({ clock, emulator }: Fixture): void {
  for (let hour = 0; hour < 2; hour++) {
    clock.time += 3_600_000;
    emulator.elapse();
  }
}

/** The problems that remain after the next run, the one after it and the way back, all without faults. */
async function aftermath(subject: Subject, scenario: Scenario, calm: Undisturbed): Promise<readonly string[]> {
  const standing = standingOf(calm.fixture);
  const problems = (standing === undefined ? undefined : calm.played.get(standing)) ?? (await runsAfter(subject, scenario, calm));
  if (standing !== undefined) calm.played.set(standing, problems);
  return problems;
}

async function runsAfter(subject: Subject, scenario: Scenario, calm: Undisturbed): Promise<string[]> {
  const next = await runAfter("the next run", scenario.again, subject, calm, calm.end);
  if (next.problems.length > 0) return next.problems;
  const second = await runAfter("the run after the next", scenario.again, subject, calm, calm.end);
  const sent = textOf(second.sent);
  const repeats = sent === calm.repeated ? [] : [`the run after the next sent "${sent}" and not "${calm.repeated}"`];
  const back = await runAfter("the way back", scenario.back, subject, calm, calm.back);
  return [...second.problems, ...repeats, ...back.problems];
}

/** Plays a run that nothing disturbs; the problems tell how it differs from the same run after an operation that nothing disturbed. */
async function runAfter(name: string, run: Scenario["again"], subject: Subject, { fixture }: Undisturbed, expected: Snapshot) {
  const mark = fixture.emulator.journal.mark();
  const outcome = await run(fixture);
  later(fixture);
  const sent = fixture.emulator.journal.since(mark).entries;
  const failed = outcome === undefined ? "" : failureOf(outcome);
  const problems = [
    ...(failed === "" ? [] : [`${name} failed: ${failed}`]),
    ...differences(subject, `after ${name}`, ["live", "state"], fixture, expected),
    ...journalProblems(subject, sent),
  ];
  return { sent, problems };
}

function failureOf({ error, failures }: Outcome): string {
  return [error, ...failures.map(({ reason }) => reason)].filter((text) => text !== "").join("; ");
}

/**
 * All that the next runs depend on: what the service holds and what the engine stored. Undefined where a change is on its way.
 * What is unlike in every run and read by nobody is left out: names that are made up, how the times of two runs differ but
 * not their order, and the texts of reasons.
 */
function standingOf({ emulator, engine }: Fixture): string | undefined {
  const { standing } = emulator;
  if (standing === undefined) return undefined;
  const state = engine.state && { ...engine.state, initErrors: engine.state.initErrors?.length };
  const made = [engine.state?.outputs["__owner"], engine.state?.id].filter((text) => typeof text === "string" && text !== "") as string[];
  const text = made.reduce((left, name, index) => left.replaceAll(name, `<${index}>`), `${standing} ${JSON.stringify(state ?? null)}`);
  const times = [...new Set(text.match(timestamps))].sort();
  return text.replace(timestamps, (time) => `<time ${times.indexOf(time)}>`);
}

const timestamps = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Checks that the state still contains after a failed operation what it contained before. */
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
  if (state?.initErrors === undefined)
    return inspect(parsed, { depth: null }) === inspect(before, { depth: null }) ? [] : [`the failed ${operation} changed the state`];
  const known = Object.keys(before?.outputs ?? {}).filter((name) => moving.includes(name) === false);
  const lost = known.filter((name) => !(name in state.outputs));
  return [
    ...lost.map((name) => `the state lost ${name}`),
    ...(state.id === "" || (before !== undefined && state.id !== before.id) ? [`the id became ${JSON.stringify(state.id)}`] : []),
    ...(state.initErrors.length === 1 && state.initErrors[0] === error ? [] : ["the reasons are not the error"]),
  ];
}

/** Checks that nothing is done twice: a request that may have been processed is not followed by another of its kind. */
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

/** The value with the keys of its objects in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function requireDone(outcome: Outcome | undefined): void {
  const failed = outcome === undefined ? "" : failureOf(outcome);
  if (failed !== "") throw new Error(`nothing was in the way, and ${outcome?.op} failed: ${failed}`);
}

const told = ({ error }: Outcome): string => (error === "" ? "" : ` [${error}]`);
