import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exitCodeOf } from "../../cli/review/exit-code";
import { formats } from "../../cli/review/formats";
import { parsePreview, parseRecords } from "../../cli/review/inputs";
import { reviewOf } from "../../cli/review/read";
import type { ProgramCopy } from "../driver";
import type { Emulator } from "../emulator";
import type { EmbeddedStack } from "./stack";

export interface Stage {
  readonly emulator: Emulator;
  readonly program: ProgramCopy;
  /** A stack on the embedded engine or on the Pulumi CLI. */
  readonly stack: Pick<EmbeddedStack, "run" | "previewJson">;
  /** The directory of this package. */
  readonly root: string;
}

export interface Printed {
  readonly text: string;
  readonly exitCode: number;
}

/** A command with its expected output and requests. */
export interface Step {
  readonly title: string;
  /** Describes an event that `prepare` triggers before the command. */
  readonly before?: string;
  readonly prepare?: (stage: Stage) => Promise<void> | void;
  readonly command: string;
  readonly run: (stage: Stage) => Promise<Printed>;
  /** Output lines to omit, in addition to blank lines. */
  readonly leftOut?: RegExp;
  /** @default 0 */
  readonly exitCode?: number;
  /** The complete list of expected requests. */
  readonly requests: readonly string[];
  /** Text that the output must contain. */
  readonly says: readonly string[];
}

const main = "/workgroups/production/workspaces/main";
const body = '{"auto_stop_minutes":30,"maintenance_window_hour_of_day":3}';
const assistant = '{"config_name":"assistant","config_value":"{\\"model\\":\\"small\\"}"}';
const user = (password: string) => `POST ${main}/dbuser {"username":"reporting","password":"${password}"}`;
const reads = ["GET /installed-addons/insights/configs/assistant -> 200", "GET /workgroups/production -> 200", `GET ${main}/dbuser -> 200`];

const pulumi =
  (...[operation, options]: Parameters<EmbeddedStack["run"]>) =>
  ({ stack }: Stage) =>
    stack.run(operation, options);

const declare =
  (from: string, to: string) =>
  ({ program }: Stage) =>
    program.edit("index.ts", from, to);

export const steps: readonly Step[] = [
  {
    title: "Preview: three declarations, and the requests that an update would send",
    command: "pulumi preview",
    run: pulumi("preview"),
    requests: reads,
    says: [
      `graphplane: PUT ${main} ${body} was {"auto_stop_minutes":60,"maintenance_window_hour_of_day":2}`,
      `graphplane: POST /add-ons/insights/configs ${assistant}`,
      `graphplane: ${user("[secret]")}`,
    ],
  },
  {
    title: "Apply: one request for each, with only the differences",
    command: "pulumi up --skip-preview",
    run: pulumi("up", { skipPreview: true }),
    requests: [...reads, `PUT ${main} ${body} -> 200`, `POST /add-ons/insights/configs ${assistant} -> 200`, `${user("***")} -> 200`],
    says: [`graphplane: PUT ${main} ${body}`],
  },
  {
    title: "Drift: the preview lists outside changes",
    before: "someone sets auto_stop_minutes to 240 in the console",
    prepare: ({ emulator }) => emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 }),
    command: "pulumi preview --refresh",
    run: pulumi("preview", { refresh: true }),
    requests: reads,
    says: ["drift: auto_stop_minutes is 240, last applied 30"],
  },
  {
    title: "Correction: one small request",
    command: "pulumi up --refresh --skip-preview",
    run: pulumi("up", { refresh: true, skipPreview: true }),
    requests: [...reads, `PUT ${main} {"auto_stop_minutes":30} -> 200`],
    says: [`graphplane: PUT ${main} {"auto_stop_minutes":30}`],
  },
  {
    title: "Validation: graphplane refuses an invalid value, and sends no request",
    before: "the program declares hourOfDay: 25",
    prepare: declare("hourOfDay: 3", "hourOfDay: 25"),
    command: "pulumi preview",
    run: pulumi("preview"),
    exitCode: 1,
    requests: [],
    says: ["resource 'main' has a problem: maintenanceWindow.hourOfDay: must be at most 23, got 25"],
  },
  {
    title: "Adopt: a program for the objects that the account already contains",
    before: "the program declares hourOfDay: 3 again",
    prepare: declare("hourOfDay: 25", "hourOfDay: 3"),
    command: `graphplane adopt --out adopted && sed -n '/new.*"main"/,/^});/p' adopted/index.ts`,
    run: adopt,
    leftOut: /^(package.json installs|Next:|cd adopted|pulumi (?!config set --secret main-))/,
    requests: [
      "GET /workgroups -> 200",
      "GET /workgroups/production -> 200",
      "GET /installed-addons -> 200",
      `GET ${main}/dbuser -> 200`,
      "GET /workgroups/production/workspaces/sandbox/dbuser -> 200",
      `GET ${main}/schedules -> 200`,
      "GET /workgroups/production/workspaces/sandbox/schedules -> 200",
      "GET /workgroups/production/allow_list -> 200",
      `GET ${main}/backups/schedule -> 200`,
      "GET /workgroups/production/workspaces/sandbox/backups/schedule -> 200",
    ],
    says: ["Wrote adopted: 2 workspaces in 1 workgroup", 'new WorkspaceSettings("main", {', "hourOfDay: 3,"],
  },
  {
    title: "Review: the comment of a pull request that resizes the workspace",
    before: 'the program also declares workspaceTypeName: "TG-1"; the limits of the preview and its fingerprint are omitted',
    leftOut: /^(Not covered by|\*\*Changed secrets|<\/?details|- (anything|changes) |<!--)/,
    prepare: declare("  autoStopMinutes: 30,\n", '  autoStopMinutes: 30,\n  workspaceTypeName: "TG-1",\n'),
    command: "graphplane review",
    run: async ({ stack }) => {
      // The `graphplane` command would need the Pulumi CLI, which also writes the events.
      const { text, key, records } = await stack.previewJson({ refresh: true });
      const review = reviewOf({ ...parsePreview(text), events: [{ summaryEvent: {} }], ...parseRecords(records, key) });
      return { text: formats.markdown(review, { directory: "" }), exitCode: exitCodeOf(review, { changes: true }) };
    },
    exitCode: 3,
    requests: [...reads, "GET /workspaces/meta -> 200", `GET ${main}/schedules -> 200`],
    says: ["`main` goes offline ≈2 min", `PUT ${main}\n{"workspace_type_name":"TG-1"}`],
  },
];

/** Adopts the account in a directory next to the program, and prints the declaration of the workspace. */
async function adopt({ emulator, program, root }: Stage): Promise<Printed> {
  const env = { GRAPHPLANE_BASE_URL: emulator.url, GRAPHPLANE_API_KEY: emulator.apiKey };
  const { text, exitCode } = await graphplane(root, ["adopt", "--out", "adopted"], { cwd: program.folder, env });
  if (exitCode !== 0) return { text, exitCode };
  const written = await readFile(join(program.folder, "adopted/index.ts"), "utf8");
  return { text: `${text}\n${/^new.*"main"[^]*?^\}\);/m.exec(written)?.[0] ?? ""}`, exitCode };
}

function graphplane(
  root: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { PATH: process.env["PATH"], ...env } };
    execFile(process.execPath, [join(root, "dist/cli/main.js"), ...args], options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number") return reject(new Error(`graphplane ${args[0]} did not run: ${error.message}`));
      resolve({ text: stdout + stderr, exitCode: error === null ? 0 : Number(error.code) });
    });
  });
}
