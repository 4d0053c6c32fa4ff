import { type Op, type Step } from "./result";

/** A line of the resource tree: the step that says most about a resource, and what stands before its type. */
export interface Row {
  step: Step;
  indent: string;
}

/** From what says least about a resource to what says most. */
const weight: Op[] = ["same", "refresh", "delete-replaced", "discard-replaced", "create-replacement", "read-replacement", "replace"];

/** What happens without a line of its own. */
const quiet = new Set<Op>(["same", "read", "discard", "discard-replaced"]);

/** The lines of the tree: every resource that something happens to, and its parents. */
export function rowsOf(steps: readonly Step[]): Row[] {
  const shown = new Map<string, Step>();
  for (const step of steps) {
    const other = shown.get(step.urn);
    if (!other || rank(step) >= rank(other)) shown.set(step.urn, step);
  }
  const needed = new Set<string>();
  for (const step of shown.values()) {
    if (!happens(step)) continue;
    for (let at: Step | undefined = step; at && !needed.has(at.urn); at = at.parent ? shown.get(at.parent) : undefined) needed.add(at.urn);
  }
  const visible = [...shown.values()].filter((step) => needed.has(step.urn));
  const roots = visible.filter((step) => !step.parent || !needed.has(step.parent));
  return roots.flatMap((root) => branch(root, "", "", visible));
}

function branch(step: Step, indent: string, below: string, all: readonly Step[]): Row[] {
  const children = all.filter((child) => child.parent === step.urn);
  const rows = children.flatMap((child, index) => {
    const last = index === children.length - 1;
    return branch(child, `${below}${last ? "└─ " : "├─ "}`, `${below}${last ? "   " : "│  "}`, all);
  });
  return [{ step, indent }, ...rows];
}

function rank(step: Step): number {
  if (step.failed) return weight.length + 1;
  const index = weight.indexOf(step.op);
  return index === -1 ? weight.length : index;
}

function happens(step: Step): boolean {
  if (step.failed) return true;
  return step.op === "refresh" ? step.found !== "same" : !quiet.has(step.op);
}
