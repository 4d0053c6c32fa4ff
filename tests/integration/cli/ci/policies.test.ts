import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { Jobs, type Printed } from "../../../support/ci/job";
import { sample } from "../../../unit/cli/review/samples";

/** Policy packs in `graphplane ci`, with a stand-in for pulumi: violations are named only in the events of the engine, which also hold secrets. */

const secret = "canary-of-a-debug-event";
const urn = "urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:WorkspaceSettings::mainSettings";

/** What a preview with a violation prints. */
function violating(enforcementLevel: "mandatory" | "advisory"): Record<"preview", Printed[]> {
  const { preview, events, records } = sample("resize");
  const { diagnostics = [], ...rest } = JSON.parse(preview) as { diagnostics?: object[] };
  const isStopped = enforcementLevel === "mandatory";
  const ends = isStopped ? [{ severity: "error", message: "error: preview failed\n" }] : [];
  const policyEvent = {
    resourceUrn: urn,
    message: "main asks for TG-1; TG-0 is allowed.",
    color: "never",
    policyName: "allowed-sizes",
    policyPackName: "team",
    policyPackVersion: "0.1.0",
    enforcementLevel,
  };
  const debug = { severity: "debug", color: "never", ephemeral: true };
  const all = [
    { preludeEvent: { config: { "graphplane:apiKey": secret } } },
    { diagnosticEvent: { ...debug, message: `calling with ${secret}` } },
    { diagnosticEvent: { ...debug, message: `{"policyEvent": "${secret}"}` } },
    { resourcePreEvent: { metadata: { op: "update", urn, new: { inputs: { note: secret, '"policyEvent"': 1 } } } } },
    { policyEvent },
    ...events,
  ];
  const stdout = JSON.stringify({ ...rest, diagnostics: [...diagnostics, ...ends] });
  return { preview: [{ stdout, code: isStopped ? 255 : 0, events: all, records }] };
}

describe.each(["GitHub", "GitLab"] as const)("on %s", (name: HostName) => {
  let host: CodeHost;
  let jobs: Jobs;
  beforeEach(async () => {
    host = await CodeHost.open(name);
    jobs = new Jobs(host);
  });
  afterEach(async () => {
    jobs.remove();
    await host.close();
  });

  test.each([
    ["mandatory", 1, /^## ⛔ Blocked by `allowed-sizes`: `mainSettings`/, /<!-- graphplane-review stack=movies\/dev commit=c0ffee1 -->\n$/],
    ["advisory", 0, /^\| ⚠️ `allowed-sizes` \| `mainSettings` \|/m, /commit=c0ffee1 fingerprint=2\.\S+ -->\n$/],
  ] as const)("a %s violation is in the comment, and no other event is kept", async (level, code, shown, marker) => {
    jobs.prints(violating(level));
    const run = await jobs.run(["preview", "--policy-pack", "policies", "--", "--parallel", "2"]);
    expect(run.code).toBe(code);
    expect(host.comments).toHaveLength(1);
    expect(host.comments[0]?.body).toMatch(shown);
    expect(host.comments[0]?.body).toMatch(marker);
    const calls = jobs.calls().map(({ args }) => args.join(" "));
    const [, log = ""] = /--event-log (\S+)/.exec(calls[0] ?? "") ?? [];
    // Policies cost no second preview.
    expect(calls).toEqual([expect.stringMatching(/ --policy-pack \S*policies --parallel 2$/)]);
    // Nothing that the command printed, wrote or sent holds a secret of the events, and its own folder is gone.
    expect(log).toMatch(/events\.json$/);
    expect(existsSync(dirname(log))).toBe(false);
    const everything = JSON.stringify([run, host.comments, host.requests.map(({ body }) => body)]);
    expect(everything).toContain("allowed-sizes");
    expect(everything).not.toContain(secret);
  });

  test("a mandatory violation stops an apply, also of what was reviewed before the policy", async () => {
    const { preview: stdout, events, records } = sample("resize");
    jobs.prints({ preview: [{ stdout, events, records }] });
    expect(await jobs.run(["preview"])).toMatchObject({ code: 0 });
    host.merge("5ca5e1");
    jobs.prints(violating("mandatory"));
    const run = await jobs.run(["apply", "--policy-pack", "policies"], { commit: "5ca5e1" });
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining("violates a mandatory policy: allowed-sizes.") as string });
    expect(jobs.calls().map(({ args }) => args[0])).toEqual(["preview"]);
    expect(JSON.stringify([run, host.comments])).not.toContain(secret);
  });
});
