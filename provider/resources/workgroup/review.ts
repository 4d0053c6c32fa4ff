import { segment, workgroupPath } from "../../announce/lines";
import type { ShownValues } from "../../announce/review-facts";
import { omit } from "../../values/json";
import { namesWhere, reviewFacts, wireNames } from "../../describe/resource";
import { workgroupDescription } from "./description";
import type { FieldNames } from "../../values/names";

const { arguments: declared } = workgroupDescription;
const fields = wireNames(declared);
const replaced = namesWhere(declared, ({ replaces }) => replaces === true);

/** The fields of the POST, by the arguments that declare them. */
export const creationFields: FieldNames = omit({ ...fields, workgroupName: "name" }, ["encryptionMethod"]);

/** The fields of the PUT, by the arguments that declare them. */
export const updateFields: FieldNames = omit(fields, replaced);

/** The fields of the record that an update changes, by the arguments that declare them. */
export const recordFields: FieldNames = { ...updateFields, workgroupName: "name" };

export const workgroupsPath = "/workgroups";

/** The path of the workgroup, by which lines name it; while its identifier is not known, that of all with its name. */
export function addressOf({ workgroupId, workgroupName }: ShownValues): string {
  const isKnown = typeof workgroupId === "string" && workgroupId !== "";
  return isKnown ? workgroupPath({ workgroupId }) : `${workgroupsPath}?name=${segment(workgroupName)}`;
}

export const workgroupFacts = reviewFacts(workgroupDescription, {
  consequences: [
    {
      id: "workgroup-made",
      method: "POST",
      gravity: "care",
      inShort: "a workgroup is created",
      says: "A workgroup is created. The service does not document its cost.",
      source: "docs/internals/api.md, section 11",
    },
    {
      id: "workgroup-deleted",
      method: "DELETE",
      gravity: "destroys",
      inShort: "a workgroup is deleted for good",
      says: "Deletes the workgroup permanently, with its allow list. Refused while it has workspaces.",
      source: "docs/internals/api.md, section 11",
    },
  ],
  address: addressOf,
  subject: { workgroup: "workgroupName" },
  deletions: { delete: (last, { workgroupId }) => ({ method: "DELETE", path: addressOf({ ...last, workgroupId }) }) },
});
