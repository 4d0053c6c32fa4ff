/** The lines of two texts: removed ones begin with `- `, added ones with `+ `, the others with two spaces. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  const common = commonLengths(before, after);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(`  ${after[j]}`);
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      lines.push(`- ${before[i++]}`);
    } else {
      lines.push(`+ ${after[j++]}`);
    }
  }
  return lines;
}

/** The number of lines that both texts have in common from each pair of places on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const longest =
        before[i] === after[j] ? lengthAt(table, i + 1, j + 1) + 1 : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1));
      (table[i] as number[])[j] = longest;
    }
  }
  return table;
}

function lengthAt(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
