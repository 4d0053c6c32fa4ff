/** The emulated service: control plane and data plane on a port of this machine, for tests, demos and trying things out. */
export { type Account } from "./account";
export { type CarriedCredential, type CredentialKind } from "./credentials";
export { Emulator, type EmulatorOptions, startEmulator, type WorkspacePatch } from "./emulator";
export { type ErrorDetail, type ErrorType } from "./envelope";
export { type Fault, type FaultHandle, type FaultKind, type FaultMatch, type FaultOptions, type WrongShape } from "./faults";
export { type JournalEntry, JournalView } from "./journal";
export {
  type Behaviour,
  type BehaviourOptions,
  type ConfigurationKeys,
  type Delay,
  type ProfileName,
  profiles,
  type ResultShape,
  type ResultShapes,
  type StatusNames,
} from "./profile";
export {
  type AddonEntry,
  type AgentConfig,
  type AllowedRange,
  type BackupRecord,
  type BackupSchedule,
  type Configuration,
  type DatabaseRecord,
  type InstalledAddon,
  type RestoreJob,
  type ScheduleRecord,
  type WorkgroupRecord,
  type WorkspaceRecord,
} from "./records";
export { type PathPattern } from "./request";
export { type Sample, sampleAccount, type SampleSize } from "./sample";
export { type InstalledQuery, type QueryResults, type WorkspaceState } from "./store";
