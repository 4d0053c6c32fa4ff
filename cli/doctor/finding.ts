import type { Failure } from "../../client";

/** What one check found. `ok` needs nothing; a `warning` may; a `failed` one keeps graphplane from working; `skipped` was not tried. */
export interface Finding {
  readonly check: string;
  readonly result: "ok" | "warning" | "failed" | "skipped";
  readonly text: string;
  /** What to do about it, in sentences. */
  readonly fix?: string;
}

/** Makes the findings of one check. */
export function findings(check: string) {
  return {
    ok: (text: string): Finding => ({ check, result: "ok", text }),
    warning: (text: string, fix: string): Finding => ({ check, result: "warning", text, fix }),
    failed: (text: string, fix: string): Finding => ({ check, result: "failed", text, fix }),
    skipped: (text: string): Finding => ({ check, result: "skipped", text }),
  };
}

/** One line of text for each finding, in columns. */
export function findingLine({ check, result, text, fix }: Finding): string {
  return `${result.padEnd(9)}${check.padEnd(13)}${text}${fix === undefined ? "" : ` Fix: ${fix}`}`;
}

/** What became of a request, in a sentence: the service's own words included. */
export function failureText(path: string, { summary, message, requestId }: Failure): string {
  const said = message === undefined ? "" : ` The service says: ${message.replace(/\.$/, "")}.`;
  return `GET ${path} ${summary}.${said}${requestId === undefined ? "" : ` RequestID: ${requestId}.`}`;
}

/** What to do about a failed request. */
export function failureFix({ hint = "Try again later" }: Failure): string {
  return /[.!?]$/.test(hint) ? hint : `${hint}.`;
}
