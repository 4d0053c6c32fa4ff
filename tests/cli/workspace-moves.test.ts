jest.requireActual("../e2e/workspace-moves.test");
