import { type Line, parseLine, secretText } from "../../provider/announce/lines";
import { kindOf, partsOf, type RawDiagnostic } from "./preview";

/** A line, and the resource that it is about, where the engine knows which. */
export type ProviderLine = Line & { readonly urn?: string };

/** Reads the provider's lines among the diagnostics, in order. A line that is none of its forms is not one of its lines. */
export function providerLines(diagnostics: readonly RawDiagnostic[]): ProviderLine[] {
  return diagnostics
    .filter(({ severity }) => severity === undefined || severity.startsWith("info"))
    .flatMap(({ message, urn = "" }) =>
      message.split("\n").flatMap((text) => {
        const line = parseLine(text.trim());
        const isOfResource = kindOf(partsOf(urn).type) !== undefined;
        return line === undefined ? [] : [{ ...withSecretSegments(line), ...(isOfResource && { urn }) }];
      }),
    );
}

/** A provider blanks secret identifiers with another word than the CLI does. */
function withSecretSegments(line: Line): Line {
  const segments = (path: string) => path.replaceAll("[redacted]", secretText);
  return line.is === "request" ? { ...line, path: segments(line.path) } : { ...line, object: segments(line.object) };
}
