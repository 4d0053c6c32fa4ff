// The state machine that `npm test` plays a little, with at least 8,000 commands.
jest.requireActual("../faults/model.test");
