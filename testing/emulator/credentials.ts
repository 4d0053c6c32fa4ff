import { type Request } from "./request";

/** What a credential turned out to be, by its value. */
export type CredentialKind = "api key" | "retired api key" | "other organisation's key" | "database secret" | "access token" | "unknown";

/** One credential that a request carried: where, in which form (API 5), and what it was; never its value. */
export interface CarriedCredential {
  readonly header: "x-api-key" | "authorization";
  readonly form: string;
  readonly kind: CredentialKind;
}

/** Which workspace a secret or token opens. */
export interface WorkspaceKey {
  readonly workgroupId: string;
  readonly workspaceId: string;
}

/** An access token: which workspace it opens, until when, and for which graph where it was asked for one. */
export interface Token extends WorkspaceKey {
  readonly expiresAt: number;
  readonly graph: string | undefined;
}

/** Every credential the service knows, so that each is identified and kept out of the journal. */
export class Credentials {
  readonly secrets = new Map<string, WorkspaceKey>();
  readonly tokens = new Map<string, Token>();
  readonly otherKeys = new Set<string>();
  private readonly retired = new Set<string>();

  constructor(public apiKey: string) {}

  /** Makes another key the only one that is accepted. */
  rotate(apiKey: string): void {
    this.retired.add(this.apiKey);
    this.retired.delete(apiKey);
    this.apiKey = apiKey;
  }

  /** What is accepted now, to be put back as often as wanted. */
  snapshot(): () => void {
    const { apiKey } = this;
    const maps = [this.secrets, this.tokens].map((map: Map<string, unknown>) => [map, [...map]] as const);
    const sets = [this.otherKeys, this.retired].map((set) => [set, [...set]] as const);
    return () => {
      this.apiKey = apiKey;
      for (const [map, entries] of maps) {
        map.clear();
        for (const [key, value] of entries) map.set(key, value);
      }
      for (const [set, keys] of sets) {
        set.clear();
        for (const key of keys) set.add(key);
      }
    };
  }

  kindOf(value: string): CredentialKind {
    if (value === this.apiKey) return "api key";
    if (this.retired.has(value)) return "retired api key";
    if (this.otherKeys.has(value)) return "other organisation's key";
    if (this.secrets.has(value)) return "database secret";
    return this.tokens.has(value) ? "access token" : "unknown";
  }

  /** What the request carried in its two credential headers. */
  findCarried(request: Request): CarriedCredential[] {
    const found: CarriedCredential[] = [];
    const key = request.headers["x-api-key"];
    if (key !== undefined) found.push({ header: "x-api-key", form: "key", kind: this.kindOf(key) });
    const authorization = request.headers["authorization"];
    if (authorization !== undefined) {
      const { form, value } = readAuthorization(authorization);
      found.push({ header: "authorization", form, kind: this.kindOf(value) });
    }
    return found;
  }

  /** The text with every credential in it replaced by its kind in brackets, in plain, URL-encoded and base64 form. */
  scrub(text: string, request: Request): string {
    const own = [request.headers["x-api-key"] ?? "", readAuthorization(request.headers["authorization"] ?? "").value];
    const known = [this.apiKey, ...this.retired, ...this.otherKeys, ...this.secrets.keys(), ...this.tokens.keys(), ...own];
    let scrubbed = text;
    for (const value of known) {
      if (value === "") continue;
      for (const form of [value, encodeURIComponent(value), Buffer.from(value).toString("base64")]) {
        scrubbed = scrubbed.replaceAll(form, `[${this.kindOf(value)}]`);
      }
    }
    return scrubbed;
  }
}

/** Splits an `Authorization` header into its form (`GSQL-Secret`, `Bearer`, ...) and its value. */
export function readAuthorization(header: string): { form: string; value: string } {
  const space = header.indexOf(" ");
  return space < 0 ? { form: "", value: header } : { form: header.slice(0, space), value: header.slice(space + 1).trim() };
}
