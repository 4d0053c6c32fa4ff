export { findCli } from "./cli";
export {
  type ConfigValue,
  type DrivenStack,
  type DrivenStep,
  type Driver,
  type ExportedDeployment,
  type Operation,
  type Outcome,
  type PreviewTrace,
  type RunOptions,
  type StackSetting,
} from "./driver";
export { embedded } from "./embedded";
export { copyProgram, type ProgramCopy } from "./program";
