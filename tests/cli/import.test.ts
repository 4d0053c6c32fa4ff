jest.requireActual("../e2e/import.test");
