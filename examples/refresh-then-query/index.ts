import * as pulumi from "@pulumi/pulumi";
import { getWorkspaceOutput, QueryRun, WorkspaceRefresh } from "pulumi-graphplane";

const config = new pulumi.Config();
const workgroupId = config.require("workgroupId");
const workspaceId = config.require("workspaceId");
const dataVersion = config.require("dataVersion");

// Brings the workspace up to date whenever there is a new version of the data.
const refresh = new WorkspaceRefresh("refresh", { workgroupId, workspaceId, triggers: [dataVersion] });

// The host depends on an output of the refresh, so the query waits for it.
const workspace = getWorkspaceOutput({ workgroupId, workspaceId: refresh.workspaceId });

const topRated = new QueryRun("top-rated", {
  host: workspace.apply(({ host }) => host ?? ""),
  graph: "movies",
  query: "top_rated",
  parameters: { print_limit: 5 },
  // The data plane takes a database secret, never the control plane's API key.
  secret: config.requireSecret("databaseSecret"),
  triggers: [dataVersion],
  idempotent: true,
});

/** The results of a query are always secret. */
export const results = topRated.results;
