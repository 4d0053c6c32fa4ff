import { endpointRows, type Row, uses } from "./conformance";

/** Text shared by several reference pages. */

export const firstSentence = (text: string): string => (/^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, " ");
export const code = (text: string, language: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

export const requestsOf = (name: string): Row[] => endpointRows().filter((row) => uses[row.request]?.includes(name) === true);

/** Returns a request as printed on pages; a dagger marks one that a service might not support. */
export const requestText = ({ method, path, number }: Row): string => `\`${method} ${path}\`${number === "extension" ? " †" : ""}`;

export const daggerNote = "† [Not every service supports it](README.md#optional-calls).";

/** Sentences in descriptions that the index of the reference states once. */
const sharedSentences = [
  / ?[^.]*\bnot every service (?:supports|can)\b[^.]*\./gi,
  / ?If the \w+ is unknown, the error lists the existing \w+\./g,
];

/** Returns a description without the sentences that the index of the reference states. */
export const ownSentences = (text: string): string => sharedSentences.reduce((rest, shared) => rest.replace(shared, ""), text).trim();
