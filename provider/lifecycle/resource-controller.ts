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
 * The engine's rules over any resource definition: the methods of Pulumi's ResourceProvider. Values are plain, including secrets, and do not
 * contain the keys that an adapter's host adds.
 */
export class ResourceController extends ResourceOperations {
  private readonly planning = new Planning(this.definition, this.process);
  private readonly reading = new Reading(this.definition, this.process);
  private readonly writing = new Writing(this.definition, this.process);

  check(operation: Operation, olds: Values, news: Values): Promise<CheckFailure[]> {
    return this.withPlanEntry(operation, (one) => this.planning.check(one, this.parse(olds), this.parse(news)));
  }

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

  /** Returns a predicate for secret properties: those that are always secret, and those that are secret in the program or the state. */
  secretTest(secrets: readonly string[]): (property: string) => boolean {
    return secretNames(this.definition, [...secrets, ...this.definition.secretOutputs]);
  }

  /** Runs a call of the engine, and logs its plan entry if requested. */
  private async withPlanEntry<T>(operation: Operation, act: (operation: Operation) => Promise<T>): Promise<T> {
    const { planLog } = operation;
    if (planLog === undefined) return act(operation);
    const entryBuilder = new PlanEntryBuilder(this.definition.kind, operation.urn, planLog.key);
    try {
      return await act({ ...operation, entryBuilder });
    } finally {
      if (entryBuilder.contents !== undefined) planLog.add(entryBuilder.contents);
    }
  }
}
