import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const examples = join(__dirname, "../../examples/ci");

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

/** A GitHub workflow file, as far as it is looked at. */
export interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly permissions?: unknown; readonly strategy?: unknown; readonly steps: readonly Step[] }>>;
}

/** One job of the GitLab file. */
export interface GitlabJob {
  readonly resource_group: string;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts?: unknown;
}

export const workflow = (name: string): Workflow => parse(readFileSync(join(examples, "github", name), "utf8")) as Workflow;
export const gitlab = (): Record<string, GitlabJob> =>
  parse(readFileSync(join(examples, "gitlab/.gitlab-ci.yml"), "utf8"), { merge: true }) as Record<string, GitlabJob>;
