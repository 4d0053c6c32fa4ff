import { getIn, isObject, parseJsonText } from "../../values/json";
import { hiddenText } from "../../announce/lines";

/** The live value as lines show it: of keys that the declared object does not have, the names alone. Pure. */
export function hideUndeclared(live: unknown, declared: unknown): unknown {
  const [value, known] = [parseJsonText(live), parseJsonText(declared)];
  return isObject(value) && isObject(known) ? hideKeys(value, known) : live;
}

function hideKeys(live: unknown, declared: unknown): unknown {
  if (declared === undefined) return hiddenText;
  if (!isObject(live) || !isObject(declared)) return live;
  return Object.fromEntries(Object.entries(live).map(([key, value]) => [key, hideKeys(value, getIn(declared, [key]))]));
}
