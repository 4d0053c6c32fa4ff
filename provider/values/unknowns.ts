import { isObject } from "./json";

/** The text for an unknown value in a path or a message. */
export const knownLater = "[known later]";

/** The engine's string for an unknown value of any type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The engine's strings for unknown values, one for each type. */
const markers = [
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

export function isMarker(value: unknown): boolean {
  return (markers as readonly unknown[]).includes(value);
}

/** Returns true for an unknown value, and for a value that contains an unknown value. */
export function isUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isUnknown);
  return isObject(value) ? Object.values(value).some(isUnknown) : isMarker(value);
}

/** Replaces the engine's markers in a string with readable text. */
export function withoutMarkers(text: string): string {
  return markers.reduce((left, marker) => left.replaceAll(marker, knownLater), text);
}
