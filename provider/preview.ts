import { isDefiniteRefusal } from "../client";
import { InputError, NotUnderstoodError } from "./errors";
import type { CheckFailure } from "./validation";
import { canonicalJson, differences } from "./json";
import type { AnnouncedRequest, Line } from "./messages";
import type { OperationContext, ResourceDefinition } from "./definition";
import { omitArguments } from "./pending";
import type { Properties } from "./properties";
import { isUnknown } from "./unknowns";

/** One resource that is previewed, as its lifecycle sees it. */
export interface PreviewRequest<Args, State> {
  /** What the program declares, in the form in which it is sent; values may be unknown. */
  readonly args: Properties;
  /** What state holds; undefined for a new resource. */
  readonly last: State | undefined;
  /** The object in the lines. */
  readonly object: string;
  readonly call: (known: Partial<Args>) => OperationContext & { readonly messageOf: (error: unknown) => string };
  readonly print: (line: Line) => void;
  /** Blanks secret identifiers. */
  readonly redact: (text: string) => string;
}

/**
 * Tells what the update will send, in a line for the resource: also where that is nothing, so that silence means that nobody looked.
 * Returns what will certainly fail. What may have passed when the update runs leaves the preview incomplete, and says so.
 */
export async function preview<Args extends object, State extends Args, Waiting>(
  definition: ResourceDefinition<Args, State, Waiting>,
  { args, last, object, call: begin, print: tell, redact: hide }: PreviewRequest<Args, State>,
): Promise<CheckFailure[]> {
  const known = Object.fromEntries(Object.entries(args).filter(([, value]) => !isUnknown(value)));
  const addressed = (definition.addressedBy ?? definition.replaceOnChanges).every((name) => name in known);
  if (definition.preview === undefined || !addressed) return [];
  const later = Object.keys(args).filter((name) => !(name in known));
  // An argument that is not known yet is still declared: without its old value it is neither compared nor taken for dropped.
  const before = last && omitArguments(last, later);
  let silent = true;
  const announce = (request: AnnouncedRequest) => {
    silent = false;
    tell({ is: "request", ...request, later });
  };
  const context = Object.assign(begin(known as Partial<Args>), { announce });
  try {
    const failures = await definition.preview(known as Args, before, context);
    if (silent && failures.length === 0) tell({ is: "nothing", object, later });
    return failures.map(({ property, reason }) => ({ property, reason: hide(reason) }));
  } catch (error) {
    if (failsForCertain(error)) return [{ property: "", reason: context.messageOf(error) }];
    tell({ is: "incomplete", object, text: context.messageOf(error) });
    return [];
  }
}

/** True for what a preview ran into where the update will certainly fail for the same reason, so that the preview fails too. */
export function failsForCertain(error: unknown): boolean {
  return error instanceof InputError ? !(error instanceof NotUnderstoodError) : isDefiniteRefusal(error);
}

/** What a refresh found to differ, a sentence a field: `auto_stop_minutes is 240, last applied 45`. */
export function driftTexts<Args extends object, State extends Args, Waiting>(
  definition: ResourceDefinition<Args, State, Waiting>,
  live: unknown,
  applied: unknown,
  secret: (argument: string) => boolean,
): string[] {
  const local: readonly string[] = definition.localArguments;
  const drifted = differences(live, applied).filter(({ path: [name = ""] }) => !local.includes(name));
  return drifted.map(({ path, before, after }) => {
    const shown = (value: unknown) => (secret(path[0] ?? "") ? "[secret]" : value === undefined ? "nothing" : canonicalJson(value));
    return `${definition.fieldOf?.(path) ?? path.join(".")} is ${shown(before)}, last applied ${shown(after)}`;
  });
}
