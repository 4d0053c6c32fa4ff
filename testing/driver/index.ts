export { cliEnvironment, findCli } from "./cli";
export * from "./driver";
export { copyProgram, type ProgramCopy } from "./program";
