jest.requireActual("../e2e/workflows.test");
