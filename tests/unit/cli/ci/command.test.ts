import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engine } from "../../../../cli/ci/examine";
import { Interrupted } from "../../../../cli/command";
import { examinedOf } from "../../../support/ci/examined";
import { runCommand } from "../../../support/terminal";

/** The options, the result and the errors of `graphplane ci`, with an engine that returns what a test gives. */

const folder = mkdtempSync(join(tmpdir(), "graphplane-ci-command-"));
writeFileSync(join(folder, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n");
writeFileSync(join(folder, "prices.json"), JSON.stringify({ currency: "USD", sizes: { "TG-0": 1 } }));
afterAll(() => rmSync(folder, { recursive: true }));

const one = examinedOf(["w0"]);
const examine = jest.spyOn(engine, "examine");
const runUpdate = jest.spyOn(engine, "runUpdate");
beforeEach(() => {
  examine.mockReset().mockResolvedValue(one);
  runUpdate.mockReset().mockResolvedValue({ code: 0, stdout: "", stderr: "", events: [{ summaryEvent: {} }] });
});
afterAll(() => jest.restoreAllMocks());

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runCommand(["ci", ...args, "--cwd", folder, "--stack", "dev"], { environment, now: () => new Date("2026-06-08T09:30:00Z") });

describe("ci preview", () => {
  test("passes prices, which are a file of the project, and the limit to the review", async () => {
    expect((await run(["preview", "--prices", "prices.json", "--max-increase", "5"])).code).toBe(0);
    const [context, costs] = examine.mock.calls[0] ?? [];
    expect(String(costs?.maxIncrease)).toBe("5");
    expect(costs?.prices).toMatchObject({ currency: "USD" });
    expect(context).toMatchObject({ command: "ci preview", stack: "dev", passed: [] });
  });

  test("needs no prices, and passes the arguments after the dashes on", async () => {
    await runCommand(["ci", "preview", "--cwd", folder, "--", "--parallel", "2"], { environment: {} });
    expect(examine).toHaveBeenCalledWith(
      expect.objectContaining({ passed: ["--parallel", "2"] }),
      expect.objectContaining({ prices: undefined }),
    );
  });

  test.each([
    [[], 0],
    [["--strict"], 4],
  ])("with the options %j and a loss ends with %i", async (options, code) => {
    const highestImpact = { severity: "destroys" } as never;
    examine.mockResolvedValue({ ...one, review: { ...one.review, highestImpact } });
    expect((await run(["preview", ...options])).code).toBe(code);
  });
});

describe("ci apply", () => {
  test("applies the preview of a fingerprint, and reports it as one object", async () => {
    const { fingerprint } = JSON.parse((await run(["preview", "--json"])).out) as { fingerprint: string };
    const { code, out } = await run(["apply", "--json", "--fingerprint", fingerprint]);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { verb: "apply", stack: "movies/dev", fingerprint, changes: 1, applied: true, exitCode: 0 },
    ]);
    expect(runUpdate).toHaveBeenCalledTimes(1);
  });

  test("requires as many approvals as it is told to", async () => {
    const { fingerprint } = JSON.parse((await run(["preview", "--json"])).out) as { fingerprint: string };
    const { code, err } = await run(["apply", "--fingerprint", fingerprint, "--require-approval", "2"]);
    expect([code, runUpdate.mock.calls]).toEqual([1, []]);
    expect(err).toContain("so nobody has approved it (--require-approval 2).");
  });

  test("refuses a text that is no fingerprint", async () => {
    const { code, err } = await run(["apply", "--fingerprint", "latest"]);
    expect([code, examine.mock.calls]).toEqual([2, []]);
    expect(err).toContain("--fingerprint must be a fingerprint, which begins with 2.");
  });
});

describe("an error in a subcommand", () => {
  test.each([
    ["preview", new Error("no token here: token-1"), 1],
    ["apply", new Interrupted("interrupted; nothing was applied."), 130],
    ["drift", new Error("no"), 1],
  ])("of ci %s is reported like a result", async (verb, error, exitCode) => {
    examine.mockRejectedValue(error);
    const { code, out, err } = await run([verb, "--json"], {
      GITLAB_CI: "true",
      CI_COMMIT_SHA: "5ca5e1",
      GITLAB_TOKEN: "token-1",
      CI_API_V4_URL: "https://host.invalid",
      CI_PROJECT_ID: "5",
    });
    expect([code, JSON.parse(out)]).toEqual([exitCode, { verb, stack: "dev", commit: "5ca5e1", changes: 0, exitCode }]);
    expect(err).toContain(`graphplane ci ${verb}: ${error.message.replace("token-1", "***")}`);
  });

  test("without --json prints no object", async () => {
    examine.mockRejectedValue(new Error("no"));
    expect(await run(["drift"])).toMatchObject({ code: 1, out: "" });
  });
});

test.each(["preview", "apply", "drift"])("the object of ci %s has no credentials", async (verb) => {
  examine.mockResolvedValue({ ...one, review: { ...one.review, project: "token-1" } });
  const { out } = await run([verb, "--json", "--dry-run"], { GRAPHPLANE_API_KEY: "token-1" });
  expect(JSON.parse(out)).toMatchObject({ verb, stack: "***/dev" });
});
