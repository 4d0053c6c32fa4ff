// Each in a block of its own: the hooks of one are not for the tests of the other.
describe("through the engine", () => {
  jest.requireActual("../e2e/adopt.test");
});
describe("the command", () => {
  jest.requireActual("../integration/adopt/command.test");
});
