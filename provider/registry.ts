import type { AdoptFacts } from "./adopt/facts";
import { type Consequence, sortBySeverity } from "./messages/consequences";
import type { Fields } from "./describe/fields";
import type { Description, ReviewFacts } from "./describe/resource";
import type { AnyResource } from "./definition";
import { UnknownNameError } from "./errors";

/** The modules of a kind of resource. They are loaded lazily, because a review needs neither the client nor zod. */
interface Kind {
  readonly definition: () => AnyResource;
  readonly description: () => Description;
  /** Undefined if `graphplane adopt` does not support the kind. */
  readonly adoption?: () => AdoptFacts;
}

/**
 * All kinds of resources, keyed by their names in users' states, which never change. `graphplane adopt` declares resources in this order,
 * in which a review also lists consequences of the same severity.
 */
export const registry: Readonly<Record<string, Kind>> = {
  Workgroup: {
    definition: () => part(require("./resources/workgroup/crud"), "workgroup"),
    description: () => part(require("./resources/workgroup/description"), "workgroupDescription"),
  },
  Workspace: {
    definition: () => part(require("./resources/workspace/crud"), "workspace"),
    description: () => part(require("./resources/workspace/description"), "workspaceDescription"),
  },
  WorkspaceSettings: {
    definition: () => part(require("./resources/workspace-settings/crud"), "workspaceSettings"),
    description: () => part(require("./resources/workspace-settings/description"), "workspaceSettingsDescription"),
    adoption: () => part(require("./resources/workspace-settings/adopt"), "workspaceSettingsAdoption"),
  },
  DatabaseUser: {
    definition: () => part(require("./resources/database-user/crud"), "databaseUser"),
    description: () => part(require("./resources/database-user/description"), "databaseUserDescription"),
    adoption: () => part(require("./resources/database-user/adopt"), "databaseUserAdoption"),
  },
  AllowList: {
    definition: () => part(require("./resources/allow-list/crud"), "allowList"),
    description: () => part(require("./resources/allow-list/description"), "allowListDescription"),
    adoption: () => part(require("./resources/allow-list/adopt"), "allowListAdoption"),
  },
  AllowListEntry: {
    definition: () => part(require("./resources/allow-list-entry/crud"), "allowListEntry"),
    description: () => part(require("./resources/allow-list-entry/description"), "allowListEntryDescription"),
    adoption: () => part(require("./resources/allow-list-entry/adopt"), "allowListEntryAdoption"),
  },
  AddonConfiguration: {
    definition: () => part(require("./resources/addon-configuration/crud"), "addonConfiguration"),
    description: () => part(require("./resources/addon-configuration/description"), "addonConfigurationDescription"),
    adoption: () => part(require("./resources/addon-configuration/adopt"), "addonConfigurationAdoption"),
  },
  WorkspaceSchedule: {
    definition: () => part(require("./resources/workspace-schedule/crud"), "workspaceSchedule"),
    description: () => part(require("./resources/workspace-schedule/description"), "workspaceScheduleDescription"),
    adoption: () => part(require("./resources/workspace-schedule/adopt"), "workspaceScheduleAdoption"),
  },
  BackupSchedule: {
    definition: () => part(require("./resources/backup-schedule/crud"), "backupSchedule"),
    description: () => part(require("./resources/backup-schedule/description"), "backupScheduleDescription"),
    adoption: () => part(require("./resources/backup-schedule/adopt"), "backupScheduleAdoption"),
  },
  WorkspaceRefresh: {
    definition: () => part(require("./resources/workspace-refresh/crud"), "workspaceRefresh"),
    description: () => part(require("./resources/workspace-refresh/description"), "workspaceRefreshDescription"),
  },
  QueryRun: {
    definition: () => part(require("./resources/query-run/crud"), "queryRun"),
    description: () => part(require("./resources/query-run/description"), "queryRunDescription"),
  },
};

/** Returns the definition of a kind. Throws an {@link UnknownNameError} for a kind that this version of the package does not have. */
export function definitionOf(kind: string): AnyResource {
  const known = kindOf(kind);
  if (known !== undefined) return known.definition();
  throw new UnknownNameError(
    `graphplane: unknown resource ${JSON.stringify(kind)} in this version. Available: ${Object.keys(registry).join(", ")}. Use the version that wrote the state, or a later one`,
  );
}

/** Returns the review facts of a kind; undefined for a kind that this version of the package does not have. */
export function reviewFactsOf(kind: string): ReviewFacts | undefined {
  return kindOf(kind)?.description().review;
}

/** Returns the arguments of a kind; empty for a kind that this version of the package does not have. */
export function argumentsOf(kind: string): Fields {
  return kindOf(kind)?.description().arguments ?? {};
}

export function adoptions(): Readonly<Record<string, AdoptFacts>> {
  const known = Object.entries(registry).flatMap(([kind, { adoption }]) => (adoption === undefined ? [] : [[kind, adoption()] as const]));
  return Object.fromEntries(known);
}

export function highestImpactOf(all: readonly Consequence[]): Consequence | undefined {
  const ids = Object.values(registry).flatMap(({ description }) => description().review.consequences.map(({ id }) => id));
  return sortBySeverity(all.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))[0];
}

const kindOf = (kind: string): Kind | undefined => (Object.hasOwn(registry, kind) ? registry[kind] : undefined);

const part = <Part>(module: unknown, name: string): Part => (module as Readonly<Record<string, Part>>)[name] as Part;
