jest.requireActual("../long/workspace-moves.test");
