export { cliEnvironment, type DrivenStack, type Driver, findCli } from "./cli";
export * from "./driver";
export { copyProgram, type ProgramCopy } from "./program";
