jest.requireActual("../e2e/examples.test");
