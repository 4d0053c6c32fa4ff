export * from "./cli";
export { copyProgram, type ProgramCopy } from "./program";
