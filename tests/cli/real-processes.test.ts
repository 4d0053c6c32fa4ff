jest.requireActual("../long/real-processes.test");
