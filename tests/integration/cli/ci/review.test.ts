import { Jobs, type Printed } from "../../../support/ci/job";
import { sample } from "../../../unit/cli/review/samples";

/** `graphplane review`, with a stand-in for pulumi. */

const recorded = (name: string): Printed => {
  const { preview, exitCode, events, records } = sample(name);
  return { stdout: preview, code: exitCode, events, records };
};

let jobs: Jobs;
beforeEach(() => {
  jobs = new Jobs(undefined);
  jobs.prints({ preview: [recorded("resize")] });
});
afterEach(() => jobs.remove());

const review = (args: readonly string[], more: { columns?: number; env?: Record<string, string> } = {}) =>
  jobs.command(["review", ...args], more);

test("the preview is pulumi's, with the stack and the arguments that are given", async () => {
  await review(["--stack", "dev", "--", "--parallel", "2", "--target", "$(touch x)"]);
  await review([], { env: { PULUMI_STACK: "prod" } });
  await review([]);
  const common = ["--non-interactive", "--refresh", "--run-program"];
  const begin = ["preview", "--json", "--show-replacement-steps", "--event-log"];
  expect(jobs.calls().map(({ args }) => args.filter((arg) => !arg.endsWith("events.json")))).toEqual([
    [...begin, "--stack", "dev", ...common, "--parallel", "2", "--target", "$(touch x)"],
    [...begin, "--stack", "prod", ...common],
    [...begin, ...common],
  ]);
});

test("a terminal gets text, a pipe the comment", async () => {
  const heading = "main goes offline ≈2 min";
  const shown = await review([], { columns: 100, env: { NO_COLOR: "1" } });
  expect(shown.out).toMatch(new RegExp(`^⏸️ ${heading}\nmovies/dev · 2 settings to change`));
  expect(shown.out).not.toMatch(/^#|\||<!--|\u001b/m);
  const colored = await review([], { columns: 100 });
  expect(colored.out).not.toBe(shown.out);
  expect(colored.out.replaceAll(/\u001b\[\d+m/g, "")).toBe(shown.out);
  const piped = await review([]);
  expect(piped.out).toMatch(/^## ⏸️ `main` goes offline ≈2 min\n[^]*<!-- graphplane-review stack=movies\/dev fingerprint=2\.\S+ -->$/);
  expect((await review(["--format", "markdown"], { columns: 100 })).out).toBe(piped.out);
  expect((await review(["--format", "text"])).out).toBe(shown.out);
  expect(JSON.parse((await review(["--json"], { columns: 100 })).out)).toMatchObject({ stack: "dev", refreshed: true });
});

test.each<[string, Printed, readonly string[], number]>([
  ["nothing to do", recorded("nothing-to-do"), [], 0],
  ["a change", recorded("resize"), [], 3],
  ["a loss", recorded("workspace-deleted"), [], 4],
  ["a failed preview", recorded("failing-check"), [], 1],
  ["a preview that printed nothing", { stderr: "error: no stack named 'dev' found", code: 255 }, [], 1],
  ["a whole preview with the exit code of a failure", { ...recorded("nothing-to-do"), code: 1 }, [], 1],
  ["a file", recorded("resize"), ["preview.json"], 2],
])("the exit code of %s", async (_, printed, args, code) => {
  jobs.prints({ preview: [printed] });
  expect((await review(args)).code).toBe(code);
  expect(jobs.calls().filter(({ args }) => args[0] === "preview")).toHaveLength(code === 2 ? 0 : 1);
});

test("the reason of a preview that could not be made is in the text and in the comment", async () => {
  jobs.prints({ preview: [{ stderr: "error: no stack named 'dev' found", code: 255 }] });
  for (const columns of [{ columns: 100 }, {}]) {
    const { out, err } = await review(["--stack", "dev"], columns);
    expect(out).toMatch(/no stack named 'dev' found|no stack named &#39;dev&#39; found/);
    expect(err).toContain("no stack named 'dev' found");
  }
});

test("a machine without pulumi is told so", async () => {
  expect(await review([], { env: { PATH: "" } })).toMatchObject({
    code: 1,
    err: expect.stringContaining("The Pulumi CLI is not on PATH. Install it: https://") as string,
  });
});
