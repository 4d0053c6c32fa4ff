import { blankSecrets } from "../messages/message";
import type { AnyResource } from "../definition";
import { OperationError } from "../errors";
import { withoutMetadata } from "../reconcile/state-metadata";
import type { Values } from "../values/json";
import { ControllerContext, type Operation, type Subject } from "./operation";
import type { ProviderProcess } from "./process";
import { Properties } from "./properties";
import { secretNames } from "./secrets";

/** The base of all operations on one kind of resource in a provider process. */
export abstract class ResourceOperations {
  constructor(
    readonly definition: AnyResource,
    protected readonly process: ProviderProcess,
  ) {}

  protected parse(given: Values): Properties {
    return new Properties(this.definition, given);
  }

  /** Runs an operation. Wraps any error in an OperationError, whose message the engine can print. */
  protected async run<T>(operation: Operation, subject: Subject, act: (context: ControllerContext) => Promise<T>): Promise<T> {
    const context = this.contextFor(operation, subject);
    try {
      return await act(context);
    } catch (error) {
      throw error instanceof OperationError ? error : new OperationError(context.messageOf(error));
    } finally {
      context.end();
    }
  }

  protected contextFor(operation: Operation, subject: Subject): ControllerContext {
    for (const { metadata } of subject.sources) {
      const warning = this.process.warnOfLater(metadata.version);
      if (warning !== undefined) operation.log(warning);
    }
    return new ControllerContext(this.definition, operation, this.process, subject);
  }

  /** Returns the object's name in messages. */
  protected addressOf({ secrets }: Operation, values: Values): string {
    return this.definition.review.address(blankSecrets(withoutMetadata(values), secretNames(this.definition, secrets)));
  }
}
