/** Formats doc comments of generated code. They are wrapped like the rest of the code, because prettier does not wrap comments. */

const width = 140;

/** The parts of a doc comment other than its text. */
export interface Tags {
  readonly default?: string | undefined;
  readonly see?: string | undefined;
  /** The code of an example, which is not wrapped. */
  readonly example?: string | undefined;
}

/** Returns a doc comment whose paragraphs are separated by empty lines. It is on one line if it fits. */
export function docComment(text: string, { indent = 0, ...tags }: Tags & { readonly indent?: number } = {}): string {
  const pad = " ".repeat(indent);
  const blocks = [
    ...text.split("\n\n"),
    ...(tags.default === undefined ? [] : [`@default ${tags.default}`]),
    ...(tags.see === undefined ? [] : [`@see ${tags.see}`]),
  ].map((paragraph) => wrap(paragraph.replaceAll("*/", "*\\/"), width - indent - " * ".length));
  if (tags.example !== undefined) blocks.push(["@example", ...tags.example.trimEnd().split("\n")]);
  const [[line, ...rest] = [], ...others] = blocks;
  const single = `${pad}/** ${line ?? ""} */`;
  if (rest.length === 0 && others.length === 0 && single.length <= width) return `${single}\n`;
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ["", ...block]));
  return [`${pad}/**`, ...lines.map((one) => `${pad} * ${one}`.trimEnd()), `${pad} */`, ""].join("\n");
}

/** Wraps text between words, but never within backticks. */
function wrap(paragraph: string, most: number): string[] {
  const words = paragraph.match(/(?:`[^`]*`|[^\s`])+/g) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
