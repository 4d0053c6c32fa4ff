jest.requireActual("../faults/killed.test");
