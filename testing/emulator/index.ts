/** The emulated service, for tests, demos, and experiments: control plane and data plane on a local port. */
export { type Account } from "./account";
export { type Act } from "./acts";
export { type CarriedCredential, type CredentialKind } from "./credentials";
export { Emulator, type EmulatorOptions, startEmulator, type WorkspacePatch } from "./emulator";
export { type ErrorDetail, type ErrorType } from "./envelope";
export { type FaultKind, type FaultOptions, type WrongShape } from "./fault-kinds";
export { type Fault, type FaultHandle, type FaultMatch } from "./faults";
export { type JournalEntry, JournalView } from "./journal";
export type * from "./profile";
export { profiles } from "./profile";
export type * from "./records";
export { type Sample, sampleAccount, type SampleSize } from "./sample";
export { type InstalledQuery, type QueryResults, type WorkspaceState } from "./store";
