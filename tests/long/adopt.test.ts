jest.requireActual("../e2e/adopt.test");
jest.requireActual("../integration/adopt/command.test");
