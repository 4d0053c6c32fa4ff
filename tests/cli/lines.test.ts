jest.requireActual("../e2e/lines.test");
