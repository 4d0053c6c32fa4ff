import type { Emulator, FaultHandle } from "../../../testing/emulator";
import { type FaultCase, faultFor, faults } from "../faults";
import { exceptions } from "../not-applicable";
import { type Operation, type Resource, resources } from "./resources";

interface Place {
  readonly resource: Resource;
  readonly operation: Operation;
}

/** One try: what befalls one resource's request in one run. */
export interface Cell extends Place {
  readonly fault: FaultCase;
  readonly times: "once" | "on";
}

/** What is played of one operation: runs that are struck, each at other cells, one after the other. */
export interface Round {
  readonly operation: Operation;
  readonly waves: readonly (readonly Cell[])[];
}

/** The cells that are played, and how many there are to which the questions do not apply. */
export interface Deal {
  readonly rounds: readonly Round[];
  readonly notApplicable: number;
}

/** How a cell is told. */
export function nameOf({ resource, operation, fault, times }: Cell): string {
  return `${resource.name}: ${operation}: ${fault.label}: ${times}`;
}

/**
 * Deals a fault to every request that is struck, one after the other, so that each fault is dealt before any comes again.
 * A run goes before it, in creating and updating, in which the service repeats everything: all secrets are on their way then.
 */
export function deal(operations: readonly Operation[]): Deal {
  let dealt = 0;
  let notApplicable = 0;
  const next = (place: Place): Cell => {
    const fault = faults[dealt++ % faults.length] as FaultCase;
    // A time limit is long here, so that a second one is not waited for.
    const often = dealt % 2 === 1 && !fault.stalls;
    const cell = { ...place, fault, times: often ? "on" : "once" } as const;
    if (!excepted(cell)) return cell;
    notApplicable++;
    return next(place);
  };
  const rounds = operations.map((operation) => {
    const places = resources.map((resource) => ({ resource, operation }));
    const struck = places.filter(({ resource }) => operation in resource.struck);
    notApplicable += places.length - struck.length;
    const echoed = operation === "create" || operation === "update" ? struck.map(echo) : [];
    return { operation, waves: [echoed, struck.map(next)].filter((cells) => cells.length > 0) };
  });
  return { rounds, notApplicable };
}

function echo(place: Place): Cell {
  const fault = faults.find(({ kind }) => kind === "echo-secret");
  if (fault === undefined) throw new Error("no fault repeats secrets");
  return { ...place, fault, times: "on" };
}

/** What is not struck and not listed as sending nothing, or both. */
export function unlisted(operations: readonly Operation[]): string[] {
  const places = operations.flatMap((operation) => resources.map((resource) => ({ resource, operation })));
  const listed = ({ resource, operation }: Place) =>
    exceptions.some((one) => one.subject === resource.subject.name && one.operation === operation && one.fault === "any");
  return places
    .filter((place) => place.operation in place.resource.struck === listed(place))
    .map(({ resource, operation }) => `${operation} of ${resource.name}`);
}

/** Sets the faults of a run's cells. How often each has struck is read from what is returned. */
export function strike(emulator: Emulator, cells: readonly Cell[]): readonly FaultHandle[] {
  // A failure ends the run: none may come before every resource has begun. Reads all begin at once.
  const waiting = new Set(cells.filter(({ operation }) => operation !== "read"));
  let begun = () => {};
  const until = new Promise<void>((resolve) => (begun = resolve));
  return cells.map((cell) => {
    const { resource, operation, fault, times } = cell;
    const waits = waiting.has(cell);
    const strikes = () => {
      waiting.delete(cell);
      if (waiting.size === 0) begun();
      return true;
    };
    const match = { endpoint: resource.struck[operation] as number | string, path: resource.own, body: strikes };
    return emulator.fault({ ...faultFor(fault, strikes), match, times: times === "once" ? 1 : "always", ...(waits && { until }) });
  });
}

function excepted({ resource: { subject }, operation, fault }: Cell): boolean {
  return exceptions.some(
    (one) =>
      one.subject === subject.name && one.operation === operation && (one.fault === "any" || [one.fault].flat().includes(fault.label)),
  );
}
