import { compareDoors, runScenarios } from "../support/scenario-play";
import { chosen } from "../support/stack-fixture";
import { engineRules } from "./scenarios/engine";
import { pluginRules } from "./scenarios/plugin";
import { promises } from "./scenarios/promises";

const scenarios = [...promises, ...engineRules];
/** The whole life of a resource. */
const [life] = promises;

runScenarios(
  "dynamic",
  chosen(scenarios, (scenario) => scenario === life),
);
runScenarios(
  "native",
  chosen([...scenarios, ...pluginRules], () => false),
);
compareDoors(scenarios);
