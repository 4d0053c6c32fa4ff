import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatMessage, type Message } from "../../provider/messages/message";
import type { LoggedPlan, PlanEntry } from "../../provider/messages/plan-entry";
import { planLogVariable, runKeyVariable } from "../../provider/messages/plan-log";

/** The environment of a run that keeps its records, and what they are. */
export function recordFile(key = "key-of-the-run") {
  const folder = mkdtempSync(join(tmpdir(), "records-"));
  const file = join(folder, "records");
  return {
    environment: { [planLogVariable]: file, [runKeyVariable]: key },
    /** The records so far, as lines of JSON. */
    lines: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []).map((line) => line.slice(key.length + 1)),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs with records in place of sentences; the lines of the outcome are its records. */
export async function recording<T extends object>(run: () => Promise<T>): Promise<T & { readonly lines: readonly string[] }> {
  const file = recordFile();
  Object.assign(process.env, file.environment);
  try {
    return { ...(await run()), lines: file.lines() };
  } finally {
    for (const name of Object.keys(file.environment)) delete process.env[name];
    file.remove();
  }
}

/** The records in the lines of a preview, in order. */
export function recordsIn(lines: readonly string[]): PlanEntry[] {
  return lines.map((line) => JSON.parse(line) as PlanEntry);
}

/** The plans in those records, without those of what is replaced. */
export function plansIn(lines: readonly string[]): LoggedPlan[] {
  return recordsIn(lines).flatMap(({ plan }) => (plan === undefined || plan.operation === "replace" ? [] : [plan]));
}

/** A plan with its notices as the lines that a preview prints. */
export function withLines<
  Planned extends { readonly action: string; readonly notices?: readonly Message[] | undefined } | { readonly action: "refuse" },
>(plan: Planned): object {
  return "notices" in plan && plan.notices !== undefined ? { ...plan, notices: plan.notices.map(formatMessage) } : plan;
}
