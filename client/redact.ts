/** Returns a function that blanks every given secret in a text: as it is, and as URLs, base64, JSON and HTML spell it, in either case. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const given = [...new Set(secrets)].filter((secret) => secret !== "");
  if (given.length === 0) return (text) => text;
  let any: RegExp | undefined;
  // Most requests succeed and have nothing to be told, so the spellings wait until a text is there.
  return (text) => text.replace((any ??= anyOf(given)), "[redacted]");
}

function anyOf(secrets: readonly string[]): RegExp {
  const spellings = [...new Set(secrets.flatMap(spell))].filter((spelling) => spelling !== "").sort((a, b) => b.length - a.length);
  return new RegExp(spellings.map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "gi");
}

function spell(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const url = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    url,
    url.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    url.replace(/%20/g, "+"),
    encodeURI(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
    secret.replace(/[&<>"']/g, (character) => entities[character] ?? character),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
