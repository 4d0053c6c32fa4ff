jest.requireActual("../long/lines.test");
