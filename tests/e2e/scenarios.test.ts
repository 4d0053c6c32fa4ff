import { compareDoors, runScenarios } from "../support/scenario-play";
import { chosen } from "../support/stack-fixture";
import { engineRules } from "./scenarios/engine";
import { pluginRules } from "./scenarios/plugin";
import { promises } from "./scenarios/promises";

const scenarios = [...promises, ...engineRules];
/** One with an update that is not finished, and one with values that are known later and a resource that is only read. */
const [, unfinished, , , knownLater] = promises;
const accounts = pluginRules.find(({ name }) => name.startsWith("Two accounts"));
/** The engine's own rules of which all others are made: what a replacement takes along, and what options forbid. */
const usual = [...promises, ...engineRules.filter(({ name }) => /^(A replacement that lets go first|Protect)/.test(name))];

runScenarios(
  "dynamic",
  chosen(scenarios, (scenario) => usual.includes(scenario)),
);
runScenarios(
  "native",
  chosen([...scenarios, ...pluginRules], (scenario) => scenario === unfinished || scenario === knownLater || scenario === accounts),
);
compareDoors(scenarios);
