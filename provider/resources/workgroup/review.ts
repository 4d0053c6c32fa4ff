import { segment, workgroupPath } from "../../announce/lines";
import { agrees, type ReviewFacts, type ShownValues } from "../../announce/review-facts";
import { getIn, isObject, omit } from "../../values/json";
import { consequencesOfFields } from "../../describe/effects";
import { reviewFactsFrom, wireNames } from "../../describe/resource";
import { workgroupDescription } from "./description";
import { argumentsIn, type FieldNames } from "../../values/names";
import { knownLater } from "../../values/unknowns";

const { replaceOnChanges } = reviewFactsFrom(workgroupDescription);
const fields = wireNames(workgroupDescription.arguments);

/** The fields of the POST, by the arguments that declare them. */
export const creationFields: FieldNames = omit({ ...fields, workgroupName: "name" }, ["encryptionMethod"]);

/** The fields of the PUT, by the arguments that declare them. */
export const updateFields: FieldNames = omit(fields, replaceOnChanges);

/** The fields of the record that an update changes, by the arguments that declare them. */
export const recordFields: FieldNames = { ...updateFields, workgroupName: "name" };

/** The path of all workgroups. */
export const workgroupsPath = "/workgroups";

/** The path of the workgroup, by which lines name it; while its identifier is not known, that of all with its name. */
export function addressOf({ workgroupId, workgroupName }: ShownValues): string {
  const isKnown = typeof workgroupId === "string" && workgroupId !== "";
  return isKnown ? workgroupPath({ workgroupId }) : `${workgroupsPath}?name=${segment(workgroupName)}`;
}

const laterPath = addressOf({ workgroupId: knownLater });

/** Returns true if each value of an update's body is declared as it is sent. */
function declaresAll(inputs: ShownValues, body: unknown): boolean {
  return isObject(body) && Object.entries(argumentsIn(updateFields, body)).every(([argument, value]) => agrees(inputs[argument], value));
}

export const workgroupFacts: ReviewFacts = {
  adopts: false,
  compares: true,
  ...reviewFactsFrom(workgroupDescription),
  consequences: [
    {
      id: "workgroup-made",
      method: "POST",
      gravity: "care",
      inShort: "a workgroup is made",
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
    ...consequencesOfFields(workgroupDescription.arguments, () => []),
  ],
  address: addressOf,
  subject: ({ workgroupName }) => [["workgroup", workgroupName]],
  isOwnRequest({ method, path, body }, inputs, outputs) {
    if (method === "POST") return path === workgroupsPath && agrees(inputs["workgroupName"], getIn(body, ["name"]));
    const { workgroupId } = outputs;
    if (method !== "PUT" || path === laterPath) return false;
    return workgroupId === undefined ? path.split("/").length === 3 && declaresAll(inputs, body) : path === addressOf({ workgroupId });
  },
  isFollowUp: ({ method, path, body }, inputs) => method === "PUT" && path === laterPath && declaresAll(inputs, body),
  argumentsOf: (body) => ({ ...argumentsIn(creationFields, body), ...argumentsIn(updateFields, body) }),
  requestFor(changed, { outputs, exists }) {
    const names = exists ? updateFields : creationFields;
    const body = changed.flatMap(({ path: [name = ""], value }) => (names[name] === undefined ? [] : [[names[name], value]]));
    if (!exists) return { method: "POST", path: workgroupsPath, body: Object.fromEntries(body) };
    return body.length === 0 ? undefined : { method: "PUT", path: addressOf(outputs), body: Object.fromEntries(body) };
  },
  deletionRequest: (last, outputs) =>
    last["deletionPolicy"] === "delete"
      ? { method: "DELETE", path: addressOf({ ...last, workgroupId: outputs["workgroupId"] }) }
      : undefined,
};
