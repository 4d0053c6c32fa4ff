import fc from "fast-check";

/** The same values in every run, so that only a change makes a test fail; other ones with `GRAPHPLANE_SEED=<number>`. */
fc.configureGlobal({ seed: Number(process.env["GRAPHPLANE_SEED"] ?? 1) });

export { default as fc } from "fast-check";
