import { classify } from "../../client";
import type { Finding } from "./finding";
import type { Read } from "./service";
import { shapesOf } from "./shape";
import type { Versions } from "./versions";

/** The shapes of a service's responses, without names, identifiers, addresses, messages or values. */
export type Report = ReturnType<typeof makeReport>;

export function makeReport(versions: Versions, found: readonly Finding[], reads: readonly Read[]) {
  return {
    versions,
    checks: found.map(({ check, result }) => ({ check, result })),
    calls: reads.map(({ endpoint: { path, number, documented }, outcome }) => ({
      path,
      extension: number === undefined,
      outcome: outcomeText(outcome),
      shapes: "result" in outcome ? shapesOf(outcome.result, documented) : [],
    })),
  };
}

function outcomeText(outcome: Read["outcome"]): string {
  if ("result" in outcome) return "responded";
  if ("needs" in outcome) return `not sent: no ${outcome.needs} is known`;
  const { failure } = outcome;
  // Omits the message, which might contain names.
  return `${failure.outcome}: ${classify(failure).meaning}`;
}

export function reportText({ versions, checks, calls }: Report): string {
  const { graphplane, node, sdk = "not installed", cli = "not installed" } = versions;
  return [
    "# Responses of this service",
    "Written by `graphplane doctor --report`. It contains types, null or empty, and sizes of lists: no value, address, identifier or key. " +
      "In an undocumented name, each uncommon word is `?`. Read it before you attach it.",
    `pulumi-graphplane ${graphplane}, Node ${node}, Pulumi SDK ${sdk}, Pulumi CLI ${cli}.`,
    `Checks: ${checks.map(({ check, result }) => `${check} ${result}`).join(", ")}.`,
    ...calls.map(callText),
  ].join("\n\n");
}

function callText({ path, extension, outcome, shapes }: Report["calls"][number]): string {
  const title = `## GET \`${path}\`${extension ? " (extension)" : ""}\n\n${outcome}`;
  if (shapes.length === 0) return title;
  const rows = shapes.map(({ place, documented = "–", seen, sizes, differs }) => {
    const size = sizes === undefined ? "" : `; size ${sizes.least === sizes.most ? sizes.least : `${sizes.least} to ${sizes.most}`}`;
    const kinds = Object.entries(seen).map(([kind, times]) => (times === 1 ? kind : `${kind} × ${times}`));
    return `| \`${place}\` | ${documented} | ${kinds.join(", ")}${size}${differs ? " **differs**" : ""} |`;
  });
  return `${title}\n\n| field | documented | seen |\n|---|---|---|\n${rows.join("\n")}`;
}
