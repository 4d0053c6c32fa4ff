import { type ShownRequest, blankSecrets, secretText } from "../messages/message";
import type { LoggedPlan, LoggedField, LoggedRequest } from "../messages/plan-entry";
import { type AnyResource, isRefusal, type Plan, type PlannedField } from "../definition";
import { omitArguments } from "../reconcile/pending";
import { equals, getIn, isObject, mapTexts, parseJsonText, type Values } from "../values/json";
import { isMarker, isUnknown, knownLater } from "../values/unknowns";
import type { ControllerContext } from "./operation";

export interface PlannedResource {
  /** The declared arguments in wire format; values can be unknown. */
  readonly args: Values;
  /** The state; undefined for a new resource. */
  readonly last: Values | undefined;
  readonly object: string;
  readonly context: Pick<ControllerContext, "isSecret" | "logPlan" | "emit">;
}

/** The reason why an object could not be read. */
export type PlanFailure = Pick<LoggedPlan, "failedRead"> & { readonly reason: string };

/** Records the plan of one resource, including its uncertainties. */
export class PlanBuilder {
  /** The unknown arguments. */
  readonly later: readonly string[];
  /** The unknown arguments that a request sends. */
  private readonly laterSent: readonly string[];

  constructor(
    private readonly definition: AnyResource,
    private readonly resource: PlannedResource,
  ) {
    const { providerOnlyArguments, addressedBy } = definition.review;
    this.later = Object.keys(resource.args).filter((name) => isUnknown(resource.args[name]));
    this.laterSent = this.later.filter((name) => !providerOnlyArguments.includes(name) && !addressedBy.includes(name));
  }

  /** Records the plan for an object that was read. An unknown value is sent unless the object already has it. */
  addRead(plan: Plan): void {
    this.add(() => {
      const isPassedOn = this.laterSent.some((name) => this.definition.opaqueJson.includes(name));
      const known = isPassedOn ? (this.planUnread() ?? plan) : plan;
      const isOpen = plan.request === undefined && this.laterSent.length > 0;
      return this.describe(known, { seen: true, reason: isOpen ? laterText(this.laterSent) : undefined });
    });
  }

  /** Prints why an object could not be read, and records the possible requests. */
  addFailure(failure: PlanFailure): void {
    this.addUnread(failure);
    this.resource.context.emit({ is: "unplanned", object: this.resource.object, text: failure.reason });
  }

  /** Records the possible plan for an object that was not read. `failure` is the reason, if the read failed. */
  addUnread(failure?: PlanFailure): void {
    this.add(() => {
      const plan = this.planUnread();
      const { addressedBy } = this.definition.review;
      const blind = this.later.filter((name) => addressedBy.includes(name));
      const reason = this.isCertainUnread(plan) ? undefined : laterText(blind);
      return this.describe(plan, { seen: false, reason, ...(failure && { operation: "unknown", ...failure }) });
    });
  }

  /** Returns true if the plan for an object that was not read is certain, because both the object and its parent are new. */
  isCertainUnread(plan: Plan | undefined): boolean {
    return this.resource.last === undefined && plan?.action === "post" && !this.definition.review.adopts;
  }

  /** Records that an update sends no request, regardless of live values. */
  addNothing(): void {
    this.add(() => ({ operation: "nothing", seen: false }));
  }

  /** Records the deletion of the replaced object. If an unknown value triggers the replacement, also records the update that might happen instead. */
  addReplacement({ request }: Plan, failure?: PlanFailure): void {
    if (failure !== undefined) this.resource.context.emit({ is: "unplanned", object: this.resource.object, text: failure.reason });
    this.add(() => ({
      operation: failure === undefined ? "replace" : "unknown",
      ...failure,
      seen: false,
      requests: request === undefined ? [] : [{ ...request, later: [] }],
      instead: this.mayBeUpdated() ? this.requestsOf(this.planUnread(), false) : undefined,
    }));
  }

  /** Returns true if the replacement might turn out to be an update: every value that forces it is unknown, and another argument differs. */
  private mayBeUpdated(): boolean {
    const { args, last } = this.resource;
    const { providerOnlyArguments, replaceOnChanges } = this.definition.review;
    const isSent = (name: string) => !providerOnlyArguments.includes(name) && !this.later.includes(name);
    const differing = Object.keys(args).filter((name) => isSent(name) && !equals(args[name], getIn(last, [name])));
    return differing.length + this.laterSent.length > 0 && !differing.some((name) => replaceOnChanges.includes(name));
  }

  private describe(
    plan: Plan | undefined,
    how: Pick<LoggedPlan, "seen" | "reason" | "failedRead"> & Partial<Pick<LoggedPlan, "operation">>,
  ): LoggedPlan {
    const requests = this.requestsOf(plan, how.seen);
    const fields = requests.length === 0 ? [] : this.fieldsOf(plan, how.seen);
    const operation = this.operationOf(plan, requests.length > 0);
    return { operation, requests, fields, names: this.names(plan?.shownNames), adopted: plan?.adopted, ...how };
  }

