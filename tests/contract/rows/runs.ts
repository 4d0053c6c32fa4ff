import { ids } from "../../support/tried-service";
import { canaries } from "../../support/canary";
import type { Row } from "../row";
import { emptyWorkgroups } from "./empty-reads";

const { workgroupId, workspaceId } = ids;

const noObject = { none: "a run leaves no object behind" };
const noRecord = { none: "its call takes no record" };
const again = { none: "a run that was lost is not taken back: it is run once more, or its error says that it may have run" };

/** The cells in which no run has an object. */
const ofRun = {
  ...{ gone: noObject, makes: noObject, rewritten: noObject, foreign: noObject, owner: noObject },
  laggingReads: again,
  hiddenParts: noRecord,
  overwritten: { none: "nothing is kept that someone could change" },
};

/** A refresh of a workspace. */
export const workspaceRefresh: Row = {
  kind: "WorkspaceRefresh",
  service: { profile: "observed", statusAfter: { ms: 2000 } },
  program: () => ({ workgroupId, workspaceId, triggers: ["first"], untilRefreshStatus: ["completed"], timeoutSeconds: 20 }),
  change: { triggers: ["second"] },
  createdBy: 11,
  changedBy: 11,
  shownBy: 7,
  removedBy: noObject,
  removal: {},
  live: () => [],
  cells: {
    emptyRead: { ...emptyWorkgroups, undeclared: noRecord },
    ...ofRun,
    undeclaredSecrets: { plant: ({ emulator }, planted) => emulator.changeWorkspace(workgroupId, workspaceId, { ...planted }) },
    secretArgument: { none: "nothing that it declares is sent" },
    unfulfilled: { none: "what a refresh waits for is its own" },
    turns: { none: "it is read after it is sent" },
  },
};

/** A run of an installed query. */
export const queryRun: Row = {
  kind: "QueryRun",
  service: { profile: "observed" },
  program: ({ emulator }) => ({
    host: emulator.url.replace("http://", ""),
    graph: "movies",
    query: "top rated",
    secret: canaries["the database secret"],
    timeoutSeconds: 40,
  }),
  change: { parameters: { rows: 4 } },
  createdBy: "query",
  changedBy: "query",
  shownBy: { none: "no call shows a run" },
  removedBy: noObject,
  removal: {},
  live: () => [],
  cells: {
    emptyRead: { none: "no call shows a run" },
    ...ofRun,
    undeclaredSecrets: { none: "what a query returns is the user's own, kept as a secret" },
    secretArgument: { none: "its credentials and parameters are secrets of their own" },
    unfulfilled: { none: "a response is a result" },
    turns: { none: "a run is independent of others" },
  },
};
