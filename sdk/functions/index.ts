/**
 * The look-ups, which only read. Each has a twin that takes inputs and returns an output. A promise may share a response that is up to ten
 * seconds old and so may not show what a resource has just changed; the twin sends a new request if its arguments come from resources.
 */
export * from "../generated/functions";
export * from "../generated/records";
