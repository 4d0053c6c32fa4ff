jest.requireActual("../e2e/frozen-state.test");
