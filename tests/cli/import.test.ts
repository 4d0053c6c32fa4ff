jest.requireActual("../long/import.test");
