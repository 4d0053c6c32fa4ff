// The properties that `npm test` tries with a few values, with many.
jest.requireActual("../faults/hostile-answers.test");
jest.requireActual("../faults/hostile-arguments.test");
jest.requireActual("../faults/hostile-states.test");
jest.requireActual("../unit/cli/review/size.test");
jest.requireActual("../resources/workspace-settings/body.test");
