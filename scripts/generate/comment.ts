/** Doc comments of generated code, wrapped as the rest of the code is: prettier does not wrap them. */

const width = 140;

/** What a doc comment says beside its text. */
export interface Tags {
  readonly default?: string | undefined;
  readonly see?: string | undefined;
  /** Code, kept as it is. */
  readonly example?: string | undefined;
}

/** A doc comment of paragraphs, which empty lines separate; in one line if it fits. */
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

/** Lines of at most so many characters, broken between words; never within code between backticks. */
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
