import { fc } from "./random";

/** Any character, or half of one, as fast-check's unit "binary" gives them, which takes a second to be made. */
export const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));
