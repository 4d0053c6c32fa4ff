import type { Values } from "../values/json";
import type { CheckFailure } from "../values/validation";
import type { Operation } from "./operation";
import { Planning, type StateDiff } from "./planning";
import { type FoundState, Reading } from "./reading";
import { PlanEntryBuilder } from "./plan-entry-builder";
import { ResourceOperations } from "./resource-operations";
import { secretNames } from "./secrets";
import { Writing } from "./writing";

/**
 * The engine's rules over any resource definition: the methods of Pulumi's ResourceProvider. Each parses the properties of its call once, and
 * passes them on. Values are plain, including secrets, and without the additions of an adapter for its engine.
 */
export class ResourceController extends ResourceOperations {
  private readonly planning = new Planning(this.definition, this.process);
  private readonly reading = new Reading(this.definition, this.process);
  private readonly writing = new Writing(this.definition, this.process);

  /** Returns every problem with the arguments and, for a new resource, those found by its preview. */
  check(operation: Operation, olds: Values, news: Values): Promise<CheckFailure[]> {
    return this.withPlanEntry(operation, (one) => this.planning.check(one, this.parse(olds), this.parse(news)));
  }

  /** Compares the state with the program. In an update, also prints the request and fails if it is certain to fail; in a refresh, prints the drift. */
  diff(operation: Operation, id: string, olds: Values, news: Values): Promise<StateDiff> {
    return this.withPlanEntry(operation, (one) => this.planning.diff(one, id, this.parse(olds), this.parse(news)));
  }

  create(operation: Operation, news: Values): Promise<{ id: string; state: Values }> {
    return this.writing.create(operation, this.parse(news));
  }

  update(operation: Operation, id: string, olds: Values, news: Values): Promise<Values> {
    return this.writing.update(operation, id, this.parse(olds), this.parse(news));
  }

  /** Reads the live resource; undefined if it no longer exists. */
  read(operation: Operation, id: string, props: Values): Promise<FoundState | undefined> {
    return this.withPlanEntry(operation, (one) => this.reading.read(one, id, this.parse(props)));
  }

  delete(operation: Operation, id: string, props: Values): Promise<void> {
    return this.writing.delete(operation, id, this.parse(props));
  }

  previewState(olds: Values, news: Values): Values {
    return { ...this.parse(news).previewOutputs(this.parse(olds)), ...news };
  }

  /** Returns the test for secret properties: always secret, or secret in the program or the state according to the adapter. */
  secretTest(secrets: readonly string[]): (property: string) => boolean {
    return secretNames(this.definition, [...secrets, ...this.definition.secretOutputs]);
  }

  /** Runs a call of the engine, and logs its plan entry if requested. */
  private async withPlanEntry<T>(operation: Operation, act: (operation: Operation) => Promise<T>): Promise<T> {
    const { planLog } = operation;
    if (planLog === undefined) return act(operation);
    const entryBuilder = new PlanEntryBuilder(this.definition.kind, operation.urn);
    try {
      return await act({ ...operation, entryBuilder });
    } finally {
      if (entryBuilder.contents !== undefined) planLog.add(entryBuilder.contents);
    }
  }
}
