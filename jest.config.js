// Far from UTC, so that what reads a time in the zone of the machine is seen.
process.env.TZ = "Asia/Kolkata";

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/tests"],
  testMatch: ["**/*.test.ts"],
  testPathIgnorePatterns: ["<rootDir>/tests/long/"],
  transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "<rootDir>/tsconfig.json", transpilation: true }] },
  reporters: ["default", "<rootDir>/tests/support/closing-line.js"],
  testTimeout: 60_000,
  // One more than the cores of a small machine: much of a test through processes is waiting for them.
  maxWorkers: 3,
};
