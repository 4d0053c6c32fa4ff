/** The fields in a CycloneDX bill of materials that are filled in. */
export interface Bill {
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly name: string;
    readonly version: string;
    readonly licenses: readonly [{ readonly expression: string }];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function runtimePaths(): string[];
export function summaryOf(paths: readonly string[]): string;
export function billOfMaterials(component: { readonly type: string; readonly name: string }, paths: readonly string[]): Bill;
export function licenseTexts(paths: readonly string[]): string;
