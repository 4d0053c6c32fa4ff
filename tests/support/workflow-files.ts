import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const root = join(__dirname, "../..");
const examples = join(root, "examples/ci");

/** One step of a workflow file. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** A GitHub workflow file, as far as the tests read it. */
export interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly permissions?: unknown; readonly strategy?: unknown; readonly steps: readonly Step[] }>>;
}

/** The GitHub workflow files, by their paths in the repository: the examples, and those of the repository itself. */
export function workflowFiles(): Readonly<Record<string, { readonly text: string; readonly steps: readonly Step[] }>> {
  const folders = ["examples/ci/github", "examples/pull-request-environment/github", ".github/workflows"];
  const paths = folders.flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));
  const read = (path: string) => {
    const text = readFileSync(join(root, path), "utf8");
    return { text, steps: Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) => steps) };
  };
  return Object.fromEntries(paths.map((path) => [path, read(path)]));
}

/** One job of the GitLab file. */
export interface GitlabJob {
  readonly resource_group: string;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts?: unknown;
}

export const workflow = (name: string): Workflow => parse(readFileSync(join(examples, "github", name), "utf8")) as Workflow;
const gitlabFile = () => parse(readFileSync(join(examples, "gitlab/.gitlab-ci.yml"), "utf8"), { merge: true }) as Record<string, GitlabJob>;
/** The image that the GitLab jobs run in. */
export const gitlabImage = (): string => (gitlabFile() as unknown as { readonly default: { readonly image: string } }).default.image;
export const gitlab = gitlabFile;

/** What the jobs of `examples/pull-request-environment` run. */
export function environmentSteps(host: "GitHub" | "GitLab"): Readonly<Record<"open" | "close" | "sweep", string>> {
  const read = (path: string): unknown =>
    parse(readFileSync(join(root, "examples/pull-request-environment", path), "utf8"), { merge: true });
  if (host === "GitLab") {
    const jobs = read("gitlab/.gitlab-ci.yml") as Record<string, GitlabJob>;
    const script = (name: string) => jobs[name]?.script.join("\n") ?? "";
    return { open: script("open"), close: script("close"), sweep: script("sweep") };
  }
  const steps = ["environment.yml", "sweep.yml"].flatMap((file) => {
    const { jobs } = read(`github/${file}`) as Workflow;
    return Object.values(jobs).flatMap((job) => job.steps);
  });
  const run = (wanted: string) => steps.find(({ name }) => name === wanted)?.run ?? "";
  return { open: run("Open"), close: run("Close"), sweep: run("Sweep") };
}
