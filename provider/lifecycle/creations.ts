import type { ResourceDefinition } from "../definition";
import { InputError } from "../errors";
import { resumeWindowMs } from "../reconcile/made";
import type { Properties } from "../reconcile/notes";
import { formatId, formatObject } from "../values/names";
import type { ManagedObjects } from "./objects";
import type { LifecycleContext } from "./operation";

type At = Pick<LifecycleContext, "service" | "clock">;

/** The objects that this process has made: they count as there for as long as reads may lag. */
export class Creations<Args extends object, State extends Args> {
  constructor(
    private readonly definition: Pick<ResourceDefinition<Args, State>, "displayTemplate" | "idForm">,
    private readonly objects: ManagedObjects<Args, State>,
    private readonly made: Map<string, number>,
  ) {}

  /** Notes that a creation was sent; one that `isWaitedFor` counts as there until it is noted again. */
  add({ service, clock }: At, args: object, isWaitedFor = false): void {
    const object = this.objects.namedAt(service(), args as Properties);
    if (object !== undefined) this.made.set(object, isWaitedFor ? Infinity : clock.now());
  }

  /** Forgets an object that was deleted, or that reads show to be gone. */
  forget({ service }: At, args: object): void {
    this.made.delete(this.objects.namedAt(service(), args as Properties) ?? "");
  }

  /** Refuses to make an object that this process has made and reads may not show yet. */
  assertNone({ service, clock }: At, args: Args): void {
    const sent = this.made.get(this.objects.namedAt(service(), args as Properties) ?? "");
    if (sent === undefined || clock.now() - sent >= resumeWindowMs) return;
    const object = formatObject(this.definition.displayTemplate, args);
    throw new InputError(
      `this run has sent a creation of the ${object} already, and no read shows it yet. Nothing is sent. If two resources or stacks declare it, keep one of them; otherwise run "pulumi up" again`,
    );
  }

  /** The notice of an object that an earlier creation made: an engine takes no other id from an update. Undefined if the id was known. */
  describeFoundId(id: string, last: State, state: State): string | undefined {
    const [before, found = ""] = [last, state].map((values) => formatId(this.definition.idForm, values));
    if (found === "" || found === before || found === id) return undefined;
    return `an earlier run created it; its id is ${found}, and the stack shows ${JSON.stringify(id)} until the next "pulumi refresh"`;
  }
}
