import type { ConsequenceRow } from "../announce/consequences";
import type { Effect, Field, Fields } from "./fields";

/** The effects of changed arguments on the users of the service: those that the API's description states. Pure. */

/** The documented effects of a change; `"none"` if it is known to have none, undefined if nothing is documented. */
export type Effects = "none" | readonly Effect[] | undefined;

/** The effects of a change of the argument at a path. A part without effects of its own has those of the whole. */
export function effectsAt(fields: Fields, path: readonly string[]): Effects {
  return fieldsAlong(fields, path)
    .map(ownEffects)
    .findLast((effects) => effects !== undefined);
}

/** The fields on the way to a path, outermost first. */
function fieldsAlong(fields: Fields, [name, ...rest]: readonly string[]): Field[] {
  const field = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) return [];
  const { shape } = field;
  if (shape.is === "object") return [field, ...fieldsAlong(shape.type.fields, rest)];
  const [key] = rest;
  return shape.is === "map" && key !== undefined ? [field, ...fieldsAlong({ [key]: shape.item }, rest)] : [field];
}

/** A change of what never reaches the service has no effect on its users. */
function ownEffects({ effect, local }: Field): Effects {
  if (effect === undefined) return local ? "none" : undefined;
  return effect === "none" ? effect : [effect].flat();
}

/** The consequences of requests whose bodies hold arguments with effects, by the fields of those. */
export function consequencesOfFields(
  fields: Fields,
  names: Readonly<Record<string, string>>,
  ...methods: readonly ("POST" | "PUT")[]
): readonly ConsequenceRow[] {
  return Object.entries(fields).flatMap(([argument, declared]) => {
    const effects = ownEffects(declared);
    const field = names[argument];
    if (field === undefined || effects === undefined || effects === "none") return [];
    return effects.flatMap(({ id, gravity, inShort, says, source, when }) =>
      methods.map((method) => ({ id, gravity, inShort, says, source, method, field, ...(when !== undefined && { value: when }) })),
    );
  });
}
