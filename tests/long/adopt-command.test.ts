jest.requireActual("../integration/adopt/command.test");
