/** The embedded engine (experimental): runs real Pulumi programs without the Pulumi CLI. */
export { type ExportedDeployment } from "./checkpoint";
export { EngineError, type EngineErrorCode } from "./errors";
export { type OperationOptions, type PreviewOptions } from "./phase";
export { render, type RenderOptions } from "./render";
export { type Diagnostic, type EngineEvent, type Op, type OperationKind, type OperationResult, type Step } from "./report";
export { openStack, type Stack, type StackOptions, type UpdateOptions, type UpOptions } from "./stack";
