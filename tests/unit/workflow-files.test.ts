import { gitlab, gitlabImage, workflow, workflowFiles } from "../support/workflow-files";

/**
 * The workflow files of `examples/ci`, as they are written; their shell steps are run in tests/cli/workflows.test.ts, those of the matrix
 * in tests/cli/many-stacks.test.ts.
 */
const files = ["pull-request.yml", "main.yml", "by-hand.yml", "nightly.yml", "matrix.yml"];

describe.each(files)("%s", (file) => {
  const { permissions, concurrency, jobs } = workflow(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test("has only the permissions that it needs, and gives no job more", () => {
    const wanted = {
      "pull-request.yml": { "pull-requests": "write" },
      "main.yml": { "pull-requests": "read" },
      "by-hand.yml": { "pull-requests": "write" },
      "nightly.yml": { issues: "write" },
      "matrix.yml": {},
    };
    expect(permissions).toEqual({ contents: "read", ...wanted[file as keyof typeof wanted] });
    expect(Object.values(jobs).filter((job) => job.permissions !== undefined)).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(Object.keys(jobs).map(() => false));
  });

  test("runs once at a time in a group of its own, and keeps no artifact", () => {
    // A group keeps one waiting run, the newest: in a common one a preview would take the place of an update that waits.
    const groups = {
      "pull-request.yml": "databases-prod-review-${{ github.event.pull_request.number }}",
      "main.yml": "databases-prod",
      "by-hand.yml": "databases-prod${{ inputs.fingerprint == '' && '-by-hand' || '' }}",
      "nightly.yml": "databases-prod-drift",
      "matrix.yml": "databases-many",
    };
    expect(concurrency).toEqual({ group: groups[file as keyof typeof groups], "cancel-in-progress": false });
    expect(steps.filter(({ uses = "" }) => /artifact/.test(uses))).toEqual([]);
  });
});

test("the GitLab jobs run once at a time for their stack, and keep no artifact", () => {
  const { review, apply, drift, "apply-by-hand": byHand } = gitlab();
  for (const job of [review, apply, drift, byHand]) {
    expect(job?.resource_group).toBe("databases-prod");
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
const cliVersion = "3.260.0";

/** The commands of a step, without comments and assignments. */
const commandsOf = (run: string) =>
  run
    .split("\n")
    .filter((line) => !/^ *(#|code=0$|pack=\(\)$|\[ -f policies\/)/.test(line))
    .map((line) => line.trim().replace(/^PULUMI_DEBUG_COMMANDS=true /, ""))
    .join("\n");

describe.each(Object.entries(workflowFiles()))("%s", (path, { text, steps }) => {
  test("uses only pinned actions that run on today's runners, each named with its version", () => {
    for (const uses of steps.flatMap((step) => step.uses ?? [])) expect(text).toContain(`uses: ${uses} # ${actions[uses] ?? "unknown"}`);
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
      if (secrets.length > 0) expect(commandsOf(run)).toMatch(/^(pulumi (preview|stack|up) |npm run environment |registry=)/);
      if (/npm ci|npx /.test(run) || uses !== undefined) expect([path, secrets]).toEqual([path, []]);
      if (/^pulumi /m.test(commandsOf(run))) expect(env).toHaveProperty("PULUMI_ACCESS_TOKEN");
    }
  });
});

test("the GitLab jobs run the same version of the CLI, and packages run there without secrets", () => {
  expect(gitlabImage()).toBe(`pulumi/pulumi-nodejs:${cliVersion}`);
  const scripts = Object.values(gitlab()).flatMap(({ before_script = [], script = [] }) => [...before_script, ...script]);
  const running = scripts.flatMap((script) => script.split("\n")).filter((line) => /\b(npm|npx) /.test(line));
  expect(running.filter((line) => !/^ *(if \[ -f \S+ \]; then )?env -u PULUMI_ACCESS_TOKEN -u REVIEW_TOKEN np[mx] /.test(line))).toEqual(
    [],
  );
  expect(running.length).toBeGreaterThan(1);
});

test("a workflow that applies compares with a review, or its first line explains why it does not", () => {
  const applying = Object.entries(workflowFiles()).filter(([, { steps }]) => steps.some(({ run = "" }) => /^ *pulumi up /m.test(run)));
  expect(applying.map(([path]) => path.split("/").at(-1)).sort()).toEqual(["by-hand.yml", "main.yml", "matrix.yml"]);
  for (const [, { text, steps }] of applying) {
    const order = steps.flatMap(({ run = "" }) => [
      ...(run.includes("--expect") ? ["compare"] : []),
      ...(/^ *pulumi up /m.test(run) ? ["up"] : []),
    ]);
    if (order.includes("compare")) expect(order).toEqual(["compare", "up"]);
    else expect(text.split("\n")[0]).toMatch(/^# .*WITHOUT a review.*: .* comment/);
  }
});

test("a failed stack of the matrix does not stop the others, and no script contains a stack's name", () => {
  const { jobs } = workflow("matrix.yml");
  expect(jobs["apply"]?.strategy).toMatchObject({ "fail-fast": false, matrix: { stack: "${{ fromJSON(needs.list.outputs.stacks) }}" } });
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});
