import { formatLine, type Line } from "../../provider/announce/lines";
import type { Planned, PlanRecord } from "../../provider/announce/record-shape";
import { recordPrefix, recordsVariable } from "../../provider/announce/records";

/** Runs with records in place of sentences. */
export async function recording<T>(run: () => Promise<T>): Promise<T> {
  process.env[recordsVariable] = "1";
  try {
    return await run();
  } finally {
    delete process.env[recordsVariable];
  }
}

/** The records of a preview, which prints nothing else, in order. */
export function recordsIn(lines: readonly string[]): PlanRecord[] {
  return lines.map((line) => JSON.parse(line.replace(recordPrefix, "")) as PlanRecord);
}

/** The plans in those records, without those of what is replaced. */
export function plansIn(lines: readonly string[]): Planned[] {
  return recordsIn(lines).flatMap(({ plan }) => (plan === undefined || plan.operation === "replace" ? [] : [plan]));
}

/** A plan with its notices as the lines that a preview prints. */
export function withLines<
  Planned extends { readonly action: string; readonly notices?: readonly Line[] | undefined } | { readonly action: "refuse" },
>(plan: Planned): object {
  return "notices" in plan && plan.notices !== undefined ? { ...plan, notices: plan.notices.map(formatLine) } : plan;
}
