/** The arguments of the look-ups. */

/** The add-on that {@link getInstalledAddon} reads. */
export interface GetInstalledAddonArgs {
  /** The installed add-on's identifier. */
  installedAddonId: string;
}

/** The configurations that {@link getAddonConfigurations} reads. */
export interface GetAddonConfigurationsArgs extends GetInstalledAddonArgs {
  /** The name of the configurations; names need not be unique. */
  configName: string;
}

/** The add-on whose workspaces {@link getAddonWorkspaces} reads. */
export interface GetAddonWorkspacesArgs {
  /**
   * The add-on's identifier, as workspaces name it: a key of `addons` of `WorkspaceSettings`. The service does not document whether it
   * equals the `installedAddonId` of the other calls.
   */
  addonsId: string;
}

/** The workgroup that {@link getWorkgroup} reads. Give exactly one of `workgroupId` and `name`. */
export interface GetWorkgroupArgs {
  /** The workgroup's identifier. */
  workgroupId?: string;
  /** The workgroup's name, which must be unique. Needs a call that a service may lack. */
  name?: string;
}

/** The database that {@link getDatabase} reads. */
export interface GetDatabaseArgs {
  /** The workgroup that holds the database. */
  workgroupId: string;
  /** The database's identifier. */
  databaseId: string;
}

/** The workgroup whose allow list {@link getAllowList} reads. */
export interface GetAllowListArgs {
  /** The workgroup. */
  workgroupId: string;
}

/** The workspace that {@link getWorkspace} reads. Give exactly one of `workspaceId` and `name`. */
export interface GetWorkspaceArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace's identifier. */
  workspaceId?: string;
  /** The workspace's name, which must be unique in its workgroup. */
  name?: string;
}

/** The workspace whose backups {@link getBackups} reads. */
export interface GetBackupsArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** The workspace whose backup schedule {@link getBackupSchedule} reads. */
export interface GetBackupScheduleArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** The restore job that {@link getRestoreJob} reads. */
export interface GetRestoreJobArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
  /** The job's identifier. */
  job: string;
}

/** The workspace whose schedules {@link getSchedules} reads. */
export interface GetSchedulesArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}
