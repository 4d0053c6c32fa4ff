import type { Consequence } from "../../provider/messages/consequences";
import { fieldsAlong } from "../../provider/describe/effects";
import { argumentsOf } from "../../provider/registry";

/** Returns the heading of a consequence, with the name of a single object or the number of objects. */
export function headlineOf({ headline, possible, summary }: Consequence, name: string, number = 1): string {
  const [one, many] = headline ?? [`%: ${summary}`, `% × ${summary}`];
  const text = number === 1 ? one : many;
  const shown = possible && headline ? `Possibly: ${text.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}` : text;
  return shown.replace("%", () => (number === 1 ? name : `${number}`));
}

/** Returns true if a callout should accompany the row. */
export function needsCallout({ severity, isObvious }: Consequence): boolean {
  return ["fails", "opens", "risks"].includes(severity) && !isObvious;
}

/** Returns true if the change adds something that costs money. */
export function isPaid({ id, possible }: Consequence): boolean {
  return (id === "workspace-made" || id === "workspace-recreated") && !possible;
}

const signs = { destroys: "⛔", fails: "❌", opens: "⚠️", offline: "⏸️", risks: "⚠️", care: "ℹ️" } as const;

export function signOf({ severity }: Consequence): string {
  return signs[severity];
}

/** The reasons for a change. */
export const reasons = {
  program: "changed in the program",
  adopted: "adopted",
  reverts: "⚠️ undoes an outside change",
  accepts: "keeps an outside change",
  resumes: "resumes a failed update",
  moved: "differs at the new address",
} as const;

/** Returns the common name of a setting, if it differs from the argument's name, and the unit of its values. */
export function settingOf(kind: string, path: readonly string[]) {
  const { shortName, unit } = fieldsAlong(argumentsOf(kind), path).at(-1) ?? {};
  return { shortName, unit };
}
