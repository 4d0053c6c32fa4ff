import type { Subject } from "./subjects";

/** The error that a user reads, and the client's lines about the requests before it. */
interface Told {
  readonly message: string;
  readonly debug: readonly string[];
}

/** An error, and what it is about. */
interface Named {
  readonly subject: Pick<Subject, "object" | "kind">;
  readonly operation: string;
  readonly message: string;
}

/** The response, or its absence. */
const causes =
  /was refused|returned |was null|was empty|failed \(HTTP \d+|lost its connection|could not be sent|did not finish|timed out|does not return|does not report|no longer returns|returns no|does not exist|does not implement|cannot be parsed|might have started|disappeared|has no workspace|so it is not certain|might still exist|may say that it is gone|no read has returned|it is unknown which object it created|because it is empty|it might be empty/;

/** The fix; a list of existing objects to choose from counts as one. */
const fixes =
  /try again|; it has |run "pulumi|check |correct |use a key|enable the API|free up quota|configure graphplane to use it|report this|look whether|look for it|still available|give a new one|"pulumi (refresh|state delete)"|lower graphplane:maxConcurrency/i;

/** The parts that an error lacks: object, operation, cause, fix, and the RequestID of a response that had one. */
export function errorProblems(told: Told & Named): string[] {
  const { subject, operation, message, debug } = told;
  // An update begins with its plan, as a preview does, and ends there if the service refuses the read.
  const said = [operation, ...(["update", "preview"].includes(operation) ? ["plan"] : [])].some((word) =>
    message.startsWith(`${subject.kind}: ${word} of `),
  );
  return [
    ...subject.object.filter((text) => !message.includes(text)).map((text) => `the error does not name ${text}`),
    ...(said ? [] : ["the error does not say what was done"]),
    ...senseProblems(message),
    ...untracedOf(told, debug),
  ];
}

/** The parts that a reason lacks: cause, fix, and the RequestID if the service gave one with a failure; a success needs no trace. */
export const reasonProblems = (told: Told): string[] => [...senseProblems(told.message), ...untracedOf(told, failuresOf(told))];

const failuresOf = ({ debug }: Told): string[] => debug.filter((line) => !succeeded(line));

/** A line tells the status, or what became of a request without one. */
const succeeded = (line: string): boolean => /^graphplane: debug: \w+ \S+ 200 /.test(line);

/** Whether the message tells no RequestID although one of the responses had one; what is about a response without one cannot. */
function untracedOf(told: Told, answers: readonly string[]): string[] {
  const idsOf = (lines: readonly string[]) => lines.flatMap((line) => /RequestID (request-\d+)$/.exec(line)?.[1] ?? []);
  const last = failuresOf(told).at(-1);
  const untraceable = told.debug.some((line) => (line === last || succeeded(line)) && line.endsWith("RequestID none"));
  const isTold = idsOf(told.debug).some((id) => told.message.includes(`RequestID: ${id}`));
  return untraceable || idsOf(answers).length === 0 || isTold ? [] : ["the error does not tell the RequestID"];
}

/** The parts that an error lacks of cause and fix. */
export function senseProblems(message: string): string[] {
  return [
    ...(causes.test(message) && !message.includes("a bug in this provider") ? [] : ["the error does not tell its cause"]),
    ...(fixes.test(message) ? [] : ["the error tells no fix"]),
  ];
}
