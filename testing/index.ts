/**
 * For tests of your own programs: the emulated service and the embedded engine (experimental). Both run on this machine alone,
 * without an account and without the Pulumi CLI.
 */
export * from "./emulator";
export {
  type Diagnostic,
  EngineError,
  type EngineErrorCode,
  type EngineEvent,
  type ExportedDeployment,
  type Op,
  openStack,
  type OperationKind,
  type OperationOptions,
  type OperationResult,
  type PreviewOptions,
  render,
  type RenderOptions,
  type Stack,
  type StackOptions,
  type Step,
  type UpdateOptions,
  type UpOptions,
} from "./engine";
