import type { RenderOptions, Review } from "./model";
import { markdown } from "./render-markdown";
import { annotations, json, summary } from "./render-others";

export type Format = "markdown" | "summary" | "json" | "annotations";

/** Each format: a pure function of the review. */
export const formats: Readonly<Record<Format, (review: Review, options: RenderOptions) => string>> = {
  markdown,
  summary,
  json,
  annotations,
};
