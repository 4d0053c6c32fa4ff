import { type Request } from "./request";

/** The kind of a credential, by its value. */
export type CredentialKind = "api key" | "retired api key" | "other organisation's key" | "database secret" | "access token" | "unknown";

/** One credential that a request carried: where, in which form (API 5), and of which kind; never its value. */
export interface CarriedCredential {
  readonly header: "x-api-key" | "authorization";
  readonly form: string;
  readonly kind: CredentialKind;
}

/** The workspace that a secret or token opens. */
export interface WorkspaceKey {
  readonly workgroupId: string;
  readonly workspaceId: string;
}

/** An access token: which workspace it opens, until when, and for which graph if it was requested for one. */
export interface Token extends WorkspaceKey {
  readonly expiresAt: number;
  readonly graph: string | undefined;
}

/** Every credential that the service knows, so that each is identified and kept out of the journal. */
export class Credentials {
  secrets = new Map<string, WorkspaceKey>();
  tokens = new Map<string, Token>();
  otherKeys = new Set<string>();
  private retired = new Set<string>();

  constructor(public apiKey: string) {}

  /** Makes another key the only one that is accepted. */
  rotate(apiKey: string): void {
    this.retired.add(this.apiKey);
    this.retired.delete(apiKey);
    this.apiKey = apiKey;
  }

  /** Keeps all credentials; the returned function puts them back, any number of times. */
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

  /** The text with every credential in it replaced by its kind in brackets, in plain, URL-encoded and base64 form. */
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

/** Splits an `Authorization` header into its form (`GSQL-Secret`, `Bearer`, ...) and its value. */
export function readAuthorization(header: string): { form: string; value: string } {
  const space = header.indexOf(" ");
  return space < 0 ? { form: "", value: header } : { form: header.slice(0, space), value: header.slice(space + 1).trim() };
}

/** The values of the two credential headers, with where each was and in which form. */
export function sentCredentials({ headers }: Request): (Omit<CarriedCredential, "kind"> & { readonly value: string })[] {
  const { "x-api-key": key, authorization } = headers;
  return [
    ...(key === undefined ? [] : [{ header: "x-api-key" as const, form: "key", value: key }]),
    ...(authorization === undefined ? [] : [{ header: "authorization" as const, ...readAuthorization(authorization) }]),
  ];
}
