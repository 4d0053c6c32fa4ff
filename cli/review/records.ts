import { secretText } from "../../provider/announce/lines";
import { planRecord, type Planned, type PlanRecord } from "../../provider/announce/record-shape";
import { recordPrefix } from "../../provider/announce/records";
import { canonicalJson, mapTexts, parseJson } from "../../provider/values/json";
import type { RawDiagnostic } from "./inputs";
import { compare, groupBy } from "./values";

/** The plan records of a preview: all that a review takes from the provider. */

/** Every record of a preview, in a fixed order: diagnostics have none. `unreadable` is the number of those of another version. */
export function recordsIn(diagnostics: readonly RawDiagnostic[]) {
  const lines = diagnostics
    .filter(({ severity }) => severity === undefined || severity.startsWith("info"))
    .flatMap(({ message }) => message.split("\n"))
    .flatMap((line) => (line.trim().startsWith(recordPrefix) ? [line.trim().slice(recordPrefix.length)] : []));
  const read = [...new Set(lines)].toSorted(compare).map((line) => planRecord.safeParse(parseJson(line)).data);
  // The provider has another word for a secret identifier than the CLI.
  const withSecrets = (record: PlanRecord) => mapTexts(record, (text) => text.replaceAll("[redacted]", secretText));
  return {
    all: read.flatMap((record) => (record === undefined ? [] : [withSecrets(record)])),
    unreadable: read.filter((record) => record === undefined).length,
  };
}

/** The operation on a resource. `record`: the state takes over live values. */
export type ResourceOperation = "create" | "update" | "replace" | "delete" | "import" | "record";

/** The plans that belong to an operation of the engine. A replacement compares first, as an update does. */
const expected: Readonly<Partial<Record<ResourceOperation, readonly Planned["operation"][]>>> = {
  create: ["create", "adopt", "run"],
  update: ["update", "run", "nothing"],
  replace: ["create", "adopt", "run"],
};

/** Combines the records of a resource on which the engine performs an operation. */
export function combine(records: readonly PlanRecord[], op: ResourceOperation | undefined) {
  const known = records.flatMap(({ plan }) => plan ?? []);
  const plans = groupBy(known, ({ operation, requests }) => [operation, canonicalJson(requests)]).map(([first]) => first);
  const own = plans.filter(({ operation }) => (op && expected[op])?.includes(operation));
  // What a read has shown is surer than what was planned without one.
  const [plan, ...others] = own.toSorted((a, b) => Number(b.seen) - Number(a.seen) || b.requests.length - a.requests.length);
  const failed = plans.find(isFailure);
  const left = plans.filter((one) => !own.includes(one) && !isFailure(one) && op !== "replace");
  return {
    /** The plan for the object that exists after the update; undefined if the provider recorded none. */
    plan: plan ?? failed,
    /** The end of an object that is replaced. */
    removal: op === "replace" ? plans.find(isRemoval) : undefined,
    /** The reason why the provider could not plan. */
    failure: failed?.reason,
    notices: records.flatMap(({ notices }) => notices),
    /** True if the object was found at another control plane. */
    isElsewhere: records.some(({ service }) => service?.found === true),
    /** Requests that belong to no operation of the engine. */
    stray: [...others, ...left].flatMap(({ requests }) => requests),
  };
}

const isRemoval = ({ operation }: Planned) => operation === "replace";
const isFailure = ({ operation }: Planned) => operation === "unknown";
