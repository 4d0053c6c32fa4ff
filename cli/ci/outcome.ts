import type { Published } from "./publish";

/** The result of a verb, as `--json` prints it after the verb's name. */
export interface Outcome {
  /** `<project>/<stack>` */
  readonly stack: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly commit?: string | undefined;
  readonly comment?: Published | undefined;
  readonly applied?: boolean;
  readonly changes: number;
  readonly exitCode: number;
}
