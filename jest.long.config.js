/** What takes longer than a test run may: `npm run test:long`. One after the other, since they measure. */
module.exports = { ...require("./jest.config.js"), roots: ["<rootDir>/tests/long"], testPathIgnorePatterns: [], maxWorkers: 1 };
