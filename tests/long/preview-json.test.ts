import { scenes } from "../e2e/ci/scenes";

// The scenes that `npm test` leaves out.
process.env.SCENES = scenes.flatMap(({ name, alike }) => (alike === true ? name : [])).join(",");
jest.requireActual("../e2e/ci/preview-json.test");
