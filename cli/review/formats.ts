import type { Review } from "./model";
import { markdown } from "./render-markdown";
import { annotations, json, summary } from "./render-others";

export type Format = "markdown" | "summary" | "json" | "annotations";

/** What a format needs to know beside the review. */
export interface RenderOptions {
  /** The folder of the project in the repository; files are named below it. */
  readonly directory: string;
}

/** Each format: a pure function of the review. */
export const formats: Readonly<Record<Format, (review: Review, options: RenderOptions) => string>> = {
  markdown,
  summary,
  json,
  annotations,
};
