import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A key that looks different in every encoding, so that each of its forms can be searched for. */
export const canaryKey = 'canary-7f31"\\/+k9e2-emulator';
/** Another one, for a key that is rotated. */
export const secondCanaryKey = 'canary-58ad"\\/+k3c1-emulator';

/** The places that hold one of the keys in plain, URL-encoded, base64 or JSON-escaped form. */
export function leaks(places: Readonly<Record<string, string>>): string[] {
  const forms = [canaryKey, secondCanaryKey].flatMap(formsOf);
  return Object.entries(places).flatMap(([place, text]) =>
    forms.filter(({ form }) => text.includes(form)).map(({ encoding }) => `${place} holds the key (${encoding})`),
  );
}

/** The text of every file below a folder. */
export function filesBelow(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "latin1")]));
}

function formsOf(key: string): { encoding: string; form: string }[] {
  const escaped = JSON.stringify(key).slice(1, -1);
  return [
    { encoding: "plain", form: key },
    { encoding: "URL-encoded", form: encodeURIComponent(key) },
    { encoding: "JSON-escaped", form: escaped },
    { encoding: "JSON-escaped twice", form: JSON.stringify(escaped).slice(1, -1) },
    // Inside of a longer text, base64 depends on how many bytes go before: the ends are cut off.
    ...[0, 1, 2].map((before) => ({
      encoding: "base64",
      form: Buffer.from("x".repeat(before) + key)
        .toString("base64")
        .slice(4, -4),
    })),
  ];
}
