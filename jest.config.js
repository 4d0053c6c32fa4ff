// Far from UTC, so that what reads a time in the zone of the machine is seen.
process.env.TZ = "Asia/Kolkata";

// Workers start with the options of this process. Most code of a test file runs only a few times, with many short-lived objects:
// later optimization and a larger young generation take 8 % off the CPU time of `npm test`.
process.execArgv.push("--interrupt-budget=400000", "--max-semi-space-size=64");

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  runtime: "<rootDir>/tests/support/reused-code.js",
  setupFiles: ["<rootDir>/tests/support/process-flags.js"],
  setupFilesAfterEnv: ["<rootDir>/tests/support/no-sockets.js"],
  // The sources too, so that --findRelatedTests and --watch know which tests a file matters to.
  roots: ["cli", "client", "provider", "sdk", "testing", "tests"].map((folder) => `<rootDir>/${folder}`),
  testMatch: ["**/tests/**/*.test.ts"],
  testPathIgnorePatterns: ["<rootDir>/tests/(package|cli)/", "\\.slow\\.test\\.ts$"],
  transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "<rootDir>/tsconfig.json", transpilation: true }] },
  testSequencer: "<rootDir>/tests/support/longest-first.js",
  reporters: ["default", "<rootDir>/tests/support/closing-line.js"],
  // A guard against a test that hangs, and nothing else: far above what any takes on a busy machine.
  testTimeout: 1_800_000,
  // Made for two cores: a test through processes keeps both busy by itself.
  maxWorkers: 2,
  // A worker keeps what the files before it loaded: beyond this it is started anew after a file.
  workerIdleMemoryLimit: "400MB",
};
