/**
 * Loads the mutated modules before the tests of a file. Otherwise many are first loaded in some test, and the code that a
 * module runs while loading would count as reached only by that test, so that no other test would try its mutants.
 */
const { join } = require("node:path");

for (const file of process.env.MUTATED_FILES.split(";")) require(join(__dirname, "../..", file));
