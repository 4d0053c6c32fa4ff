import type { z } from "zod";
import { type Endpoint, fillPath, type PathParameters, prefix } from "./api/endpoint";
import { type Answer, isObject, readEnvelope, type Reading } from "./envelope";
import { InputError, type Purpose } from "./errors";
import { redactor, type SecretText } from "./redact";
import type { Method } from "./retry";
import type { Transport } from "./transport";

/** Calls an endpoint: fills the path, checks and sends the body, reads the Result. */
export type Caller = <Path extends string, Body extends z.ZodType, Result extends z.ZodType>(
  row: Endpoint<Path, Body, Result>,
  parameters: PathParameters<Path>,
  body?: z.infer<Body>,
) => Promise<z.infer<Result>>;

/** On whose behalf calls are made, and how to give them up. */
export interface CallContext {
  /** By default the endpoint's own purpose. */
  readonly purpose?: Purpose | undefined;
  /** Texts that must not stand in any error or log line, also when the service repeats them. */
  readonly secrets?: readonly SecretText[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets the RequestID of each answer that has one, also of a shared answer that another asked for. */
  readonly heard?: ((answer: Heard) => void) | undefined;
}

/** An answer of the control plane, as it is traced. */
export interface Heard {
  readonly method: Method;
  readonly requestId: string;
}

/** Makes the {@link Caller} of the control plane: every request carries the API key (specification 5). */
export function controlPlane(
  transport: Transport,
  baseUrl: string,
  apiKey: string,
  { purpose, secrets = [], signal, heard }: CallContext,
): Caller {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/+$/, "");
  return async (row, parameters, body) => {
    const path = fillPath(row.path, parameters);
    const hidden = [apiKey, ...secrets, ...secretsOf(row, body)];
    return (await transport.send({
      method: row.method,
      origin,
      path: base + path,
      shownPath: path.slice(prefix.length),
      headers: { "x-api-key": apiKey },
      body: row.body && writeBody(row, row.body, body),
      purpose: purpose ?? { kind: "client", operation: row.purpose.replace(/\.$/, "").toLowerCase() },
      secrets: hidden,
      signal,
      read: (answer) => {
        const reading = acknowledged(row, answer) ?? readResult(readEnvelope(answer, Date.now(), redactor(hidden)), row, answer);
        const { requestId } = "failure" in reading ? reading.failure : reading;
        if (requestId !== undefined) heard?.({ method: row.method, requestId: redactor(hidden)(requestId) });
        return told(reading);
      },
    })) as z.infer<typeof row.result>;
  };
}

/** What the body holds under the names that the row calls secret. */
function secretsOf({ secret = [] }: { readonly secret?: readonly string[] }, body: unknown): string[] {
  const values = isObject(body) ? secret.map((name) => body[name]) : [];
  return values.filter((value) => typeof value === "string");
}

/** The body as JSON text; an {@link InputError} where it is not what the row says. */
function writeBody(row: Endpoint, shape: z.ZodType, body: unknown = {}): string {
  const checked = shape.safeParse(body);
  if (checked.success) return writeJson(row, checked.data);
  const problems = checked.error.issues.map(({ path, message }) => `${path.join(".") || "the body"}: ${message}`);
  throw new InputError(`the body of ${row.method} ${row.path} is not as the specification says (section 4): ${problems.join("; ")}`);
}

function writeJson({ method, path }: Endpoint, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new InputError(`the body of ${method} ${path} cannot be written as JSON: it holds a circle, a bigint or too many levels`);
  }
}

/** Whatever is no read may be answered without a body, where the status says so: there is no Result then. */
function acknowledged({ method }: Endpoint, { status, text }: Answer): Reading | undefined {
  const bare = (status === 202 || status === 204) && text.trim() === "";
  return bare && method !== "GET" ? { result: undefined } : undefined;
}

function readResult(reading: Reading, row: Endpoint, { status }: Answer): Reading {
  if ("failure" in reading) return reading;
  const parsed = row.result.safeParse(reading.result);
  if (parsed.success) return { ...reading, result: parsed.data };
  const problems = parsed.error.issues.slice(0, 3).map(({ path, message }) => `${["Result", ...path].join(".")}: ${message}`);
  const { requestId } = reading;
  return {
    failure: {
      outcome: "not-understood",
      status,
      summary: `was answered with a Result of another shape than the specification's (${problems.join("; ")})`,
      mend: "report this with the RequestID; what was sent may have been applied",
      ...(requestId === undefined ? {} : { requestId }),
    },
  };
}

/** The API key and the database secret are often confused, so a refusal says which one was used. */
function told(reading: Reading): Reading {
  if (!("failure" in reading) || reading.failure.type !== "Unauthorized") return reading;
  const mend =
    "the API key (graphplane:apiKey) was used: check that it is whole, current and of this account; a database secret does not work here";
  return { failure: { ...reading.failure, mend } };
}
