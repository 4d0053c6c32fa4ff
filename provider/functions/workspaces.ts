import { saysNotFound } from "../../client/http/error-classification";
import { ifError } from "../../client/http/errors";
import * as shapes from "../../client/wire/shapes";
import { explainMissingCall, findByName, ofWorkspace, workgroupRecord, workspaceRecord } from "./find";
import { defineFunction } from "./function";

const workgroupId = "The workgroup that contains the workspace.";
const inWorkspace = {
  required: { workgroupId, workspaceId: "The workspace's identifier." },
  object: "workspace <workspaceId> of workgroup <workgroupId>",
} as const;

export const getWorkspace = defineFunction({
  description:
    "A workspace, with every field of its record. Calls for the same workgroup share one request. If the workspace is unknown, the error lists the existing ones; if a name is not unique, it lists their ids. Deleted workspaces are not returned.",
  example: `const { host, status } = await getWorkspace({ workgroupId: config.require("workgroupId"), name: "main" });`,
  required: { workgroupId },
  oneOf: { workspaceId: "The workspace's identifier.", name: "The workspace's name, which must be unique in its workgroup." },
  returns: shapes.workspace,
  object: "workspace <workspaceId or name> of workgroup <workgroupId>",

  async read(client, { workgroupId: workgroupID, workspaceId: workspaceID, name = "" }) {
    if (workspaceID !== undefined) return workspaceRecord(client, { workgroupID, workspaceID });
    const { workspaces } = await workgroupRecord(client, workgroupID);
    return findByName(client, workspaces, "workspace", name);
  },
});

export const getWorkspaceOptions = defineFunction({
  description: "The regions, versions and sizes that the service offers for workspaces. Not every service supports this call.",
  example: `const { workspaceTypes = [] } = await getWorkspaceOptions();
const sizes = workspaceTypes.map(({ typeName }) => typeName);`,
  returns: shapes.options,

  read({ shared, endpoints }) {
    const { options } = endpoints.workspaces;
    return explainMissingCall(shared(options, {}), options, "Use the names of sizes, versions and regions as they appear in the console");
  },
});

export const getSchedules = defineFunction({
  description: "The schedules of a workspace. If the workspace is unknown, the error lists the existing ones.",
  example: `const mornings = (await getSchedules({ workgroupId, workspaceId })).filter(({ time }) => time !== undefined && time < "12:00");`,
  ...inWorkspace,
  returns: { list: shapes.schedule },
  result: "schedules",

  async read(client, args) {
    const { found } = await ofWorkspace(client, args, (id) => client.shared(client.endpoints.schedules.list, id));
    return found.map(({ record }) => record);
  },
});

export const getBackups = defineFunction({
  description: "The backups of a workspace. If the workspace is unknown, the error lists the existing ones.",
  example: "const manual = (await getBackups({ workgroupId, workspaceId })).filter((backup) => backup.isAutomatic === false);",
  ...inWorkspace,
  returns: { list: shapes.backup },
  result: "backups",

  read: (client, args) => ofWorkspace(client, args, (id) => client.shared(client.endpoints.backups.list, id)),
});

export const getBackupSchedule = defineFunction({
  description: "The backup schedule of a workspace; an empty object if it has none. Not every service supports this call.",
  example: `const { schedule = "none" } = await getBackupSchedule({ workgroupId, workspaceId });`,
  ...inWorkspace,
  returns: shapes.backupSchedule,

  async read(client, args) {
    const { schedule } = client.endpoints.backups;
    const reading = ofWorkspace(client, args, (id) =>
      // If the workspace is visible, both Not-Found and null mean that it has no schedule.
      client.shared(schedule, id).catch(ifError(saysNotFound, async () => void (await workspaceRecord(client, id)))),
    );
    return (await explainMissingCall(reading, schedule, "getBackups still lists the existing backups")) ?? {};
  },
});

export const getRestoreJob = defineFunction({
  description:
    "The status of a restore job. The service cannot list jobs, so for an unknown job, the error is the service's own. If the workspace is unknown, the error lists the existing ones.",
  required: { ...inWorkspace.required, job: "The job's identifier." },
  returns: shapes.restoreJob,
  object: "restore job <job> of workspace <workspaceId> of workgroup <workgroupId>",

  read: (client, args) => ofWorkspace(client, args, (id) => client.shared(client.endpoints.backups.restoreJob, { ...id, job: args.job })),
});
