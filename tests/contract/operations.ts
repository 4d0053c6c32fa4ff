import type { Outcome, Properties } from "../support/provider";
import { applies, type Cell, type Endpoint, type Row } from "./row";
import { bare, made, type Stage } from "./stage";

/** An operation of a resource, and the stage before it. */
export interface Operation {
  readonly name: string;
  /** The request that it sends. */
  readonly endpoint: Endpoint;
  readonly begin: () => Promise<Stage>;
  /** The arguments laid over the program; undefined for a deletion, which declares nothing. */
  readonly declared: Properties | undefined;
  readonly run: (stage: Stage) => Promise<Outcome>;
}

/** The operations that send a request. */
export function operationsOf(row: Row): Operation[] {
  const operations: readonly (Omit<Operation, "endpoint" | "run"> & { readonly endpoint: Cell<Endpoint> })[] = [
    { name: "a creation", endpoint: row.createdBy, begin: () => bare(row), declared: {} },
    { name: "an update", endpoint: row.changedBy, begin: () => made(row), declared: row.change },
    { name: "a deletion", endpoint: row.removedBy, begin: () => made(row, row.removal), declared: undefined },
  ];
  return operations.flatMap(({ endpoint, declared, ...operation }) => {
    const run = ({ engine, program }: Stage) => (declared === undefined ? engine.withdraw() : engine.up(program(declared)));
    return applies(endpoint) ? [{ ...operation, endpoint, declared, run }] : [];
  });
}
