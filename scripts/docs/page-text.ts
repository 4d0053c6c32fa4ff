import ts from "typescript";
import { endpointRows, type Row, uses } from "./conformance";

/** Parts that several reference pages share. */

export const kebab = (name: string): string => name.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase();
export const firstSentence = (text: string): string => (/^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, " ");
export const code = (text: string, language: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** The example of a doc comment; undefined without one. */
export function commentExample(node: ts.Node | undefined): string | undefined {
  const tags = node === undefined ? [] : ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === "example");
  const [text] = tags.map(({ comment }) => ts.getTextOfJSDocComment(comment));
  return text === undefined ? undefined : code(text, "ts");
}

/** The endpoints that a resource or a function uses. */
export const requestsOf = (name: string): Row[] => endpointRows().filter((row) => uses[row.name]?.by.includes(name) === true);

/** A request as pages write it, without the part that all paths share. */
export const requestText = ({ method, path }: Row): string => `\`${method} ${path.replace("/controller/v4/v2", "")}\``;
