import { endpointRows, type Row, uses } from "./conformance";

/** Parts that several reference pages share. */

export const firstSentence = (text: string): string => (/^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, " ");
export const code = (text: string, language: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** The endpoints that a resource or a function uses. */
export const requestsOf = (name: string): Row[] => endpointRows().filter((row) => uses[row.request]?.includes(name) === true);

/** A request as pages write it. */
export const requestText = ({ method, path }: Row): string => `\`${method} ${path}\``;
