/** The result of one stack. */
export interface Row {
  readonly stack: string;
  /** The number of resources that were created, updated, …, by Pulumi's name of the step. */
  readonly steps: Readonly<Record<string, number>>;
  /** Empty where it went well. */
  readonly failure: string;
  readonly seconds: number;
}

/** Works on all items, on at most `limit` of them at once. The results are in the order of the items. */
export async function sideBySide<In, Out>(items: readonly In[], limit: number, work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  const waiting = items.entries(); // one for all: each takes what nobody has taken
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

/** One line a stack, and a last one that counts them. */
export function summarize(rows: readonly Row[]): string {
  const columns = ["create", "update", "delete", "same", "failed"];
  const header = ["stack", ...columns, "time", "result"];
  const cells = rows.map(({ stack, steps, seconds, failure }) => {
    const counts = columns.map((column) => `${steps[column] ?? 0}`);
    return [stack, ...counts, `${seconds.toFixed(0)} s`, failure || "ok"];
  });
  const widths = header.map((_, column) => Math.max(...[header, ...cells].map((row) => row[column]?.length ?? 0)));
  const lines = [header, ...cells].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const failed = rows.filter(({ failure }) => failure !== "").length;
  return [...lines, "", `${rows.length} stacks, ${failed} failed`].join("\n");
}
