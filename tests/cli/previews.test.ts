jest.requireActual("../long/previews.test");
