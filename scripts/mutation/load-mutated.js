/**
 * Loads the mutated modules before the tests of a file. Many are loaded when they are first used, that is in some test: the code that a
 * module runs while it is loaded would count as reached by that test alone, and its mutants be tried by no other.
 */
const { join } = require("node:path");

for (const file of process.env.MUTATED_FILES.split(";")) require(join(__dirname, "../..", file));
