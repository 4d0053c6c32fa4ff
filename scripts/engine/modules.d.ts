export interface EngineModule {
  readonly folder: string;
  /** The module with the pinned version. */
  readonly module: string;
  /** The packages to build, keyed by executable name. */
  readonly commands: Readonly<Record<string, string>>;
  readonly versionVariable: string;
}
export const modules: readonly [cli: EngineModule, yaml: EngineModule];
export function pinnedFiles(): readonly { readonly file: string; readonly versions: readonly string[] }[];
export function versionOf(module: EngineModule): string;
export function goVersion(): string;
