/** What runs on the Pulumi CLI: `npm run test:cli`. */
process.env.GRAPHPLANE_TESTS = "cli";

module.exports = { ...require("./jest.full.config.js"), testMatch: ["**/tests/cli/**/*.test.ts"] };
