/** Returns a function that blanks every given secret in a text: as it is, URL-encoded, in base64 and escaped for JSON. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.filter((secret) => secret !== "").flatMap(spell))].sort((a, b) => b.length - a.length);
  return (text) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "[redacted]"), text);
}

function spell(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}
