import * as estree from "prettier/plugins/estree";
import * as typescript from "prettier/plugins/typescript";
// The main entry of prettier loads modules in a way that jest does not support.
import { format } from "prettier/standalone";

/** Formats generated TypeScript like the rest of the code. */
export function formatted(code: string): Promise<string> {
  return format(code, { parser: "typescript", plugins: [estree, typescript], printWidth: 140, trailingComma: "all" });
}
