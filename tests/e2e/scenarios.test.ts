import { compareDoors, runScenarios } from "../support/scenario-play";
import { chosen } from "../support/stack-fixture";
import { engineRules } from "./scenarios/engine";
import { pluginRules } from "./scenarios/plugin";
import { promises } from "./scenarios/promises";

const scenarios = [...promises, ...engineRules];
/** One with an update that is not finished, and one with values that are known later and a resource that is only read. */
const [, unfinished, , , knownLater] = promises;

runScenarios(
  "dynamic",
  chosen(scenarios, (scenario) => promises.includes(scenario)),
);
runScenarios(
  "native",
  chosen([...scenarios, ...pluginRules], (scenario) => scenario === unfinished || scenario === knownLater),
);
compareDoors(scenarios);
