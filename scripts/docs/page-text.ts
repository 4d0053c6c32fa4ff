import { endpointRows, type Row, uses } from "./conformance";

/** Texts that several reference pages share. */

export const firstSentence = (text: string): string => (/^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, " ");
export const code = (text: string, language: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

export const requestsOf = (name: string): Row[] => endpointRows().filter((row) => uses[row.request]?.includes(name) === true);

/** Returns a request in the format of the pages. A dagger marks a request that some services do not support. */
export const requestText = ({ method, path, number }: Row): string => `\`${method} ${path}\`${number === "extension" ? " †" : ""}`;

export const daggerNote = "† [Not every service supports it](README.md#optional-calls).";

/** Sentences in descriptions that are stated once, in the index of the reference. */
const sharedSentences = [
  / ?[^.]*\bnot every service (?:supports|can)\b[^.]*\./gi,
  / ?If the \w+ is unknown, the error lists the existing \w+\./g,
];

/** Returns a description without the sentences that are in the index of the reference. */
export const ownSentences = (text: string): string => sharedSentences.reduce((rest, shared) => rest.replace(shared, ""), text).trim();
