import { visible } from "./escape";
import type { RenderOptions, Review } from "./model";
import { headline } from "./words";

/** The review as text for people. */
export function text(review: Review, options: RenderOptions): string {
  return `${visible(headline(review, options, "; "))}\n`;
}
