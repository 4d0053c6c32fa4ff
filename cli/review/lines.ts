import { type Line, parseLine, secretText } from "../../provider/messages";
import type { RawDiagnostic } from "./preview";

/** Reads the provider's lines among the diagnostics, in order. A line that is none of its forms is not one of its lines. */
export function providerLines(diagnostics: readonly RawDiagnostic[]): Line[] {
  return diagnostics
    .filter(({ severity }) => severity === undefined || severity.startsWith("info"))
    .flatMap(({ message }) => message.split("\n"))
    .flatMap((text) => {
      const line = parseLine(text.trim());
      return line === undefined ? [] : [withSecretSegments(line)];
    });
}

/** A provider blanks secret identifiers with another word than the CLI does. */
function withSecretSegments(line: Line): Line {
  const segments = (path: string) => path.replaceAll("[redacted]", secretText);
  return line.is === "request" ? { ...line, path: segments(line.path) } : { ...line, object: segments(line.object) };
}
