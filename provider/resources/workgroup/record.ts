import type { WorkgroupRecord } from "../../../client";
import { withoutEmpty } from "../../values/json";
import type { WorkgroupState } from "./description";

/** The facts of a record that state keeps. One that was declared stays as it was declared: in another form, it would force a replacement. */
export function workgroupRecordFacts(record: Partial<WorkgroupRecord>, declared: Partial<WorkgroupState> = {}): Partial<WorkgroupState> {
  const { creator, cloud_provider_name: cloudProviderName } = record;
  const platform = declared.platform ?? record.platform;
  const region = declared.region ?? record.region;
  const sharedStorage = declared.sharedStorage ?? record.shared_storage;
  return withoutEmpty({ platform, region, sharedStorage, creator, cloudProviderName });
}
