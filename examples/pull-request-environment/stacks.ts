import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import type { Stacks } from "./environments";

const workDir = ".";
// The key stays in the environment: as configuration it would be on a command line.
const options = { onOutput: (text: string) => void process.stdout.write(text), color: "never", suppressProgress: true } as const;

/** The stacks of this project, in the backend that `pulumi` is logged in to. */
export const pulumiStacks: Stacks = {
  async list() {
    const workspace = await LocalWorkspace.create({ workDir });
    const stacks = await workspace.listStacks();
    return Promise.all(stacks.map(async ({ name }) => ({ name, tags: await workspace.listTags(name) })));
  },
  async update(stackName, tags) {
    const stack: Stack = await LocalWorkspace.createOrSelectStack({ stackName, workDir });
    for (const [name, value] of Object.entries(tags)) await stack.setTag(name, value);
    const { outputs } = await stack.up(options);
    return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value as unknown]));
  },
  async remove(stackName) {
    const stack = await LocalWorkspace.selectStack({ stackName, workDir });
    await stack.destroy(options);
    await stack.workspace.removeStack(stackName);
  },
};
