import { join } from "node:path";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { CodeHost, type HostName, type HostPull } from "../support/ci/code-host";
import { action, History } from "../support/ci/history";
import { isUser, keyOf, type Values, World } from "../support/ci/history-world";
import { jobEnvironment } from "../support/ci/job";
import { Commands } from "../support/commands";
import { fc } from "../support/random";
import { root } from "../support/stack-fixture";

/** A few of the random histories of tests/integration/cli/ci/histories.slow.test.ts on the Pulumi CLI. */

const places: Readonly<Record<string, keyof Sample["workspaceIds"]>> = { w0: "main", w1: "reporting", w2: "sandbox" };

class RealWorld extends World {
  private constructor(
    host: CodeHost,
    private readonly commands: Commands,
    private readonly sample: Sample,
  ) {
    super(host, commands.copy.folder);
  }

  static async open(name: HostName): Promise<RealWorld> {
    const samples: Sample[] = [];
    const account = (own: Parameters<typeof sampleAccount>[0]) => void samples.push(sampleAccount(own));
    const commands = await Commands.open("examples/workspace-settings", { extensions: true, account });
    const world = new RealWorld(await CodeHost.open(name), commands, samples[0] as Sample);
    await commands.run("pulumi", "stack", "init", "dev", "--non-interactive");
    await world.write(world.programOf(world.head));
    const { code, output } = await commands.run("pulumi", "up", "--yes", "--skip-preview", "--stack", "dev", "--non-interactive");
    if (code !== 0) throw new Error(output);
    return world;
  }

  /** A user who is gone is looked for again for half a minute, so none is deleted in the console. */
  override edit(name: string, value: number): void {
    if (isUser(name)) return;
    super.edit(name, value);
    this.commands.emulator.changeWorkspace(this.sample.workgroupId, this.idOf(name), { auto_stop_minutes: value });
  }

  override async preview(pull: HostPull): Promise<readonly string[]> {
    const program = { ...this.programOf(this.head), ...this.edits.get(pull) };
    await this.write(program);
    await this.ci("preview", { pull });
    return [...this.differences(program).keys()];
  }

  override async apply(commit: string, approvals: number): Promise<number | undefined> {
    await this.write(this.programOf(commit));
    let left = this.fault?.after ?? Infinity;
    const body = () => left-- <= 0;
    const faults = ["PUT", "POST", "DELETE"].map((method) =>
      this.commands.emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: { method, body } }),
    );
    const before = { ...this.live };
    const { code } = await this.ci("apply", { commit }, "--require-approval", String(approvals));
    for (const fault of faults) fault.remove();
    await this.read();
    for (const [name, value] of Object.entries(this.live))
      if (before[name] !== value) this.sent.push({ key: keyOf(name, before[name] ?? 0, value), commit });
    return code ?? 1;
  }

  override async close(): Promise<void> {
    await this.commands.close();
    await super.close();
  }

  private idOf(name: string): string {
    return this.sample.workspaceIds[places[name] ?? "main"];
  }

  private ci(verb: string, job: { pull?: HostPull; commit?: string }, ...more: string[]) {
    const args = [process.execPath, join(root, "dist/cli/main.js"), "ci", verb, "--stack", "dev", ...more];
    return this.commands.start(args, jobEnvironment(this.host, this.folder, job)).ended;
  }

  private async write(program: Values): Promise<void> {
    const ids = (name: string) => `workgroupId: "${this.sample.workgroupId}", workspaceId: "${this.idOf(name)}"`;
    const lines = Object.entries(program).flatMap(([name, value]) => {
      if (!isUser(name)) return [`new WorkspaceSettings("${name}", { ${ids(name)}, autoStopMinutes: ${value} });`];
      return value === 1 ? [`new DatabaseUser("${name}", { ${ids(name)}, username: "${name}", password: pulumi.secret("first") });`] : [];
    });
    const head = 'import * as pulumi from "@pulumi/pulumi";\nimport { DatabaseUser, WorkspaceSettings } from "pulumi-graphplane";\n';
    await this.commands.copy.write("index.ts", head + lines.join("\n"));
  }

  /** Reads the live values from the service. */
  private async read(): Promise<void> {
    const { emulator } = this.commands;
    for (const name of Object.keys(this.live))
      if (!isUser(name)) this.live[name] = emulator.workspace(this.sample.workgroupId, this.idOf(name)).auto_stop_minutes ?? 0;
    const users = emulator.contents(this.sample.workgroupId, this.idOf("w0")).users.map(({ username }) => username);
    for (const name of Object.keys(this.live)) if (isUser(name)) this.live[name] = users.includes(name) ? 1 : 0;
  }
}

test.each<[HostName, number]>([
  ["GitHub", 1],
  ["GitLab", 2],
])("on %s, a history of the seed %d sends what counting reviews show, and nothing else", async (name, seed) => {
  const [actions = []] = fc.sample(fc.array(action, { minLength: 12, maxLength: 16 }), { seed, numRuns: 1 });
  await new History(await RealWorld.open(name), 0).play(actions);
});
