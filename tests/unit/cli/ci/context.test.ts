import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { type CiOptions, Context, pathIn, withContext } from "../../../../cli/ci/context";
import type { Environment } from "../../../../cli/command";
import { UsageError } from "../../../../cli/errors";
import { recordingTerminal } from "../../../support/terminal";

const base = realpathSync(mkdtempSync(join(tmpdir(), "graphplane-path-")));
const project = join(base, "project");
mkdirSync(project);
for (const file of [join(base, "outside"), join(base, "both"), join(project, "both"), join(project, "inside")]) writeFileSync(file, "");
writeFileSync(join(project, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n");
afterAll(() => rmSync(base, { recursive: true, force: true }));

const github = { GITHUB_ACTIONS: "true", GITHUB_SHA: "c0ffee1" };

function contextOf({ env = {}, options = {}, passed = [] }: { env?: Environment; options?: CiOptions; passed?: readonly string[] } = {}) {
  const { terminal, printed } = recordingTerminal({ environment: env, now: () => new Date("2026-06-08T09:30:00Z") });
  return { context: new Context("ci preview", { cwd: project, ...options }, passed, terminal, base), printed };
}

describe("the path of a file that an option names", () => {
  const fromHere = (file: string) => relative(process.cwd(), join(base, file));

  test.each([
    ["is in the project's directory", "inside", join(project, "inside")],
    ["is in the project's directory if no file exists", "missing", join(project, "missing")],
    ["can be absolute", join(base, "outside"), join(base, "outside")],
  ])("%s", (_, file, expected) => expect(pathIn(project, file)).toBe(expected));

  test("is in the working directory if only that contains the file", () => {
    expect(pathIn(project, fromHere("outside"))).toBe(resolve(base, "outside"));
  });
});

describe("a run", () => {
  const failing = (options: CiOptions) => withContext("ci preview", options, [], recordingTerminal().terminal, async () => 1);

  test.each<[string, CiOptions, string]>([
    ["an empty stack", { cwd: project, stack: "" }, "--stack needs a value: --stack <name>."],
    ["a directory that does not exist", { cwd: join(base, "nowhere") }, "--cwd: no such directory: "],
    [
      "a directory without a project",
      { cwd: base },
      `No Pulumi project in ${base}. Run in the project's directory, or pass --cwd <directory>.`,
    ],
  ])("is not started with %s", async (_, options, text) => {
    await expect(failing(options)).rejects.toThrow(text);
    await expect(failing(options)).rejects.toThrow(UsageError);
  });

  test("has a directory for its files, which is removed even if the run fails", async () => {
    const { terminal } = recordingTerminal();
    const used: string[] = [];
    const work = async ({ temporary }: Context): Promise<never> => {
      used.push(temporary);
      writeFileSync(join(temporary, "file"), "");
      throw new Error("failed");
    };
    await expect(withContext("ci preview", { cwd: project }, [], terminal, work)).rejects.toThrow("failed");
    expect([used.length, existsSync(used[0] ?? "")]).toEqual([1, false]);
  });

  test.each<[string, Environment, CiOptions, object]>([
    ["the stack of the option", { PULUMI_STACK: "prod" }, { stack: "dev" }, { stack: "dev" }],
    ["the stack of the environment", { PULUMI_STACK: "prod" }, {}, { stack: "prod" }],
    ["the selected stack", { PULUMI_STACK: "" }, {}, { stack: undefined }],
    ["no policy pack", {}, {}, { pack: undefined, isDry: false, destroys: false }],
    [
      "a policy pack in the project",
      {},
      { "policy-pack": "inside", "dry-run": true, destroy: true },
      { pack: join(project, "inside"), isDry: true, destroys: true },
    ],
    ["the project's directory in the repository", { ...github, GITHUB_WORKSPACE: base }, {}, { directory: "project", folder: "project" }],
    [
      "a name instead of the directory",
      { ...github, GITHUB_WORKSPACE: base },
      { name: "movies" },
      { directory: "project", folder: "movies" },
    ],
    ["the root of the repository", { ...github, GITHUB_WORKSPACE: project }, {}, { directory: "", folder: "" }],
    ["a directory outside of the repository", { ...github, GITHUB_WORKSPACE: join(base, "other") }, {}, { directory: "", folder: "" }],
    ["its commit and its time", github, {}, { commit: "c0ffee1", run: { commit: "c0ffee1", at: "2026-06-08 09:30 UTC" } }],
    ["no commit on a terminal", {}, {}, { commit: undefined, run: undefined }],
  ])("uses %s", (_, env, options, facts) => expect(contextOf({ env, options }).context).toMatchObject(facts));

  test.each<[string, Environment, CiOptions, boolean]>([
    ["a terminal", {}, {}, false],
    ["a job", github, {}, true],
    ["a dry run without a token", github, { "dry-run": true }, false],
    ["a dry run with a token", { ...github, GITHUB_TOKEN: "t" }, { "dry-run": true }, true],
  ])("on %s can call the host only with its facts", (_, env, options, can) =>
    expect(contextOf({ env, options }).context.canCallHost).toBe(can),
  );

  test("connects to its host once, and a terminal has none", () => {
    const env = { ...github, GITHUB_TOKEN: "t", GITHUB_API_URL: "https://host.invalid", GITHUB_REPOSITORY: "team/databases" };
    const { context } = contextOf({ env });
    expect(context.host).toBe(context.host);
    expect(() => contextOf().context.host).toThrow("A terminal has no pull requests. Run this in a job of GitHub Actions or GitLab CI.");
  });

  test.each<[readonly string[], readonly string[]]>([
    [["--target", "urn"], ["--target urn"]],
    [
      ["--target=urn", "-t", "a", "--exclude", "b"],
      ["--target=urn", "-t a", "--exclude b"],
    ],
    [
      ["--exclude-protected", "--target-dependents", "--parallel", "2"],
      ["--exclude-protected", "--target-dependents"],
    ],
    [["--parallel", "2", "--targets", "x--target"], []],
    [["--target"], ["--target"]],
  ])("with the arguments %j is restricted to %j", (passed, narrowed) => expect(contextOf({ passed }).context.narrowed).toEqual(narrowed));
});

describe("the output of a run", () => {
  const tokens = { GITHUB_TOKEN: "secret-1", GH_TOKEN: "", GITLAB_TOKEN: "abc", PULUMI_ACCESS_TOKEN: "four" };

  test("has no credential, except a text that is too short to be one", () => {
    expect(contextOf({ env: tokens }).context.redact("secret-1 secret-1 abc four")).toBe("*** *** abc ***");
  });

  test.each<[boolean, object]>([
    [false, { out: "a\nb ***\n::error::c", err: "graphplane ci preview: d ***\ne" }],
    [true, { out: "", err: "a\nb ***\n::error::c\ngraphplane ci preview: d ***\ne" }],
  ])("is on standard error if standard output is one object: %s", (json, expected) => {
    const { context, printed } = contextOf({ env: { ...github, ...tokens }, options: { json } });
    context.print("a\nb secret-1");
    context.annotate("::error::c\n\n");
    context.log("d secret-1");
    context.onErr("e");
    expect(printed()).toEqual(expected);
  });

  test.each<[string, Environment, string]>([
    ["GitHub", github, "  : :error::x\n: :a\na::b\n## [error]## []"],
    ["GitLab", { GITLAB_CI: "true" }, "  ::error::x\n::a\na::b\n##[error]##[]"],
  ])("on %s has no command of GitHub that is not its own", (_, env, expected) => {
    const { context, printed } = contextOf({ env });
    context.print("  ::error::x\n::a\na::b\n##[error]##[]");
    expect(printed().out).toBe(expected);
    for (const line of ["  ::error::x", "::a", "a::b", "##[error]##[]"]) context.onErr(line);
    expect(printed().err).toBe(expected);
  });

  test.each<[string, Environment, CiOptions, string]>([
    ["GitHub", github, {}, "::error title=graphplane ci preview::no%0Aend"],
    ["GitHub in a dry run", github, { "dry-run": true }, ""],
    ["GitLab", { GITLAB_CI: "true" }, {}, ""],
    ["a terminal", {}, {}, ""],
  ])("on %s has an annotation for a failure only where it is shown", (_, env, options, annotation) => {
    const { context, printed } = contextOf({ env, options });
    context.reportFailure("no\nend");
    expect(printed().err).toBe("graphplane ci preview: no\nend");
    expect(printed().out.replace(String.raw`\n`, "%0A")).toBe(annotation);
  });

  test("is added to the summary of the job, without credentials, and not in a dry run", async () => {
    const summary = join(base, "summary.md");
    const env = { ...github, ...tokens, GITHUB_STEP_SUMMARY: summary };
    await contextOf({ env, options: { "dry-run": true } }).context.writeSummary("none");
    await contextOf({ env: { ...env, GITHUB_STEP_SUMMARY: "" } }).context.writeSummary("none");
    expect(existsSync(summary)).toBe(false);
    await contextOf({ env }).context.writeSummary("one secret-1\n\n\n");
    await contextOf({ env }).context.writeSummary("two");
    expect(readFileSync(summary, "utf8")).toBe("one ***\n\ntwo\n\n");
  });
});
