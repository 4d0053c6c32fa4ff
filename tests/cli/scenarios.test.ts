import { runOnBothProviders, runThroughPlugin } from "../support/scenario-play";
import { engineRules } from "./scenarios/engine";
import { pluginRules } from "./scenarios/plugin";
import { promises } from "./scenarios/promises";

runOnBothProviders([...promises, ...engineRules]);
runThroughPlugin(pluginRules);
