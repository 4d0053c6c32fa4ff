import { runScenarios } from "../support/scenario-play";
import { chosen } from "../support/stack-fixture";
import { engineRules } from "./scenarios/engine";
import { promises } from "./scenarios/promises";

runScenarios(chosen([...promises, ...engineRules], (scenario) => promises.includes(scenario)));
