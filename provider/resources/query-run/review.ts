import { dataPlaneOrigin, hostProblem } from "../../../client/api/host";
import { segment } from "../../announce/lines";
import { reviewFacts } from "../../describe/resource";
import { queryRunDescription } from "./description";

/** The host in the form in which equal meanings are equal; one that an old state holds may be malformed. */
export function originOf(host: string): string {
  return hostProblem(host) === undefined ? dataPlaneOrigin(host) : host;
}

/** The address of the call, by which lines name it. */
export function addressOf({ host, graph, query }: Partial<Record<"host" | "graph" | "query", unknown>>): string {
  const shown = segment(host);
  const origin = typeof host !== "string" || shown.startsWith("[") ? shown : originOf(host);
  return `${origin}/restpp/query/${segment(graph)}/${segment(query)}`;
}

export const queryRunFacts = reviewFacts(queryRunDescription, {
  compares: false,
  consequences: [
    {
      id: "query",
      method: "POST",
      gravity: "care",
      inShort: "a query runs",
      says: "The query runs once. It may change data.",
      source: "docs/internals/api.md, sections 1 and 4",
    },
  ],
  address: addressOf,
  subject: { query: "query", graph: "graph", host: "host" },
});
