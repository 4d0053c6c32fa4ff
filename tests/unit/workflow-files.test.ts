import { modules, versionOf } from "../../scripts/engine/modules";
import { readText } from "../support/repository";
import { gitlab, gitlabImage, workflow, workflowFiles } from "../support/workflow-files";

/** The workflow files of `examples/ci`, as they are written. The command that they run is tested in tests/integration/cli/ci. */
const review = { group: "databases-prod-review-${{ github.ref }}", "cancel-in-progress": false };
const update = { group: "databases-prod", queue: "max" };

/** The groups of each file. A review waits for no update, and each update waits for its turn: without `queue`, a group keeps only the newest. */
const groups = {
  "pull-request.yml": [review],
  "main.yml": [update],
  "by-hand.yml": [{ ...update, group: "databases-prod${{ inputs.fingerprint == '' && '-by-hand' || '' }}" }],
  "nightly.yml": [{ group: "databases-prod-drift", "cancel-in-progress": false }],
  "matrix.yml": [{ ...update, group: "databases-${{ matrix.stack }}-${{ github.event_name == 'push' && 'apply' || github.ref }}" }],
  "other-languages.yml": [review, update],
};
const files = Object.keys(groups) as (keyof typeof groups)[];

describe.each(files)("%s", (file) => {
  const { on, permissions, concurrency, jobs } = workflow(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test("has at most 30 lines", () => expect(readText(`examples/ci/github/${file}`).trimEnd().split("\n").length).toBeLessThanOrEqual(30));

  test("has only the permissions that it needs, and gives no job more", () => {
    const wanted = file === "nightly.yml" ? { issues: "write" } : { "pull-requests": "write" };
    expect(permissions).toEqual({ contents: "read", ...wanted });
    expect(Object.values(jobs).filter((job) => job.permissions !== undefined)).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(Object.keys(jobs).map(() => false));
  });

  test("runs once at a time in a group of its own, and keeps no artifact", () => {
    expect([concurrency, ...Object.values(jobs).map((job) => job.concurrency)].filter(Boolean)).toEqual(groups[file]);
    expect(steps.filter(({ uses = "" }) => /artifact/.test(uses))).toEqual([]);
  });

  test("reviews for a merge queue too, which would otherwise wait for the check forever", () => {
    const events = Object.keys(on as object);
    expect(events.includes("merge_group")).toBe(events.includes("pull_request"));
  });

  test("runs the command of this package alone, and no script contains what anyone may choose", () => {
    const runs = steps.flatMap(({ run }) => run ?? []);
    expect(runs.join("\n")).not.toMatch(/\$\{\{|pulumi (up|preview)/);
    expect(runs.at(-1)).toMatch(/npx --no graphplane ci /);
  });
});

test("the GitLab file has at most 30 lines, and its jobs run once at a time and keep no artifact", () => {
  expect(readText("examples/ci/gitlab/.gitlab-ci.yml").trimEnd().split("\n").length).toBeLessThanOrEqual(30);
  const { ".graphplane": common, review, apply, drift, "preview-by-hand": preview, "apply-by-hand": byHand } = gitlab();
  expect(common?.resource_group).toBe("databases-prod");
  for (const job of [review, apply, drift, preview, byHand]) {
    expect(job).toMatchObject({ extends: ".graphplane", script: [expect.stringMatching(/^npx --no graphplane ci /)] });
    expect(job?.artifacts).toBeUndefined();
  }
});

/** The actions that workflows may use, each with the version of its commit. All of them run on Node 24, as today's runners require. */
const actions: Readonly<Record<string, string>> = {
  "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1": "v7.0.1",
  "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020": "v7.0.0",
  "actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a": "v7.0.1",
  "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c": "v8.0.1",
  "pulumi/actions@8e5e406f4007fca908480587cb9893c07090f58d": "v7.0.0",
};
const cliVersion = versionOf(modules[0]);

describe.each(Object.entries(workflowFiles()))("%s", (path, { text, steps }) => {
  test("uses only pinned actions that run on today's runners, each named with its version", () => {
    for (const uses of steps.flatMap((step) => step.uses ?? [])) {
      const lines = text.split("\n").filter((line) => line.includes(uses));
      for (const line of lines) expect(line).toContain(` # ${actions[uses] ?? "unknown"}`);
    }
  });

  test("installs the one version of the Pulumi CLI", () => {
    const installing = steps.filter(({ uses }) => uses?.startsWith("pulumi/actions@"));
    expect(installing.map((step) => step.with)).toEqual(installing.map(() => ({ "pulumi-version": cliVersion })));
  });

  test("gives secrets only to the steps that need them, and none to what installs packages", () => {
    // Every step would have the secrets of the file or of a job.
    const common = text.slice(0, text.indexOf("steps:")).match(/secrets\.\w+/g);
    expect(common).toBeNull();
    for (const { run = "", env = {}, uses } of steps) {
      const secrets = Object.values(env).filter((value) => /secrets\./.test(value) && !/secrets\.\w+ != ''/.test(value));
      if (secrets.length > 0) expect(run).toMatch(/npx --no graphplane ci |^npm run environment |^registry=/m);
      if (/npm ci/.test(run) || uses !== undefined) expect([path, secrets]).toEqual([path, []]);
      if (/graphplane ci /.test(run)) expect(Object.keys(env)).toEqual(expect.arrayContaining(["PULUMI_ACCESS_TOKEN", "GITHUB_TOKEN"]));
    }
  });
});

test("the GitLab jobs run the same version of the CLI, and scripts of packages get none of their variables", () => {
  expect(gitlabImage()).toBe(`pulumi/pulumi-nodejs:${cliVersion}`);
  const without = 'env -i PATH="$PATH" HOME="$HOME"';
  expect(gitlab()[".graphplane"]?.before_script).toEqual([`${without} npm ci`]);
  const others = "other-languages.yml";
  expect(gitlabImage(others)).toBe(`pulumi/pulumi:${cliVersion}`);
  expect(gitlab(others)[".graphplane"]?.before_script).toEqual([`${without} npm ci`, `${without} pulumi install --no-plugins`]);
});

test("in a merge train, the GitLab review leaves the comment as it was approved", () => {
  const [train] = gitlab()["review"]?.rules as object[];
  expect(train).toEqual({ if: '$CI_MERGE_REQUEST_EVENT_TYPE == "merge_train"', variables: { TRAIN: "--dry-run" } });
  expect(gitlab()["review"]?.script).toEqual(["npx --no graphplane ci preview --stack prod $TRAIN"]);
});

test("a failed stack of the matrix does not stop the others", () => {
  expect(workflow("matrix.yml").jobs["stack"]?.strategy).toMatchObject({
    "fail-fast": false,
    matrix: { stack: "${{ fromJSON(needs.list.outputs.stacks) }}" },
  });
});
