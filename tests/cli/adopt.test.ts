jest.requireActual("../long/adopt.test");
