// The fault cases that `npm test` leaves out.
jest.requireActual("../faults/matrix.test");
