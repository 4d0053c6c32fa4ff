// The whole matrix, of which `npm test` plays a part in which every pair occurs.
jest.requireActual("../faults/matrix.test");
