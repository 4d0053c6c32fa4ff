import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readText, root } from "./repository";

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
  readonly concurrency?: object;
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: unknown;
  readonly concurrency?: object;
  readonly "runs-on": string;
  readonly strategy?: unknown;
  readonly steps: readonly Step[];
}

const read = (path: string): unknown => parse(readText(path), { merge: true });

/** The GitHub workflow files, by their paths in the repository: the examples, and those of the repository itself. */
export function workflowFiles(): Readonly<Record<string, { readonly text: string; readonly steps: readonly Step[] }>> {
  const folders = ["examples/ci/github", "examples/pull-request-environment/github", ".github/workflows"];
  const paths = folders.flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));
  const stepsOf = (path: string) => Object.values((read(path) as Workflow).jobs).flatMap(({ steps }) => steps);
  return Object.fromEntries(paths.map((path) => [path, { text: readText(path), steps: stepsOf(path) }]));
}

/** The jobs of the repository's release. */
export const releaseJobs = () => (read(".github/workflows/release.yml") as { jobs: Record<"plugin" | "release", Job> }).jobs;

/** One job of the GitLab file. */
export interface GitlabJob {
  readonly extends?: string;
  readonly rules?: unknown;
  readonly resource_group?: string;
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
  readonly artifacts?: unknown;
}

export const workflow = (name: string): Workflow => read(`examples/ci/github/${name}`) as Workflow;
export const gitlab = (file = ".gitlab-ci.yml") => read(`examples/ci/gitlab/${file}`) as Record<string, GitlabJob>;
/** The image that the jobs of a GitLab file run in. */
export const gitlabImage = (file?: string): string =>
  (gitlab(file) as unknown as { readonly default: { readonly image: string } }).default.image;

/** The scripts of the jobs of `examples/pull-request-environment`. */
export function environmentSteps(host: "GitHub" | "GitLab"): Readonly<Record<"open" | "close" | "sweep", string>> {
  const folder = "examples/pull-request-environment";
  if (host === "GitLab") {
    const jobs = read(`${folder}/gitlab/.gitlab-ci.yml`) as Record<string, GitlabJob>;
    const script = (name: string) => jobs[name]?.script.join("\n") ?? "";
    return { open: script("open"), close: script("close"), sweep: script("sweep") };
  }
  const files = workflowFiles();
  const steps = ["environment.yml", "sweep.yml"].flatMap((file) => files[`${folder}/github/${file}`]?.steps ?? []);
  const run = (wanted: string) => steps.find(({ name }) => name === wanted)?.run ?? "";
  return { open: run("Open"), close: run("Close"), sweep: run("Sweep") };
}
