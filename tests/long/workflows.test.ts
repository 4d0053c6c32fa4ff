// Every case on the host of which `npm test` plays the first alone.
process.env.WHOLE = "GitLab";
jest.requireActual("../e2e/ci/workflows.test");
