/** The embedded engine (experimental): runs real Pulumi programs without the Pulumi CLI. */
export { type DeploymentJson, type ExportedDeployment } from "./checkpoint";
export { type ChangeKind, type PropertyChange, type PropertyDiff } from "./diff";
export { EngineError, type EngineErrorCode } from "./errors";
export { type PreviewJson } from "./preview-json";
export { render, type RenderOptions } from "./render";
export { type Diagnostic, type EngineEvent, type Op, type OperationKind, type OperationResult, type Step } from "./report";
export {
  type ImportOptions,
  openStack,
  type OperationOptions,
  type PreviewOptions,
  type Stack,
  type StackOptions,
  type UpdateOptions,
  type UpOptions,
} from "./stack";
export { type ResourceJson } from "./state";
