import fc from "fast-check";

/** The same values in every run, so that only a change makes a test fail; other ones with `GRAPHPLANE_SEED=<number>`. */
fc.configureGlobal({ seed: Number(process.env["GRAPHPLANE_SEED"] ?? 1) });

export { default as fc } from "fast-check";

/** Any character, or half of one, as fast-check's unit "binary" gives them, which takes a second to be made. */
export const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));
