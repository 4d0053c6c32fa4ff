jest.requireActual("../e2e/adopt.test");
