import { join } from "node:path";
import { type Sample, sampleAccount } from "../../../testing/emulator";
import { applyReviewed } from "../../support/shown-and-sent";
import { accountOf, falseStatements, statedIn } from "../../support/way-back";
import { type Config, StackFixture } from "../../support/stack-fixture";
import { base, type PreviewScene, unfinished, whole } from "./scenes";

/** The programs that are applied before a scene, by the name of the state they leave. */
const histories = { nothing: [], base: [base], failed: [base, unfinished], whole: [whole] } as const;
type History = keyof typeof histories;

/** Plays scenes. Those that begin with the same state share its stack, since a preview does not change it. */
export class Previews {
  private readonly stacks = new Map<History, Promise<{ readonly fixture: StackFixture; readonly sample: Sample }>>();

  /**
   * Makes the console's change, previews the scene's program, applies what is reviewed, reverts it, and restores everything. Resolves also to
   * what the review states falsely about the revert.
   */
  async play({ state = "base", console = {}, outside, program, config = {}, refresh = true }: PreviewScene) {
    const opened = this.stacks.get(state) ?? this.open(state);
    this.stacks.set(state, opened);
    const { fixture, sample } = await opened;
    const stack = await fixture.stack();
    const before = await stack.export();
    const restore = fixture.emulator.checkpoint();
    fixture.emulator.changeWorkspace(sample.workgroupId, sample.workspaceIds.main, console);
    outside?.(fixture.emulator, sample);
    await fixture.write(program, "index.ts");
    await fixture.configure({ token: { secret: "first-token" }, ...config });
    const account = accountOf(fixture.emulator);
    try {
      const trace = await stack.previewJson({ refresh });
      const flags = [...(refresh === false ? [] : ["--refresh"]), ...(refresh === "with the program" ? ["--run-program"] : [])];
      const applied = await applyReviewed(fixture, trace, { flags });
      const stated = statedIn(applied.review);
      if (stated === undefined || applied.failed !== "") return { trace, applied, wrong: [] };
      fixture.emulator.applyWaiting();
      await fixture.write(histories[state].at(-1) ?? "export {};", "index.ts");
      await fixture.configure({ token: { secret: "first-token" } });
      const { errors } = await fixture.run("up", { refresh: true, skipPreview: true });
      fixture.emulator.applyWaiting();
      const wrong = falseStatements(stated, { before: account, after: accountOf(fixture.emulator), failure: errors.join("\n") });
      return { trace, applied, wrong };
    } finally {
      restore();
      await stack.import(before);
    }
  }

  async close(): Promise<void> {
    for (const opened of this.stacks.values()) await (await opened).fixture.close();
  }

  private async open(state: History) {
    const accounts: Sample[] = [];
    const fixture = await StackFixture.open({
      program: join(__dirname, "program"),
      service: { extensions: true, account: (account) => void accounts.push(sampleAccount(account)) },
      config: () => configOf(accounts[0] as Sample),
    });
    for (const text of histories[state]) {
      await fixture.write(text, "index.ts");
      const { failed } = await fixture.run("up");
      if ((failed === "") !== (text !== unfinished)) throw new Error(`up of the state before: ${failed}`);
    }
    return { fixture, sample: accounts[0] as Sample };
  }
}

function configOf({ workgroupId, workspaceIds, installedAddonId }: Sample): Config {
  return { workgroupId, workspaceIds: JSON.stringify(workspaceIds), insights: installedAddonId, token: { secret: "first-token" } };
}
