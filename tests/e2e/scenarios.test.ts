import { runScenarios } from "../support/scenario-play";
import { chosen } from "../support/stack-fixture";
import { turns } from "./scenarios/engine";
import { promises } from "./scenarios/promises";

runScenarios(chosen([...promises, ...turns], (scenario) => promises.includes(scenario)));