  private add(describe: () => Pick<LoggedPlan, "operation" | "seen"> & Partial<LoggedPlan>): void {
    this.resource.context.logPlan?.({ requests: [], fields: [], names: this.names(), ...describe() });
  }

  private operationOf(plan: Plan | undefined, sends: boolean): LoggedPlan["operation"] {
    const { adopts, runs = false } = this.definition.review;
    if (this.resource.last !== undefined && !sends) return "nothing";
    if (runs) return "run";
    if (this.resource.last !== undefined) return "update";
    return adopts || plan?.action !== "post" ? "adopt" : "create";
  }

  /** Plans the change to an object without its live values; undefined if the plan is a refusal. */
  planUnread(last = this.resource.last): Plan | undefined {
    const { definition, later } = this;
    const { args, context } = this.resource;
    const marked = Object.entries(args).flatMap(([name, value]) => {
      if (!later.includes(name)) return [[name, value]];
      if (definition.review.addressedBy.includes(name)) return [[name, knownLater]];
      return this.definition.opaqueJson.includes(name) ? [[name, withMarks(value)]] : [];
    });
    const before = last && omitArguments(last, later);
    const plan = definition.plan(
      Object.fromEntries(marked) as Values,
      before,
      definition.assumedLive(this.resource.last),
      context.isSecret,
    );
    return isRefusal(plan) ? undefined : plan;
  }

  private requestsOf(plan: Plan | undefined, seen: boolean): LoggedRequest[] {
    const fields = this.laterFields();
    const hasLater = Object.keys(fields).length > 0;
    if (plan?.request === undefined) {
      const call = hasLater ? this.callOfChange() : undefined;
      return call === undefined ? [] : [{ ...call, body: fields, includesLiveFields: true, later: this.later }];
    }
    const { was, body: shown, ...request } = plan.request;
    // A string body is JSON, unless it is truncated or replaced by a placeholder.
    const body = parseJsonText(shown);
    const whole = hasLater ? { ...(isObject(body) && body), ...fields } : body;
    // Other values of the live object might also be sent.
    const includesLiveFields = seen || plan.action === "post" ? undefined : (true as const);
    const first = { ...request, body: whole, was: seen ? was : undefined, includesLiveFields };
    const followUp = plan.followUp === undefined ? [] : [{ ...plan.followUp, includesLiveFields: true as const }];
    return [first, ...followUp].map((one) => ({ ...one, later: this.later }));
  }

  /** Returns the method and path of a request that changes the object, whichever arguments differ. */
  private callOfChange(): Pick<ShownRequest, "method" | "path"> | undefined {
    const { last, args } = this.resource;
    const { addressedBy } = this.definition.review;
    const values = Object.keys(args).filter((name) => !addressedBy.includes(name));
    const request = this.planUnread(last && omitArguments(last, values))?.request;
    return request && { method: request.method, path: request.path };
  }

  private laterFields(): Values {
    const first = (path: string) => path.split(".", 1).join("");
    const fields = Object.entries(this.definition.fields).filter(([argument]) => this.laterSent.includes(first(argument)));
    return Object.fromEntries(fields.map(([, field]) => [first(field), knownLater]));
  }

  private fieldsOf(plan: Plan | undefined, seen: boolean): LoggedField[] {
    const { args, context } = this.resource;
    const planned = plan?.request === undefined ? [] : (plan.fields ?? this.declaredFields());
    const later: PlannedField[] = this.laterSent.map((name) => ({ path: [name] }));
    return (
      [...planned, ...later]
        // The keys inside a secret argument are also secret.
        .map(({ path, live }) => ({ path: context.isSecret(path[0] ?? "") ? path.slice(0, 1) : path, live }))
        .filter(({ path }, index, all) => all.findIndex((other) => equals(other.path, path)) === index)
        .map(({ path, live }) => {
          const show = (value: unknown) => (value !== undefined && context.isSecret(path[0] ?? "") ? secretText : withMarks(value));
          return { path, live: seen ? live : undefined, after: show(getIn(args, path)) };
        })
    );
  }

  private declaredFields(): PlannedField[] {
    const { providerOnlyArguments, addressedBy } = this.definition.review;
    const isShownElsewhere = (name: string) => [...providerOnlyArguments, ...addressedBy, ...this.later].includes(name);
    const names = Object.keys(this.resource.args).filter((name) => !isShownElsewhere(name));
    return names.map((name) => ({ path: [name] }));
  }

  private names(shown: Values = {}): (readonly [string, string])[] {
    const { args, last, context } = this.resource;
    const subject = this.definition.review.subject(blankSecrets(args, context.isSecret), { ...last, ...shown });
    return subject.flatMap(([word, name]) => (typeof name === "string" && name !== "" && !isUnknown(name) ? [[word, name] as const] : []));
  }
}

function laterText(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} known only during the update`;
}

const withMarks = (value: unknown): unknown => mapTexts(value, (text) => (isMarker(text) ? knownLater : text));
