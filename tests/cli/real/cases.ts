import type { Emulator, FaultHandle } from "../../../testing/emulator";
import { type FaultVariant, faultFor, faults } from "../../faults/fault-variants";
import { type Exception, exceptions } from "../../faults/not-applicable";
import { endpointOf, type Operation, type Resource, resources } from "./resources";

interface Place {
  readonly resource: Resource;
  readonly operation: Operation;
}

/** One case: the fault of one resource's request in one run. */
export interface RealCase extends Place {
  readonly fault: FaultVariant;
  readonly times: "once" | "on";
}

/** The faulted runs of one operation, in order, each with its cases. */
export interface Round {
  readonly operation: Operation;
  readonly waves: readonly (readonly RealCase[])[];
}

/** The cases that run, and the number of those that do not apply. */
export interface Deal {
  readonly rounds: readonly Round[];
  readonly notApplicable: number;
}

/** The name of a case. */
export function nameOf({ resource, operation, fault, times }: RealCase): string {
  return `${resource.name}: ${operation}: ${fault.label}: ${times}`;
}

/**
 * Deals a fault to every request that is faulted, so that each fault is used before any is used again. Before creating and
 * updating, there is a run in which the service echoes everything: these requests carry all secrets.
 */
export function deal(operations: readonly Operation[]): Deal {
  let dealt = 0;
  let notApplicable = 0;
  const next = (place: Place): RealCase => {
    const fault = faults[dealt++ % faults.length] as FaultVariant;
    // The time limit is long here, so a case waits for it once only.
    const often = dealt % 2 === 1 && !fault.stalls;
    const faultCase = { ...place, fault, times: often ? "on" : "once" } as const;
    if (!excepted(faultCase)) return faultCase;
    notApplicable++;
    return next(place);
  };
  const rounds = operations.map((operation) => {
    const faulted = resources.flatMap((resource) => (endpointOf(resource, operation) === undefined ? [] : [{ resource, operation }]));
    notApplicable += resources.length - faulted.length;
    const echoed = operation === "create" || operation === "update" ? faulted.map(echo) : [];
    return { operation, waves: [echoed, faulted.map(next)].filter((cases) => cases.length > 0) };
  });
  return { rounds, notApplicable };
}

function echo(place: Place): RealCase {
  const fault = faults.find(({ kind }) => kind === "echo-secret");
  if (fault === undefined) throw new Error("no fault repeats secrets");
  return { ...place, fault, times: "on" };
}

/** Sets the faults of a run's cases; the handles count their hits. */
export function inject(emulator: Emulator, cases: readonly RealCase[]): readonly FaultHandle[] {
  // A failure ends the run: none may happen before every resource has begun. Reads all begin at once.
  const waiting = new Set(cases.filter(({ operation }) => operation !== "read"));
  let begun = () => {};
  const until = new Promise<void>((resolve) => (begun = resolve));
  return cases.map((faultCase) => {
    const { resource, operation, fault, times } = faultCase;
    const waits = waiting.has(faultCase);
    const injected = () => {
      waiting.delete(faultCase);
      if (waiting.size === 0) begun();
      return true;
    };
    const match = { endpoint: endpointOf(resource, operation) ?? "", path: resource.own, body: injected };
    return emulator.fault({ ...faultFor(fault, injected), match, times: times === "once" ? 1 : "always", ...(waits && { until }) });
  });
}

/** Answers by which an object is gone if a look-up has shown it before; in the matrix no look-up precedes a read. */
const saysGone: readonly Pick<Exception, "subject" | "operation" | "fault">[] = [
  { subject: "AddonConfiguration", operation: "read", fault: ["null", "absent", "empty-object"].map(wrongShape) },
  { subject: "DatabaseUser", operation: "read", fault: ["null", "absent"].map(wrongShape) },
];

function wrongShape(shape: string): string {
  return `wrong-shape, shape ${shape}`;
}

function excepted({ resource: { subject }, operation, fault }: RealCase): boolean {
  return [...exceptions, ...saysGone].some(
    (one) => one.subject === subject.name && one.operation === operation && [one.fault].flat().includes(fault.label),
  );
}
