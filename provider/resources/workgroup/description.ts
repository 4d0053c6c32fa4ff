import { segment, workgroupPath } from "../../messages/message";
import { deletionDeclared } from "../../describe/effects";
import { omit } from "../../values/json";
import type { FieldNames } from "../../values/names";
import { deletionPolicy, flag, openEnum, optional, optInFlag, text, timeout } from "../../describe/fields";
import { cloudPlatforms, encryptionMethods } from "../../describe/open-enums";
import { type ArgumentsOf, describe, namesWhere, type ShownValues, type StateOf, wireNames } from "../../describe/resource";
import type { PendingState } from "../../reconcile/pending";

export const workgroupDescription = describe({
  kind: "Workgroup",
  description: [
    "Creates, updates and deletes a workgroup, which contains workspaces, databases and an allow list. graphplane refuses to delete it unless `deletionPolicy` allows it.",
    "Its calls are not part of the documented API, so not every service supports them; if a call is not supported, the error states what still works.",
  ],
  argumentsDescription: "The service chooses the value of any argument that you omit.",
  example: `
const team = new Workgroup("team", {
  workgroupName: "team",
  cloudProviderId: config.require("cloudProviderId"),
  region: "us-east-1",
});
`,
  api: "section 11",
  idFormat: "<workgroupId>",
  displayTemplate: "workgroup <workgroupName>",
  identity: ["workgroupName"],
  arguments: {
    workgroupName: text("The workgroup's name, unique in the account. Changing this renames the workgroup.", { notEmpty: true }),
    cloudProviderId: text("The cloud provider in which the workgroup is created; `getCloudProviders` lists the choices.", {
      notEmpty: true,
      replaces: true,
    }),
    platform: optional(openEnum(cloudPlatforms, "The cloud platform.", { notEmpty: true, replaces: true, optionalComputed: true })),
    region: optional(
      text("The cloud region; `getWorkspaceOptions` lists the available ones.", {
        notEmpty: true,
        replaces: true,
        optionalComputed: true,
        format: "region",
      }),
    ),
    enableEncryption: optional(flag("Encrypts data.", { replaces: true, optionalComputed: true, output: false })),
    sharedStorage: optional(flag("Makes the workgroup's workspaces share storage.", { replaces: true, optionalComputed: true })),
    enableApplicationLog: optional(flag("Enables the application log.")),
    encryptionMethod: optional(openEnum(encryptionMethods, "The encryption method, sent in a separate request after the creation.")),
    adopt: optInFlag("Adopts an existing workgroup with this name instead of failing."),
    timeoutSeconds: timeout("Seconds to wait until the service returns the new values.", { default: "600" }),
    deletionPolicy: deletionPolicy(
      ["protect", "delete", "retain"],
      "The effect on the workgroup when the resource is deleted or replaced: `protect` refuses, `delete` deletes the workgroup permanently, and `retain` leaves it unchanged. The value in the state applies, so run `pulumi up` after changing it. A workgroup that has workspaces is never deleted.",
      { effect: deletionDeclared("workgroup") },
    ),
  },
  outputs: {
    workgroupId: text("The workgroup's identifier.", { stable: true }),
    creator: optional(text("The user who created the workgroup.", { stable: true })),
    cloudProviderName: optional(text("The name of the cloud provider's configuration.", { stable: true })),
  },
  review: {
    protects: true,
    contents: "allow list",
    existing: "refused",
    lostParts: () => ({ has: [], mayHave: ["databases", "allow list entries"] }),
    consequences: [
      {
        id: "workgroup-made",
        method: "POST",
        severity: "care",
        summary: "cost not documented",
        description: "A workgroup is created. The service does not document its cost.",
        source: "docs/internals/api.md, section 11",
      },
      {
        id: "workgroup-deleted",
        method: "DELETE",
        severity: "destroys",
        summary: "lost permanently",
        headline: ["Deletes workgroup %", "Deletes % workgroups"],
        description: "Deletes the workgroup permanently, with its allow list. Refused while it has workspaces.",
        source: "docs/internals/api.md, section 11",
      },
    ],
    address: addressOf,
    subject: { workgroup: "workgroupName" },
    deletions: { delete: (last) => ({ method: "DELETE", path: addressOf(last) }) },
  },
});

export type Arguments = ArgumentsOf<typeof workgroupDescription>;
/** `workgroupId` is empty as long as it is unknown which workgroup the POST created. */
export type State = StateOf<typeof workgroupDescription> & PendingState;

const { arguments: declared } = workgroupDescription;
const fields = wireNames(declared);
const replaced = namesWhere(declared, ({ replaces }) => replaces === true);

export const creationFields: FieldNames = omit({ ...fields, workgroupName: "name" }, ["encryptionMethod"]);

export const updateFields: FieldNames = omit(fields, replaced);

/** The record fields that an update can change, keyed by argument. */
export const recordFields: FieldNames = { ...updateFields, workgroupName: "name" };

export const workgroupsPath = "/workgroups";

/** Returns the path, which identifies the workgroup in messages. While the identifier is unknown, the path contains the name. */
export function addressOf({ workgroupId, workgroupName }: ShownValues): string {
  const isKnown = typeof workgroupId === "string" && workgroupId !== "";
  return isKnown ? workgroupPath({ workgroupId }) : `${workgroupsPath}?name=${segment(workgroupName)}`;
}
