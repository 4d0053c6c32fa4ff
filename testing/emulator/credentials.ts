import { type Request } from "./request";

/** The kind of credential, derived from its value. */
export type CredentialKind = "api key" | "retired api key" | "other organisation's key" | "database secret" | "access token" | "unknown";

/** A credential in a request, with its location, scheme (API 5), and kind, but never its value. */
export interface CarriedCredential {
  readonly header: "x-api-key" | "authorization";
  readonly form: string;
  readonly kind: CredentialKind;
}

/** The workspace that a secret or token grants access to. */
export interface WorkspaceKey {
  readonly workgroupId: string;
  readonly workspaceId: string;
}

/** An access token, with its workspace, its expiration and, if it was requested for one, its graph. */
export interface Token extends WorkspaceKey {
  readonly expiresAt: number;
  readonly graph: string | undefined;
}

/** The credentials of the service. Identifies them in requests, and keeps them out of the journal. */
export class Credentials {
  secrets = new Map<string, WorkspaceKey>();
  tokens = new Map<string, Token>();
  otherKeys = new Set<string>();
  private retired = new Set<string>();

  constructor(public apiKey: string) {}

  /** Replaces the accepted key. */
  rotate(apiKey: string): void {
    this.retired.add(this.apiKey);
    this.retired.delete(apiKey);
    this.apiKey = apiKey;
  }

  /** Saves all credentials. The returned function restores them, and can be called repeatedly. */
  snapshot(): () => void {
    const kept = structuredClone({ ...this });
    return () => void Object.assign(this, structuredClone(kept));
  }

  kindOf(value: string): CredentialKind {
    if (value === this.apiKey) return "api key";
    if (this.retired.has(value)) return "retired api key";
    if (this.otherKeys.has(value)) return "other organisation's key";
    if (this.secrets.has(value)) return "database secret";
    return this.tokens.has(value) ? "access token" : "unknown";
  }

  findCarried(request: Request): CarriedCredential[] {
    return sentCredentials(request).map(({ value, ...where }) => ({ ...where, kind: this.kindOf(value) }));
  }

  /** Replaces every credential in the text, plain, URL-encoded, or base64, with its kind in brackets. */
  scrub(text: string, request: Request): string {
    const sent = sentCredentials(request).map(({ value }) => value);
    const known = [this.apiKey, ...this.retired, ...this.otherKeys, ...this.secrets.keys(), ...this.tokens.keys(), ...sent];
    let scrubbed = text;
    for (const value of known) {
      if (value === "") continue;
      for (const form of [value, encodeURIComponent(value), Buffer.from(value).toString("base64")])
        scrubbed = scrubbed.replaceAll(form, `[${this.kindOf(value)}]`);
    }
    return scrubbed;
  }
}

/** Splits an `Authorization` header into its scheme (`GSQL-Secret`, `Bearer`, ...) and its value. */
export function readAuthorization(header: string): { form: string; value: string } {
  const space = header.indexOf(" ");
  return space < 0 ? { form: "", value: header } : { form: header.slice(0, space), value: header.slice(space + 1).trim() };
}

/** Returns the values of both credential headers, with their location and scheme. */
export function sentCredentials({ headers }: Request): (Omit<CarriedCredential, "kind"> & { readonly value: string })[] {
  const { "x-api-key": key, authorization } = headers;
  return [
    ...(key === undefined ? [] : [{ header: "x-api-key" as const, form: "key", value: key }]),
    ...(authorization === undefined ? [] : [{ header: "authorization" as const, ...readAuthorization(authorization) }]),
  ];
}
