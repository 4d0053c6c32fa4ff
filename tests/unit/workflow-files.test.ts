import { gitlab, workflow } from "../support/workflow-files";

/**
 * The workflow files of `examples/ci`, as they are written; their shell steps are run in tests/long/workflows.test.ts, those of the matrix
 * in tests/cli/many-stacks.test.ts.
 */
const files = ["pull-request.yml", "main.yml", "nightly.yml", "matrix.yml"];

describe.each(files)("%s", (file) => {
  const { permissions, concurrency, jobs } = workflow(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test("may do no more than it needs, and gives no job more", () => {
    const wanted = {
      "pull-request.yml": { "pull-requests": "write" },
      "main.yml": { "pull-requests": "read" },
      "nightly.yml": { issues: "write" },
      "matrix.yml": {},
    };
    expect(permissions).toEqual({ contents: "read", ...wanted[file as keyof typeof wanted] });
    expect(Object.values(jobs).filter((job) => job.permissions !== undefined)).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(Object.keys(jobs).map(() => false));
  });

  test("runs once at a time in a group of its own, with pinned actions, and keeps no artifact", () => {
    // A group keeps one waiting run, the newest: in a common one a preview would take the place of an update that waits.
    const groups = {
      "pull-request.yml": "databases-prod-review-${{ github.event.pull_request.number }}",
      "main.yml": "databases-prod",
      "nightly.yml": "databases-prod-drift",
      "matrix.yml": "databases-many",
    };
    expect(concurrency).toEqual({ group: groups[file as keyof typeof groups], "cancel-in-progress": false });
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((name) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([]);
    expect(used.filter((name) => /artifact/.test(name))).toEqual([]);
  });
});

test("the GitLab jobs run once at a time for their stack, and keep no artifact", () => {
  const { review, apply, drift } = gitlab();
  for (const job of [review, apply, drift]) {
    expect(job?.resource_group).toBe("databases-prod");
    expect(job?.artifacts).toBeUndefined();
  }
});

test("a stack of the matrix that fails stops no other one, and no step's text is made of a stack's name", () => {
  const { jobs } = workflow("matrix.yml");
  expect(jobs["apply"]?.strategy).toMatchObject({ "fail-fast": false, matrix: { stack: "${{ fromJSON(needs.list.outputs.stacks) }}" } });
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});
