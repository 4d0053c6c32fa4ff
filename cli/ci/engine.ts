import { examine } from "./examine";
import { runUpdate } from "./pulumi";

/** The runs of the engine that the verbs use. */
export const engine = { examine, runUpdate };

export type Engine = typeof engine;
