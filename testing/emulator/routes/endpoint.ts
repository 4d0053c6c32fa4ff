import { type Route } from "./call";

/** An endpoint: its documentation row and its handler. */
export type Endpoint = ReturnType<typeof row>;

/** The prefix of every control-plane path (API 9). */
export const prefix = "/controller/v4/v2/";
export const workgroup = "workgroups/{workgroupID}";
export const workspace = `${workgroup}/workspaces/{workspaceID}`;

/** Returns a row of API 4: its number (a name for a call of API 11) and its documented HTTP statuses. */
export function row(
  number: number | string,
  method: "GET" | "POST" | "PUT" | "DELETE",
  end: string,
  statuses: readonly number[],
  serve: Route,
) {
  const path = `${prefix}${end}`;
  /** The path with a group for each parameter. */
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { number, method, path, statuses, pattern, serve };
}

/** Returns a call of API 11, documented only in the public reference of the same API. Served if `extensions` is on. */
export function extension(name: string, method: Endpoint["method"], end: string, serve: Route): Endpoint {
  return row(name, method, end, [], serve);
}
