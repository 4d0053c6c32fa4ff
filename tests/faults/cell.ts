import { inspect } from "node:util";
import type { JournalEntry } from "../../testing/emulator";
import { canaries, leaks } from "../support/canary";
import type { Outcome, Properties, Standing } from "../support/provider";
import { type FaultCase, faultFor } from "./faults";
import { HeldTimers } from "./held-timers";
import { errorProblems, reasonProblems } from "./errors";
import { ids, open, type Scenario, type Stand, type Subject } from "./subjects";

/** How things stand: what the service holds and what the engine stored, in a form that is the same in every run. */
interface Snapshot {
  readonly live: string;
  readonly state: string;
}

/** An operation that nothing disturbed. */
export interface Undisturbed {
  /** The requests that it sends: each is a place where a fault can strike. */
  readonly requests: readonly JournalEntry[];
  readonly after: Snapshot;
  readonly end: Snapshot;
}

/** One try: an operation of a subject, the request that a fault strikes, how, and how often. */
export interface Cell {
  readonly subject: Subject;
  readonly operation: string;
  readonly scenario: Scenario;
  /** Its place among the operation's requests, from 1; 0 where the operation sends none. */
  readonly position: number;
  /** `<method> <endpoint>` of the request that is struck. */
  readonly request: string;
  readonly fault: FaultCase;
  readonly times: "once" | "on";
}

/** How a cell is told. */
export function nameOf({ subject, operation, position, request, fault, times }: Cell): string {
  return `${subject.name}: ${operation}: ${position === 0 ? "no request" : `${position} ${request}`}: ${fault.label}: ${times}`;
}

/** Plays an operation with nothing in its way. */
export async function undisturbed(subject: Subject, scenario: Scenario): Promise<Undisturbed> {
  const stand = await open(subject);
  try {
    await scenario.before(stand);
    const mark = stand.emulator.journal.mark();
    requireDone(await scenario.act(stand));
    const requests = stand.emulator.journal.since(mark).entries;
    const after = snapshot(subject, stand);
    later(stand);
    const again = await scenario.again(stand);
    if (again !== undefined) requireDone(again);
    later(stand);
    return { requests, after, end: snapshot(subject, stand) };
  } finally {
    await stand.emulator.close();
  }
}

/** What a cell that does not hold can still be made good by. */
export type Mend = "refresh" | "adopt";

/** Plays a cell; the sentences tell what did not hold, and none does where it held. `mend` is tried where the next run alone does not make it good. */
export async function play(cell: Cell, calm: Undisturbed, mend?: Mend): Promise<string[]> {
  const { subject, scenario } = cell;
  const stand = await open(subject);
  const timers = new HeldTimers();
  timers.install();
  try {
    await scenario.before(stand);
    const before = stand.engine.state;
    const mark = stand.emulator.journal.mark();
    stand.debug.length = 0;
    let struck = 0;
    const handle = stand.emulator.fault(
      faultFor(cell.fault, () => {
        const position = stand.emulator.journal.since(mark).length + 1;
        const strikes = cell.times === "once" ? position === cell.position : position >= cell.position;
        if (strikes) struck++;
        if (strikes && cell.fault.stalls) setImmediate(() => timers.elapse());
        return strikes;
      }),
    );
    const outcome = await scenario.act(stand);
    handle.remove();
    const entries = stand.emulator.journal.since(mark).entries;
    const problems = [
      ...(struck === 0 ? ["the fault did not strike"] : []),
      ...outcomeProblems(cell, outcome),
      ...stateProblems(cell, outcome, before, stand),
      ...(outcome.error === "" && outcome.failures.length === 0 ? differences(subject, "right after", ["state"], stand, calm.after) : []),
      ...journalProblems(subject, entries),
      ...(await aftermath(cell, stand, calm, mend)),
    ];
    return [...problems, ...leaksIn(cell, stand, outcome)].map((problem) => `${problem}${told(outcome)}`);
  } finally {
    timers.restore();
    await stand.emulator.close();
  }

  function outcomeProblems({ operation }: Cell, outcome: Outcome): string[] {
    // The engine itself names the resource and the property of a failed check.
    const reasons = outcome.failures.map(({ reason }) => reason);
    if (reasons.length > 0) return reasons.flatMap((reason) => reasonProblems({ message: reason, debug: stand.debug }));
    if (outcome.error === "") return [];
    return errorProblems({ subject, operation, message: outcome.error, debug: stand.debug });
  }
}

