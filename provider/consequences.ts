/**
 * What a request to the service means for those who use it: the one table of facts that provider and review share.
 * Each row names where it is known from; what is not known has no row.
 */

/** How grave a consequence is: something is lost for good, the workspace does not answer for a while, or someone must see to something. */
export type Gravity = "destroys" | "offline" | "care";

/** From the gravest to the least grave. */
export const gravities: readonly Gravity[] = ["destroys", "offline", "care"];

/** One fact. */
export interface Consequence {
  readonly id: string;
  readonly gravity: Gravity;
  /** A few words for a first line: `a workspace is deleted`. */
  readonly inShort: string;
  /** One or two sentences. */
  readonly says: string;
  /** Where it is known from, e.g. `docs/api.md, section 10.14`; users see it in the JSON of a review. */
  readonly source: string;
}

/** A request as far as its meaning goes. */
export interface Sent {
  readonly method: string;
  /** The path below the prefix of the control plane, or a whole address of the data plane. */
  readonly path: string;
  readonly body?: unknown;
}

interface Row extends Consequence {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: RegExp;
  /** The field of the body that carries it; without one the request itself does. */
  readonly field?: string;
  /** The field's value; without one, any. */
  readonly value?: unknown;
}

const workspace = /^\/workgroups\/[^/]+\/workspaces\/[^/]+$/;
const user = /^\/workgroups\/[^/]+\/workspaces\/[^/]+\/dbuser$/;
const refresh = /^\/workgroups\/[^/]+\/workspaces\/[^/]+\/refresh$/;
const configurations = /^\/add-ons\/[^/]+\/configs$/;
const configuration = /^\/add-ons\/[^/]+\/configs\/[^/]+$/;
const query = /\/restpp\/query\/[^/]+\/[^/]+$/;

/** Every fact, the gravest first. */
export const consequences: readonly Row[] = [
  {
    id: "workspace-deleted",
    method: "DELETE",
    path: workspace,
    gravity: "destroys",
    inShort: "a workspace is deleted for good",
    says: "The workspace is deleted, which cannot be undone: the read-write workspace of a database cannot be created again.",
    source: "docs/api.md, endpoint 10; docs/api.md, section 10.14",
  },
  {
    id: "user-deleted",
    method: "DELETE",
    path: user,
    gravity: "destroys",
    inShort: "an in-database user is deleted",
    says: "The in-database user is deleted.",
    source: "docs/api.md, endpoint 12",
  },
  {
    id: "configuration-deleted",
    method: "DELETE",
    path: configuration,
    gravity: "destroys",
    inShort: "an add-on configuration is deleted",
    says: "The configuration is deleted. Installed add-ons are the organization's, so it is gone for all of its workspaces.",
    source: "docs/api.md, section 11; docs/api.md, endpoint 1",
  },
  {
    id: "resized",
    method: "PUT",
    path: workspace,
    field: "workspace_type_name",
    gravity: "offline",
    inShort: "a resize, offline for about two minutes",
    says: "The workspace is resized: it is offline for about two minutes, and only read-write workspaces can be resized.",
    source: "docs/api.md, section 10.14",
  },
  {
    id: "paused",
    method: "PUT",
    path: workspace,
    field: "pause",
    value: true,
    gravity: "offline",
    inShort: "a pause, which stops queries",
    says: "The workspace is paused: what is asked of it while it is stopped is lost. Stopping was seen to take about three minutes.",
    source: "docs/api.md, endpoint 9; docs/api.md, sections 10.9 and 10.12",
  },
  {
    id: "refreshed",
    method: "POST",
    path: refresh,
    gravity: "offline",
    inShort: "a refresh, offline meanwhile",
    says: "The workspace is brought up to date, and is offline meanwhile.",
    source: "docs/api.md, endpoint 11; docs/api.md, section 10.14",
  },
  {
    id: "version",
    method: "PUT",
    path: workspace,
    field: "desired_tg_version",
    gravity: "care",
    inShort: "the database moves to another version",
    says: "The database moves to another version. What that does to running queries is not documented.",
    source: "docs/api.md, endpoint 9",
  },
  {
    id: "resumed",
    method: "PUT",
    path: workspace,
    field: "pause",
    value: false,
    gravity: "care",
    inShort: "a paused workspace starts",
    says: "If the workspace is paused it starts again, which was seen to take about a minute.",
    source: "docs/api.md, endpoint 9; docs/api.md, section 10.9",
  },
  {
    id: "no-auto-start",
    method: "PUT",
    path: workspace,
    field: "enable_auto_start",
    value: false,
    gravity: "care",
    inShort: "a stopped workspace no longer starts on access",
    says: "A stopped workspace no longer starts when it is accessed.",
    source: "docs/api.md, endpoint 9; docs/api.md, section 10.12",
  },
  {
    id: "password",
    method: "PUT",
    path: user,
    gravity: "care",
    inShort: "a password changes",
    says: "The user gets another password: whatever logs in with the old one needs the new one.",
    source: "docs/api.md, section 11",
  },
  {
    id: "configuration-shared",
    method: "PUT",
    path: configuration,
    gravity: "care",
    inShort: "an add-on configuration of the whole organization changes",
    says: "Installed add-ons are the organization's: the configuration changes for all of its workspaces.",
    source: "docs/api.md, endpoints 1 and 4",
  },
  {
    id: "configuration-made",
    method: "POST",
    path: configurations,
    gravity: "care",
    inShort: "an add-on configuration of the whole organization is made",
    says: "Installed add-ons are the organization's: the new configuration is there for all of its workspaces.",
    source: "docs/api.md, endpoints 1 and 3",
  },
  {
    id: "query",
    method: "POST",
    path: query,
    gravity: "care",
    inShort: "a query runs",
    says: "The installed query runs once. What it changes is its own matter: the data plane reads and writes.",
    source: "docs/api.md, sections 1 and 4",
  },
];

/** What a request means, the gravest first. */
export function consequencesOf({ method, path, body }: Sent): Consequence[] {
  const fields = new Map(typeof body === "object" && body !== null ? Object.entries(body) : []);
  return consequences
    .filter((row) => row.method === method && row.path.test(path))
    .filter(({ field, value }) => field === undefined || (fields.has(field) && (value === undefined || fields.get(field) === value)))
    .map(({ id, gravity, inShort, says, source }) => ({ id, gravity, inShort, says, source }));
}

/** The gravest of some consequences; undefined where there are none. Of equally grave ones, the first of the table. */
export function worstOf(all: readonly Consequence[]): Consequence | undefined {
  const rank = ({ gravity, id }: Consequence) => gravities.indexOf(gravity) * 1000 + consequences.findIndex((row) => row.id === id);
  return all.toSorted((a, b) => rank(a) - rank(b))[0];
}
