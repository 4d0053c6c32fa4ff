import * as addons from "./addons";
import type { FunctionDefinition } from "./function";
import * as workgroups from "./workgroups";
import * as workspaces from "./workspaces";

const exported: Readonly<Record<string, Omit<FunctionDefinition, "name">>> = { ...addons, ...workgroups, ...workspaces };

export const functions: Readonly<Record<string, FunctionDefinition>> = Object.fromEntries(
  Object.entries(exported).map(([name, definition]) => [name, { name, ...definition }]),
);
