export { findCli } from "./cli";
export * from "./driver";
export { embedded } from "./embedded";
export { copyProgram, type ProgramCopy } from "./program";
