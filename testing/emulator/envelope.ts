import { type Behaviour } from "./profile";

/** The error types of API 2.1. */
export type ErrorType =
  "Internal-Error" | "Bad-Request" | "Not-Found" | "Forbidden" | "Unauthorized" | "API-Disabled" | "Quota-Exceed" | "Unknown";

/** One entry of `ErrorDetails` (API 2.1). */
export interface ErrorDetail {
  FieldName: string;
  Reason: string;
  Type: ErrorType;
}

/** A response, before any fault is injected. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error, independent of the plane that returns it. */
export interface ServiceError {
  readonly status: number;
  readonly type: ErrorType;
  readonly message: string;
  readonly details?: readonly Partial<ErrorDetail>[] | undefined;
}

/** Thrown by routes to refuse a request, and converted to an error envelope (API 7). With `documented`, the status comes from the endpoint's row. */
export class Refusal extends Error {
  constructor(
    readonly status: number | "documented",
    readonly type: ErrorType,
    message: string,
    readonly details: readonly Partial<ErrorDetail>[] = [{}],
  ) {
    super(message);
  }
}

/** Refuses a request because of one field. */
export function badRequest(message: string, field: string, reason: string): Refusal {
  return new Refusal(400, "Bad-Request", message, [{ FieldName: field, Reason: reason }]);
}

export const json = (status: number, body: unknown): Answer => ({ status, contentType: "application/json", body: JSON.stringify(body) });

export const text = (status: number, body: string): Answer => ({ status, contentType: "text/plain; charset=utf-8", body });

/** Returns an HTML page like those of proxies and gateways. */
export function html(status: number, title: string): Answer {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, contentType: "text/html; charset=utf-8", body };
}

/** Returns the envelope of a successful response (API 2.1 and 7). */
export function success(behaviour: Behaviour, requestId: string, result: unknown, message = "ok"): Answer {
  const details = behaviour.emptyErrorDetails === "array" ? [] : null;
  return json(200, { Error: false, ErrorDetails: details, Message: message, RequestID: requestId, Result: result });
}

/** Returns the envelope of an error response (API 2.1 and 7). */
export function failure(behaviour: Behaviour, requestId: string, error: ServiceError): Answer {
  const { status, type, message, details = [{}] } = error;
  const shown = details.map((detail) => ({ FieldName: "", Reason: "", Type: type, ...detail }));
  const result = behaviour.errorResult === "null" ? { Result: null } : {};
  return json(status, { Error: true, ErrorDetails: shown, Message: message, RequestID: requestId, ...result });
}
