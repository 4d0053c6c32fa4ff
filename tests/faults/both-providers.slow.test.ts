import { type FaultCase, inject } from "./fault-case";
import { HeldTimers } from "./held-timers";
import { casesOf } from "./matrix";
import { pairwise } from "./pairwise";
import { subjects } from "./subjects";
import { type Fixture, open } from "../support/tried-service";
import { startPlugin } from "../support/plugin";
import type { Outcome } from "../support/provider";

/** The same faults through both providers: the requests, the state and the messages differ only in names. */

const late = (one: FaultCase) => one.fault.lands !== undefined || one.times === "for good";
const cases = pairwise(
  subjects.flatMap(casesOf).filter((one) => !late(one)),
  ({ subject, operation, fault, times }) => [
    `${fault.kind}, ${times}`,
    `${subject.name}, ${fault.kind}`,
    `${operation}, ${fault.kind}`,
    `${subject.name}, ${operation}`,
  ],
);

const closing: (() => Promise<void>)[] = [];
const timers = new HeldTimers();
beforeEach(() => {
  // The delay before a retry must be the same in both runs.
  jest.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(async () => {
  timers.restore();
  jest.restoreAllMocks();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A message, in words that both providers share. */
function inCommonWords(text: string, kind: string, { emulator, engine }: Fixture): string {
  const names = [engine.state?.outputs["__owner"], kind === "QueryRun" ? engine.state?.id : undefined, emulator.url.replace("http://", "")];
  const made = names.filter((one) => typeof one === "string" && one !== "") as string[];
  return made
    .reduce((left, one) => left.replaceAll(one, "<one>"), text)
    .replace(/pulumi-nodejs:dynamic\/graphplane:|graphplane:index:/g, "");
}

function describeRun(kind: string, outcome: Outcome | undefined, mark: number, fixture: Fixture) {
  const { journal } = fixture.emulator;
  const { inputs = {}, outputs = {}, id = "", initErrors = [] } = fixture.engine.state ?? {};
  const values = [inputs, outputs].map((properties) =>
    Object.fromEntries(Object.entries(properties).filter(([name]) => !["__provider", "__secrets", "__urn"].includes(name))),
  );
  return {
    sent: journal.since(mark).entries.map(({ method, path, body }) => ({ method, path, body })),
    state: JSON.parse(inCommonWords(JSON.stringify([id, ...values, initErrors]), kind, fixture)) as unknown,
    told: [...(outcome?.told ?? []), ...(outcome?.lines ?? [])].map((text) => inCommonWords(text, kind, fixture)),
  };
}

/** Runs a case, the next run and the way back. */
async function play(faultCase: FaultCase, makePlugin?: Parameters<typeof open>[1]) {
  const { subject, scenario } = faultCase;
  const fixture = await open(subject, makePlugin);
  const { emulator, clock } = fixture;
  closing.push(() => emulator.close());
  await scenario.before(fixture);
  const handle = inject(faultCase, fixture, timers);
  const described = [];
  for (const run of [scenario.act, scenario.again, scenario.back]) {
    const mark = emulator.journal.mark();
    const outcome = await run(fixture);
    handle.remove();
    described.push(describeRun(subject.kind, outcome, mark, fixture));
    clock.time += 7_200_000;
    emulator.elapse();
  }
  return described;
}

test.each(
  cases.map((one) => {
    const { subject, operation, position, request, fault, times } = one;
    return [`${subject.name}: ${operation}: ${position} ${request}: ${fault.label}: ${times}`, one] as const;
  }),
)("%s: is the same through both providers", async (_, one) => {
  timers.install();
  const dynamic = await play(one);
  const native = await play(one, (clock) => startPlugin({}, { clock }));
  expect(native).toEqual(dynamic);
});
