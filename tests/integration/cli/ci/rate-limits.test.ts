import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { connectTo, Jobs } from "../../../support/ci/job";
import { RecordingClock } from "../../../support/recording-clock";
import { sample } from "../../../unit/cli/review/samples";

/** Rate limits of the hosts: waited out as they ask, but not for ever. */

const { preview, events, records, exitCode: code } = sample("resize");
const now = new Date("2026-06-08T09:30:00Z");
const inSeconds = (seconds: number) => String(now.getTime() / 1000 + seconds);

interface Limit {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
}

async function withHost(name: HostName, work: (host: CodeHost, jobs: Jobs, clock: RecordingClock) => Promise<void>): Promise<void> {
  const host = await CodeHost.open(name);
  const jobs = new Jobs(host);
  jobs.prints({ preview: [{ stdout: preview, code, events, records }] });
  try {
    await work(host, jobs, new RecordingClock());
  } finally {
    jobs.remove();
    await host.close();
  }
}

/** Refuses the first calls that match. */
function limit(host: CodeHost, { status, headers = {}, message = "no" }: Limit, count: number, method?: string): void {
  let left = count;
  host.intercept = (request) =>
    (method === undefined || request.method === method) && left-- > 0 ? { status, headers, body: { message } } : undefined;
}

const limits: readonly [HostName, string, Limit, number][] = [
  ["GitHub", "a secondary limit with Retry-After", { status: 403, headers: { "retry-after": "7" } }, 7_000],
  ["GitHub", "a secondary limit by 429", { status: 429, headers: { "retry-after": "0" } }, 0],
  [
    "GitHub",
    "the spent primary limit",
    { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(90) } },
    91_000,
  ],
  ["GitHub", "a spent limit that names no end", { status: 403, headers: { "x-ratelimit-remaining": "0" } }, 60_000],
  ["GitHub", "a secondary limit in words", { status: 403, message: "You have exceeded a secondary rate limit." }, 60_000],
  ["GitLab", "429 with Retry-After", { status: 429, headers: { "retry-after": "12" } }, 12_000],
  ["GitLab", "429 with a date", { status: 429, headers: { "retry-after": "Mon, 08 Jun 2026 09:30:20 GMT" } }, 20_000],
  [
    "GitLab",
    "429 with RateLimit-Reset",
    { status: 429, headers: { "ratelimit-remaining": "0", "ratelimit-reset": inSeconds(30) } },
    31_000,
  ],
  ["GitLab", "429 alone", { status: 429 }, 60_000],
];

test.each(limits)("%s: %s is waited out, for a read and for the comment", async (name, _, limited, pause) => {
  for (const method of ["GET", "POST"])
    await withHost(name, async (host, jobs, clock) => {
      limit(host, limited, 2, method);
      const run = await jobs.run(["preview", "--json"], { clock });
      expect([run.code, host.comments.length, clock.pauses]).toEqual([0, 1, [pause, pause]]);
      expect(run.err).toContain(`${name} limits the rate of calls; trying again in ${pause / 1000} s.`);
    });
});

test.each<[HostName, string, Limit, number]>([
  ["GitHub", "longer than a job should wait", { status: 403, headers: { "retry-after": "86400" } }, 1],
  ["GitHub", "that does not end", { status: 403, headers: { "retry-after": "0" } }, 5],
  ["GitLab", "that does not end", { status: 429, headers: { "retry-after": "0" } }, 5],
  ["GitLab", "that asks for ten minutes each time", { status: 429, headers: { "retry-after": "600" } }, 2],
])("%s: a limit %s ends the job with its reason", async (name, _, limited, attempts) => {
  await withHost(name, async (host, jobs, clock) => {
    limit(host, limited, Infinity, "POST");
    const run = await jobs.run(["preview", "--json"], { clock });
    expect([run.code, host.requests.filter(({ method }) => method === "POST").length]).toEqual([1, attempts]);
    expect(run.err).toMatch(/its rate limit ends in \d+ s\. Run the job again after that\./);
    expect(JSON.parse(run.out)).toMatchObject({ exitCode: 1 });
  });
});

test("a 403 that is no rate limit is not waited out", async () => {
  await withHost("GitHub", async (host, jobs, clock) => {
    limit(host, { status: 403, headers: { "x-ratelimit-remaining": "4999", "x-ratelimit-reset": inSeconds(90) } }, Infinity, "POST");
    const run = await jobs.run(["preview"], { clock });
    expect([run.code, clock.pauses]).toEqual([1, []]);
    expect(run.err).toContain("lacks a permission");
  });
});

test("a host that cannot be reached did not reject anything", async () => {
  await withHost("GitHub", async (_, jobs, clock) => {
    const run = await jobs.run(["preview"], { clock, env: { GITHUB_API_URL: "no address" } });
    expect([run.code, clock.pauses]).toEqual([1, [1_000, 2_000, 4_000, 8_000]]);
    expect(run.err).toContain(
      "GitHub did not respond to GET /repos/team/databases/issues/7/comments (ERR_INVALID_URL). Run the job again.",
    );
  });
});

test("a comment is sent again only if it never reached the host", async () => {
  const clock = new RecordingClock();
  const closed = await CodeHost.open("GitHub");
  const { url } = closed;
  await closed.close();
  await withHost("GitHub", async (host) => {
    const code = connectTo(host, { GITHUB_API_URL: url }, clock);
    const error = await code.addComment(7, "text").catch((thrown: unknown) => thrown);
    expect([error, clock.pauses]).toEqual([expect.objectContaining({ kind: "unsent" }), [1_000, 2_000, 4_000, 8_000]]);
  });
});

test.each([300, 302])("a response with status %i is an error", async (status) => {
  await withHost("GitHub", async (host, jobs) => {
    limit(host, { status, headers: { location: "https://elsewhere.example.com" } }, Infinity);
    const run = await jobs.run(["preview"]);
    expect([run.code, host.comments]).toEqual([1, []]);
    expect(run.err).toContain(`(${status}, no)`);
  });
});
