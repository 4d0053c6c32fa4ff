import { LocalWorkspace, type Stack, StackNotFoundError } from "@pulumi/pulumi/automation";
import type { Stacks } from "./environments";

const workDir = ".";
// The key stays in the environment: as configuration it would be on a command line.
const options = { onOutput: (text: string) => void process.stdout.write(text), color: "never", suppressProgress: true } as const;

/** The stacks of this project, in the backend that `pulumi` is logged in to. */
export const pulumiStacks: Stacks = {
  async list() {
    const workspace = await LocalWorkspace.create({ workDir });
    const names = (await workspace.listStacks()).map(({ name }) => name);
    const all = await Promise.all(names.map(async (name) => ({ name, tags: await tagsOf(name) })));
    return all.flatMap(({ name, tags }) => (tags === undefined ? [] : [{ name, tags }]));
  },
  tagsOf,
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

async function tagsOf(name: string): Promise<Readonly<Record<string, string>> | undefined> {
  const workspace = await LocalWorkspace.create({ workDir });
  try {
    return await workspace.listTags(name);
  } catch (error) {
    if (error instanceof StackNotFoundError) return undefined;
    // Another process may have removed the stack after it was listed.
    if (!(await workspace.listStacks()).some((stack) => stack.name === name)) return undefined;
    throw error;
  }
}
