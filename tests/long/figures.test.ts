jest.requireActual("../e2e/figures.test");