/** What the service was still about to do is done, and what that began. */
function later({ clock, emulator }: Stand): void {
  for (let hour = 0; hour < 2; hour++) {
    clock.time += 3_600_000;
    emulator.elapse();
  }
}

/** What the next run, with nothing in its way, does not make good. */
async function aftermath({ subject, scenario }: Cell, stand: Stand, calm: Undisturbed, mend: Mend | undefined): Promise<string[]> {
  later(stand);
  if (mend === "refresh" && stand.engine.state !== undefined) await stand.engine.refresh();
  const mark = stand.emulator.journal.mark();
  const outcome = await scenario.again(stand);
  later(stand);
  const failed =
    outcome === undefined ? "" : [outcome.error, ...outcome.failures.map(({ reason }) => reason)].filter((text) => text !== "").join("; ");
  return [
    ...(failed === "" ? [] : [`the next run failed: ${failed}`]),
    ...differences(subject, "after the next run", ["live", "state"], stand, calm.end),
    ...journalProblems(subject, stand.emulator.journal.since(mark).entries),
  ];
}

/** What was known before an operation that failed is still known after it. */
function stateProblems(
  { operation, subject: { moving = [] } }: Cell,
  { op, error, failures }: Outcome,
  before: Standing | undefined,
  { engine }: Stand,
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
export function journalProblems({ once }: Pick<Subject, "once">, entries: readonly JournalEntry[]): string[] {
  // It did nothing where it says so by its limit or a refused credential, or where a workspace that wakes up shows its page.
  const acted = entries.filter(({ status, fault }) => ![401, 403, 429].includes(status ?? 0) && !(status === 200 && fault === "html"));
  const twice = once.filter((endpoint) => acted.filter((entry) => entry.endpoint === endpoint).length > 1);
  const posts = acted.filter(({ method, endpoint }) => method === "POST" && endpoint !== "query" && endpoint !== "token");
  return [
    ...twice.map((endpoint) => `${endpoint} was sent more than once`),
    ...(posts.length > 1 ? [`${posts.length} POSTs were sent`] : []),
  ];
}

function leaksIn(cell: Cell, { emulator, engine, debug }: Stand, { lines, failures, error, thrown }: Outcome): string[] {
  const places = {
    "the error": `${error} ${JSON.stringify(failures)}`,
    "the printed error": inspect(thrown, { depth: Infinity, maxStringLength: null, maxArrayLength: null }),
    "the stack": thrown instanceof Error ? String(thrown.stack) : "",
    "the host's lines": lines.join("\n"),
    "the debug lines": debug.join("\n"),
    "the journal": JSON.stringify(emulator.journal.entries),
    "the state": JSON.stringify(withoutSecrets(engine.state, cell.subject.secretProperties) ?? null),
  };
  const tokens = Object.entries(places).filter(([place, text]) => text.includes("token-00000") && place !== "the state");
  return [...leaks(places, canaries), ...tokens.map(([place]) => `${place} holds an access token`)];
}

function withoutSecrets(state: Standing | undefined, names: readonly string[]): unknown {
  const open = (properties: Properties) => Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  return state && { ...state, inputs: open(state.inputs), outputs: open(state.outputs) };
}

function snapshot(subject: Subject, { emulator, engine }: Stand): Snapshot {
  const live = JSON.stringify(subject.live(emulator) ?? null);
  const configurations = emulator.configurations(ids.installedAddonId).map(({ id }) => id);
  const address = emulator.url.replace("http://", "");
  const given = [
    subject.kind === "QueryRun" ? engine.state?.id : undefined,
    engine.state?.outputs["configId"],
    engine.state?.outputs["__instance"],
  ];
  const texts = [...configurations, address, ...given.filter((text) => typeof text === "string")];
  const state = texts.reduce((text, value) => text.replaceAll(value, "<one>"), JSON.stringify(sorted(engine.state) ?? null));
  return { live, state };
}

function differences(subject: Subject, when: string, parts: readonly (keyof Snapshot)[], now: Stand, expected: Snapshot): string[] {
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
