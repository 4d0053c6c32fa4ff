/**
 * Loads the mutated modules before the tests of a file. Otherwise, many modules would be loaded in one of the tests, and the code that a
 * module runs while loading would be attributed to that test only, so that no other test would run its mutants.
 */
const { join } = require("node:path");

for (const file of process.env.MUTATED_FILES.split(";")) require(join(__dirname, "../..", file));
