import { type Consequence, type ConsequenceRow, pickConsequence, type RequestCondition } from "../messages/consequences";
import { isNewer } from "../values/versions";
import type { Effect, Field, Fields } from "./fields";

/** The documented effects of argument changes on the users of the service. Pure. */

/** The effects of a change; undefined if they are not documented. */
type Effects = "none" | readonly Effect[] | undefined;

/** Returns the effects of changing the argument at a path. A field that has no effects itself has those of the enclosing field. */
export function effectsAt(fields: Fields, path: readonly string[]): Effects {
  return fieldsAlong(fields, path)
    .map(ownEffects)
    .findLast((effects) => effects !== undefined);
}

/** Returns true if the change of an argument from `than` to `value` selects an older version. */
export function isDowngrade(fields: Fields, path: readonly string[], value: unknown, than: unknown): boolean {
  const effects = effectsAt(fields, path);
  return typeof effects === "object" && effects.some(({ olderThan }) => olderThan !== undefined) && isNewer(String(than), String(value));
}

/** Finds the argument whose change has the consequence; undefined if the consequence belongs to the request as a whole. */
export function argumentBehind(fields: Fields, { id }: Consequence): string | undefined {
  return Object.keys(fields).find((name) => {
    const effects = effectsAt(fields, [name]);
    return typeof effects === "object" && effects.some((effect) => effect.id === id);
  });
}

/** Returns the fields along a path, starting with the outermost one. */
export function fieldsAlong(fields: Fields, [name, ...rest]: readonly string[]): Field[] {
  const field = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) return [];
  const { shape } = field;
  if (shape.is === "object") return [field, ...fieldsAlong(shape.type.fields, rest)];
  const [key] = rest;
  return shape.is === "map" && key !== undefined ? [field, ...fieldsAlong({ [key]: shape.item }, rest)] : [field];
}

/** Returns the effects of the field itself. By default, a value that is never sent has none. */
function ownEffects({ effect, providerOnly }: Field): Effects {
  if (effect === undefined) return providerOnly ? "none" : undefined;
  return effect === "none" ? effect : [effect].flat();
}

/**
 * Returns the consequences of sending an argument. `sentBy` returns the requests that send it. Includes the consequences of declaring an
 * argument that is never sent.
 */
export function consequencesOfFields(
  fields: Fields,
  sentBy: (argument: string, value: unknown) => readonly RequestCondition[],
): ConsequenceRow[] {
  return Object.entries(fields).flatMap(([argument, field]) => {
    const effects = ownEffects(field);
    if (typeof effects !== "object") return [];
    return effects.flatMap((effect): ConsequenceRow[] => {
      const { when: value, olderThan } = effect;
      const consequence = pickConsequence(effect);
      if (field.providerOnly) return [{ ...consequence, argument, value }];
      return sentBy(argument, value).map((request) => ({
        ...consequence,
        ...request,
        ...(request.field !== undefined && value !== undefined && { value }),
        ...(olderThan !== undefined && { olderThan }),
      }));
    });
  });
}

/** Returns the effect of declaring `deletionPolicy: "delete"` for an object, such as a `workspace`. */
export function deletionDeclared(noun: string): Effect {
  return {
    is: "loss",
    when: "delete",
    id: `${noun}-deletion-declared`,
    severity: "risks",
    summary: "a later removal deletes it",
    headline: [`%: a later removal deletes the ${noun}`, `A later removal deletes % ${noun}s`],
    description: `The program now sets \`deletionPolicy: "delete"\`. Removing the resource later deletes the ${noun} permanently.`,
    source: "docs/behaviour.md",
  };
}

/** The effect of `allowLockout: true`, for both `AllowList` and `AllowListEntry`. */
export const lockoutAllowed: Effect = {
  is: "access",
  when: true,
  id: "lockout-allowed",
  severity: "risks",
  summary: "lockout risk",
  description: "`allowLockout: true` is declared: the update continues even if it locks out the address that it runs from.",
  source: "docs/behaviour.md",
};
