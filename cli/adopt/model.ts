import type { AddonConfigurationState } from "../../provider/resources/addon-configuration/schema";
import type { WorkspaceFacts, WorkspaceSettingsArguments } from "../../provider/resources/workspace-settings/schema";

/** What is adopted: everything that the writers need, and nothing of where it came from. */
export interface Adopted {
  readonly workgroups: readonly AdoptedWorkgroup[];
  readonly configurations: readonly AdoptedConfiguration[];
  readonly users: readonly AdoptedUser[];
  /** Add-ons by identifier, for the constants that name them. */
  readonly addons: ReadonlyMap<string, string>;
}

/** A workgroup with the workspaces that are adopted. */
export interface AdoptedWorkgroup {
  readonly id: string;
  /** As the service shows it; may be any text. */
  readonly name: string;
  readonly workspaces: readonly AdoptedWorkspace[];
}

/** A workspace whose settings are declared. */
export interface AdoptedWorkspace {
  /** The resource's name: unique, of letters, digits, `-`, `_` and `.`. */
  readonly resource: string;
  readonly id: string;
  /** What is declared beside the two identifiers. */
  readonly settings: Settings;
  readonly facts: WorkspaceFacts;
}

export type Settings = Omit<WorkspaceSettingsArguments, "workgroupId" | "workspaceId">;

/** A configuration of an installed add-on. */
export interface AdoptedConfiguration {
  readonly resource: string;
  readonly state: AddonConfigurationState;
}

/** A database user: declared, and adopted only once its password is set. */
export interface AdoptedUser {
  readonly resource: string;
  readonly workgroup: string;
  readonly workspace: string;
  readonly username: string;
}

/** Something that is not adopted. */
export interface Omission {
  readonly what: string;
  /** Where in it, if it is a part. */
  readonly place?: string;
  /** Why, and what can be done about it; never a value. */
  readonly why: string;
  /** True where it should be there and could not be read: the command then fails. */
  readonly failed: boolean;
}
