/** Returns a function that blanks every given secret in a text: as it is, and as URLs, base64, JSON and HTML spell it, in either case, trimmed or not. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const given = [...new Set(secrets)].filter((secret) => secret !== "");
  if (given.length === 0) return (text) => text;
  let any: RegExp | undefined;
  // Most requests succeed and have nothing to be told, so the spellings wait until a text is there.
  return (text) => text.replace((any ??= anyOf(given)), "[redacted]");
}

function anyOf(secrets: readonly string[]): RegExp {
  // A service may trim what it is sent: the line break of a password that was read from a file.
  const whole = secrets.flatMap((secret) => [secret, secret.trim()]);
  const spellings = [...new Set(whole.flatMap(spell))].filter((spelling) => spelling !== "").sort((a, b) => b.length - a.length);
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
