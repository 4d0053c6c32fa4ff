import { setTimeout } from "node:timers/promises";
import { createClient, isServiceError } from "pulumi-graphplane/client";

/** One test of an installed query. */
interface QueryTest {
  readonly graph: string;
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Returns true if the results are right. */
  readonly passes: (results: unknown) => boolean;
}

/** The tests of your team. */
const tests: readonly QueryTest[] = [
  {
    graph: "movies",
    query: "top_rated",
    parameters: { print_limit: 5 },
    passes: (results) => Array.isArray(results) && results.length > 0,
  },
];

const attempts = 30;
const secondsBetween = 10;

/** Runs the tests on a workspace, and resolves to a sentence for each that fails. */
export async function runTests(host: string, secret: string): Promise<string[]> {
  const { GRAPHPLANE_BASE_URL: baseUrl = "", GRAPHPLANE_API_KEY: apiKey = "" } = process.env;
  const { queries } = createClient({ baseUrl, apiKey });
  const failures: string[] = [];
  for (const { graph, query, parameters, passes } of tests) {
    const name = `${graph}/${query}`;
    try {
      const { results } = await untilAwake(() =>
        queries.run({ host, graph, queryName: query }, parameters, { secret }, { idempotent: true }),
      );
      console.log(`${name}: ${passes(results) ? "passed" : "failed"}`);
      if (!passes(results)) failures.push(`${name} returned other results: ${JSON.stringify(results)}`);
    } catch (error) {
      failures.push(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures;
}

/** Repeats a query while the workspace wakes up. */
async function untilAwake<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isServiceError(error) || error.failure.waking !== true) throw error;
      await setTimeout(secondsBetween * 1_000);
    }
  }
}
