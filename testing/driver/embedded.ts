import { type OperationResult, openStack, render, type Stack } from "../engine";
import type { Driver, Operation, Outcome, RunOptions, StackSetting } from "./driver";

/** The engine of this package. */
export const embedded: Driver = {
  name: "embedded engine",
  async open(setting) {
    let stack = await openEmbedded(setting, setting.config);
    return {
      run: async (operation, options = {}) => outcomeOf(await operate(stack, operation, options)),
      configure: async (config) => {
        stack = await openEmbedded(setting, config);
      },
      export: () => stack.export(),
      import: (deployment) => stack.import(deployment),
      outputs: () => stack.outputs({ showSecrets: true }),
    };
  },
};

function openEmbedded({ program, stack = "dev", folder, passphrase, env }: StackSetting, config: StackSetting["config"]): Promise<Stack> {
  return openStack({ program, stack, stateFolder: folder, passphrase, env, config: { ...config } });
}

function operate(stack: Stack, operation: Operation, options: RunOptions): Promise<OperationResult> {
  const operations: Record<Operation, () => Promise<OperationResult>> = {
    preview: () => stack.preview(options),
    up: () => stack.up(options),
    refresh: () => stack.refresh(options),
    destroy: () => stack.destroy(options),
  };
  return operations[operation]();
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
