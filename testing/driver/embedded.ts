import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type EngineEvent, type OperationResult, openStack, render, type Stack } from "../engine";
import type { Driver, Outcome, StackSetting } from "./driver";

/** The engine of this package. */
export const embedded: Driver = {
  name: "embedded engine",
  async open(setting) {
    let stack = await openEmbedded(setting, setting.config);
    return {
      run: async (operation, options = {}) => {
        const events: string[] = [];
        const onEvent = (event: EngineEvent) => void events.push(`${JSON.stringify(event)}\n`);
        const result = await stack[operation]({ ...options, onEvent });
        await writeFile(join(setting.folder, "events.json"), events.join(""));
        return outcomeOf(result);
      },
      previewJson: async ({ refresh = false } = {}) => {
        const { exitCode, text } = await stack.previewJson({ refresh: refresh !== false });
        return { exitCode, text, plan: undefined };
      },
      configure: async (config) => {
        stack = await openEmbedded(setting, config);
      },
      export: (options) => stack.export(options),
      import: (deployment) => stack.import(deployment),
      importFile: async (file) => {
        const result = await stack.importResources(file, { protect: false });
        if (!result.ok) throw new Error(render(result));
      },
      outputs: () => stack.outputs({ showSecrets: true }),
    };
  },
};

function openEmbedded(setting: StackSetting, config: StackSetting["config"]): Promise<Stack> {
  const { program, stack = "dev", folder, passphrase, env, parallel } = setting;
  return openStack({ program, stack, stateFolder: folder, passphrase, env, config: { ...config }, ...(parallel && { parallel }) });
}

function outcomeOf(result: OperationResult): Outcome {
  const { exitCode, steps, diagnostics } = result;
  return {
    exitCode,
    text: (result.preview === undefined ? [result] : [result.preview, result]).map((phase) => render(phase)).join("\n"),
    steps: steps
      .filter(({ type }) => !type.startsWith("pulumi:"))
      .map(({ op, name, found, failed }) => ({ op, name, ...(found && { found }), ...(failed && { failed }) })),
    diagnostics: diagnostics.map(({ severity, message }) => ({ severity, message: message.trimEnd() })),
  };
}
