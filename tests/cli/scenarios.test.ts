jest.requireActual("../e2e/scenarios.test");
