/** Secrets that look different in every encoding, by what they are, so that each of their forms can be searched for. */
export const canaries = {
  "the key": 'canary-7f31"\\/+k9e2-emulator',
  "the second key": 'canary-58ad"\\/+k3c1-emulator',
  "the password": 'canary-2b6c"\\/+ü%p4d7 password',
  "the second password": 'canary-91fe"\\/+ü%p8a5 password',
  "the database secret": 'canary-c03d"\\/+s6b2-database',
  "the configuration's secret": 'canary-e7a9"\\/+ü%v1f8 configuration',
  "the second configuration's secret": 'canary-4d52"\\/+ü%v3c6 configuration',
} as const;

/** Secrets by what they are. */
export type Secrets = Readonly<Record<string, string>>;

/** Every place that holds one of the secrets in plain, URL-encoded, base64 or JSON-escaped form. */
export function leaks(places: Readonly<Record<string, string>>, secrets: Secrets = canaries): string[] {
  const forms = Object.entries(secrets).flatMap(([what, secret]) => formsOf(secret).map((form) => ({ what, ...form })));
  return Object.entries(places).flatMap(([place, text]) =>
    forms.filter(({ form }) => text.includes(form)).map(({ what, encoding }) => `${place} holds ${what} (${encoding})`),
  );
}

const known = new Map<string, ReturnType<typeof spell>>();

function formsOf(secret: string) {
  const forms = known.get(secret) ?? spell(secret);
  known.set(secret, forms);
  return forms;
}

function spell(secret: string) {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [
    { encoding: "plain", form: secret },
    { encoding: "URL-encoded", form: encodeURIComponent(secret) },
    { encoding: "JSON-escaped", form: escaped },
    { encoding: "JSON-escaped twice", form: JSON.stringify(escaped).slice(1, -1) },
    // Inside of a longer text, base64 depends on how many bytes go before: the ends are cut off.
    ...[0, 1, 2].map((before) => ({
      encoding: "base64",
      form: Buffer.from("x".repeat(before) + secret)
        .toString("base64")
        .slice(4, -4),
    })),
  ];
}
