import * as addons from "./addons";
import type { FunctionDefinition } from "./look-up";
import * as workgroups from "./workgroups";
import * as workspaces from "./workspaces";

/** Every look-up, by its name. */
export const functions: Readonly<Record<string, FunctionDefinition>> = { ...addons, ...workgroups, ...workspaces };
