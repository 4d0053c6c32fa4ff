import { type Consequence, gravities } from "./announce/consequences";
import { addonConfigurationFacts } from "./resources/addon-configuration/review";
import { allowListFacts } from "./resources/allow-list/review";
import { allowListEntryFacts } from "./resources/allow-list-entry/review";
import { backupScheduleFacts } from "./resources/backup-schedule/review";
import { databaseUserFacts } from "./resources/database-user/review";
import { queryRunFacts } from "./resources/query-run/review";
import { workspaceRefreshFacts } from "./resources/workspace-refresh/review";
import { workspaceScheduleFacts } from "./resources/workspace-schedule/review";
import { workspaceSettingsFacts } from "./resources/workspace-settings/review";
import type { ReviewFacts } from "./announce/review-facts";

/** What `graphplane review` reads of this folder: it loads neither the client nor an engine. */

/** Every kind of resource by its name; of equally grave consequences, those of the first come first. */
const facts: Readonly<Record<string, ReviewFacts>> = {
  WorkspaceSettings: workspaceSettingsFacts,
  DatabaseUser: databaseUserFacts,
  AllowList: allowListFacts,
  AllowListEntry: allowListEntryFacts,
  AddonConfiguration: addonConfigurationFacts,
  WorkspaceRefresh: workspaceRefreshFacts,
  QueryRun: queryRunFacts,
  WorkspaceSchedule: workspaceScheduleFacts,
  BackupSchedule: backupScheduleFacts,
};

/** The facts of a kind; undefined for a kind of another version of this package. */
export function factsOf(kind: string): ReviewFacts | undefined {
  return Object.hasOwn(facts, kind) ? facts[kind] : undefined;
}

/** The gravest of some consequences; undefined where there are none. */
export function highestImpactOf(all: readonly Consequence[]): Consequence | undefined {
  const ids = Object.values(facts).flatMap(({ consequences }) => consequences.map(({ id }) => id));
  const rank = ({ gravity, id }: Consequence) => gravities.indexOf(gravity) * 1000 + ids.indexOf(id);
  return all.toSorted((a, b) => rank(a) - rank(b))[0];
}
