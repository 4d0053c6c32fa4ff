import { ServiceError } from "../../client";

/** The error of a GET for which the service does not have the call. */
export function noCall(path: string): ServiceError {
  const failure = { outcome: "refused", summary: "was refused", status: 404, requestId: "r-1" } as const;
  return new ServiceError(failure, "GET", path, 1, { kind: "k", operation: "o" });
}
