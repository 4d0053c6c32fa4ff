jest.requireActual("../e2e/previews.test");
