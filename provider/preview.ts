import { failsForCertain } from "./answers";
import type { CheckFailure } from "./arguments";
import { canonicalJson, differences } from "./diff";
import type { AnnouncedRequest, Line } from "./messages";
import type { Call, Noun } from "./noun";
import { without } from "./pending";
import type { Properties } from "./properties";
import { isUnknown } from "./unknowns";

/** One resource that is previewed, as its lifecycle sees it. */
export interface Previewed<Args, State> {
  /** What the program declares, in the form in which it is sent; values may be unknown. */
  readonly args: Properties;
  /** What state holds; undefined for a new resource. */
  readonly last: State | undefined;
  /** The object in the lines. */
  readonly object: string;
  readonly call: (known: Partial<Args>) => Call & { readonly messageOf: (error: unknown) => string };
  readonly tell: (line: Line) => void;
  /** Blanks secret identifiers. */
  readonly hide: (text: string) => string;
}

/**
 * Tells what the update will send, in a line for the resource: also where that is nothing, so that silence means that nobody looked.
 * Returns what will certainly fail. What may have passed when the update runs leaves the preview incomplete, and says so.
 */
export async function preview<Args extends object, State extends Args, Waiting>(
  noun: Noun<Args, State, Waiting>,
  { args, last, object, call: begin, tell, hide }: Previewed<Args, State>,
): Promise<CheckFailure[]> {
  const known = Object.fromEntries(Object.entries(args).filter(([, value]) => !isUnknown(value)));
  const addressed = (noun.addressedBy ?? noun.replacedBy).every((name) => name in known);
  if (noun.foresee === undefined || !addressed) return [];
  const later = Object.keys(args).filter((name) => !(name in known));
  // An argument that is not known yet is still declared: without its old value it is neither compared nor taken for dropped.
  const before = last && without(last, later);
  let silent = true;
  const announce = (request: AnnouncedRequest) => {
    silent = false;
    tell({ is: "request", ...request, later });
  };
  const call = Object.assign(begin(known as Partial<Args>), { announce });
  try {
    const failures = await noun.foresee(known as Args, before, call);
    if (silent && failures.length === 0) tell({ is: "nothing", object, later });
    return failures.map(({ property, reason }) => ({ property, reason: hide(reason) }));
  } catch (error) {
    if (failsForCertain(error)) return [{ property: "", reason: call.messageOf(error) }];
    tell({ is: "incomplete", object, text: call.messageOf(error) });
    return [];
  }
}

/** What a refresh found to differ, a sentence a field: `auto_stop_minutes is 240, last applied 45`. */
export function driftTexts<Args extends object, State extends Args, Waiting>(
  noun: Noun<Args, State, Waiting>,
  live: unknown,
  applied: unknown,
  secret: (argument: string) => boolean,
): string[] {
  const local: readonly string[] = noun.behaviour;
  const drifted = differences(live, applied).filter(({ path: [name = ""] }) => !local.includes(name));
  return drifted.map(({ path, before, after }) => {
    const shown = (value: unknown) => (secret(path[0] ?? "") ? "[secret]" : value === undefined ? "nothing" : canonicalJson(value));
    return `${noun.fieldOf?.(path) ?? path.join(".")} is ${shown(before)}, last applied ${shown(after)}`;
  });
}
