import { journalProblems } from "../../faults/fault-case";
import { plainMessage } from "../../support/stack-fixture";
import type { RealCase } from "./cases";
import { type Resource, resources } from "./resources";
import type { Known, Run, Standing } from "./faulted-stack";

/** A faulted run, with the state of things before and after it. */
export interface FaultedRun {
  readonly before: Standing;
  readonly faulted: Run;
  readonly after: Standing;
}

/** The next run, which has no faults, with the state of things after it. */
export interface Aftermath {
  readonly again: Run;
  readonly end: Standing;
  /** The state of things if nothing fails. */
  readonly calm: Standing;
}

/** The expectations that one case did not meet. */
export function problemsOf(
  faultCase: RealCase,
  hits: number,
  { before, faulted, after, again, end, calm }: FaultedRun & Aftermath,
): string[] {
  const { resource } = faultCase;
  const { name, subject, own } = resource;
  const errors = ownErrors(faulted, resource);
  const requests = faulted.outcome.requests.filter(({ decodedPath }) => own.test(decodedPath));
  const failed = errors.length > 0 || faulted.outcome.steps.some((step) => step.name === name && step.failed === true);
  const problems = [
    ...(hits === 0 ? ["the fault was not injected"] : []),
    ...(failed && errors.length === 0 ? ["no error names it"] : []),
    ...(failed
      ? lossProblems(faultCase, errors, before.state[name], after.state[name])
      : differences("right after", after.state[name], calm.state[name])),
    ...journalProblems(subject, requests),
    ...ownErrors(again, resource).map((error) => `the next run failed: ${error}`),
    ...journalProblems(
      subject,
      again.outcome.requests.filter(({ decodedPath }) => own.test(decodedPath)),
    ),
    ...differences("in the end", end.state[name], calm.state[name]),
    ...differences("in the end, in the service,", end.live[name], calm.live[name]),
  ];
  return problems.map((problem) => `${problem}${errors.map((error) => ` [${error}]`).join("")}`);
}

/** The errors of a run that belong to no resource. */
export function strayErrors(run: Run): string[] {
  const known = resources.flatMap((resource) => ownErrors(run, resource));
  return run.outcome.errors.filter((message) => !known.includes(message));
}

/** The errors of a resource: the names of its objects contain its own name. */
const ownErrors = ({ outcome }: Run, { name }: Resource): string[] => outcome.errors.filter((message) => message.includes(name));

/** Checks that a failed run loses nothing that was known before it. */
function lossProblems({ resource, operation }: RealCase, errors: readonly string[], before?: Known, after?: Known): string[] {
  const { subject } = resource;
  if (after?.initErrors === undefined) return differences(`after the failed ${operation}`, after, before);
  const [reason = ""] = after.initErrors;
  const isReported = errors.some((error) => error.endsWith(plainMessage(reason)));
  const known = Object.keys(before?.outputs ?? {}).filter((output) => subject.moving?.includes(output) !== true);
  return [
    ...known.filter((output) => !(output in after.outputs)).map((output) => `the state lost ${output}`),
    ...(after.id === "" || (before !== undefined && before.id !== after.id) ? [`the id became ${JSON.stringify(after.id)}`] : []),
    ...(after.initErrors.length === 1 && isReported ? [] : ["the reasons are not the error"]),
  ];
}

function differences(when: string, seen: unknown, expected: unknown): string[] {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(expected)];
  return one === other ? [] : [`${when} it is ${one} and not ${other}`];
}
