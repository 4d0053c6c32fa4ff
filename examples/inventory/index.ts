import * as pulumi from "@pulumi/pulumi";
import {
  getAddonWorkspaces,
  getBackups,
  getDatabase,
  getInstalledAddon,
  getRestoreJob,
  getSchedules,
  getWorkgroup,
} from "pulumi-graphplane";

const config = new pulumi.Config();
const workgroupId = config.require("workgroupId");
const installedAddonId = config.require("installedAddonId");
const restoreJob = config.get("restoreJob");

/** Functions only read; those for one workgroup share one request. */
export = async () => {
  const { name, tgDatabases = [], workspaces } = await getWorkgroup({ workgroupId });
  const known = tgDatabases.flatMap(({ databaseId }) => databaseId ?? []);
  const databases = await Promise.all(known.map((databaseId) => getDatabase({ workgroupId, databaseId })));
  const details = await Promise.all(
    workspaces.map(async ({ workspaceId, name, status }) => ({
      name,
      status,
      backups: (await getBackups({ workgroupId, workspaceId })).length,
      schedules: (await getSchedules({ workgroupId, workspaceId })).length,
    })),
  );
  const [first] = workspaces;
  const job =
    restoreJob === undefined || first === undefined
      ? undefined
      : await getRestoreJob({ workgroupId, workspaceId: first.workspaceId, job: restoreJob });
  return {
    workgroup: name,
    databases: databases.map(({ name, tgVersion }) => `${name} ${tgVersion}`),
    workspaces: details,
    restore: job?.status,
    addon: await getInstalledAddon({ installedAddonId }),
    addonIsOn: (await getAddonWorkspaces({ addonsId: installedAddonId })).map(({ name }) => name),
  };
};
