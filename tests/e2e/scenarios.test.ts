import { compareDoors, runScenarios } from "../support/scenario-play";
import { chosen } from "../support/stack-fixture";
import { engineRules } from "./scenarios/engine";
import { pluginRules } from "./scenarios/plugin";
import { promises } from "./scenarios/promises";

const scenarios = [...promises, ...engineRules];
/** A whole life, and one with an update that is not finished. */
const [life, unfinished] = promises;

runScenarios(
  "dynamic",
  chosen(scenarios, (scenario) => scenario === life),
);
runScenarios(
  "native",
  chosen([...scenarios, ...pluginRules], (scenario) => scenario === unfinished),
);
compareDoors(scenarios);
