import { type Route } from "./call";

/** One endpoint: its row in the documentation, and what serves it. */
export interface Endpoint {
  /** The number of API 4, or a name for a call of API 11. */
  readonly number: number | string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** The HTTP statuses that the service documents for it; empty for a call of API 11. */
  readonly statuses: readonly number[];
  /** The path as a pattern with a group for each parameter. */
  readonly pattern: RegExp;
  readonly serve: Route;
}

/** The beginning of every control-plane path (API 9). */
export const prefix = "/controller/v4/v2/";
export const workgroup = "workgroups/{workgroupID}";
export const workspace = `${workgroup}/workspaces/{workspaceID}`;

/** A row of API 4. */
export function row(
  number: Endpoint["number"],
  method: Endpoint["method"],
  end: string,
  statuses: readonly number[],
  serve: Route,
): Endpoint {
  const path = `${prefix}${end}`;
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { number, method, path, statuses, pattern, serve };
}

/** A call of API 11, which only the public reference of the same API shows; served when `extensions` is on. */
export function extension(name: string, method: Endpoint["method"], end: string, serve: Route): Endpoint {
  return row(name, method, end, [], serve);
}
