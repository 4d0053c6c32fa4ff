export { cliEnvironment, type DrivenStack, type Driver, findCli, type Outcome, type PreviewTrace } from "./cli";
export * from "./driver";
export { copyProgram, type ProgramCopy } from "./program";
