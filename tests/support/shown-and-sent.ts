import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { approvalOf, writeApproval } from "../../cli/approval";
import { approvalVariable } from "../../client/http/approval";
import { parseEvents, parsePreview, parseRecords, type Preview } from "../../cli/review/inputs";
import type { Review } from "../../cli/review/model";
import { reviewOf } from "../../cli/review/read";
import type { PreviewTrace } from "../../testing/driver";
import type { StackFixture } from "./stack-fixture";

/** The requests that a review shows, compared with those that the update sends. */

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** A path whose identifiers of new objects are stars. */
const plain = (path: string) => path.replace("/controller/v4/v2", "").replace(/\/(?:\[known-later\]|…|[0-9a-f]{8}-[0-9a-f-]{27})/g, "/*");

/** The requests that a review shows, sorted; `may` begins one that may not be sent. */
export function shownIn({ changes }: Review): string[] {
  const mayStay = (action: string, requestsUnknown?: string) => action === "may change" || requestsUnknown !== undefined;
  return changes
    .flatMap(({ action, requests, requestsUnknown }) =>
      requests.map(({ method, path }) => `${mayStay(action, requestsUnknown) ? "may " : ""}${method} ${plain(path)}`),
    )
    .toSorted(compare);
}

/** The facts of a preview on the CLI. */
export function previewIn({ text, events, records, key }: PreviewTrace): Preview {
  const printed = parsePreview(text) ?? { failure: text };
  return { ...printed, events: parseEvents(events), ...parseRecords(records, key) };
}

/** A reviewed preview, and what its update sent under its approval; not applied if it is incomplete. */
export type AppliedReview = Awaited<ReturnType<typeof applyReviewed>>;

/** Applies a preview as `graphplane ci apply` does. */
export async function applyReviewed(
  fixture: StackFixture,
  trace: PreviewTrace,
  { flags = [] }: { readonly flags?: readonly string[] } = {},
) {
  const preview = previewIn(trace);
  const review = reviewOf(preview);
  if (!review.complete) return { review, sent: undefined, failed: "" };
  const approval = join(await mkdtemp(join(fixture.program.folder, "run-")), "approval.json");
  await writeApproval(approval, approvalOf(review, preview, trace.key));
  const { failed, requests } = await withVariable(approvalVariable, approval, () => fixture.run("up", { skipPreview: true, flags }));
  return {
    review,
    sent: requests.flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${plain(path)}`])).toSorted(compare),
    /** The output of an update that failed, else empty. */
    failed,
  };
}

/** Expects that nothing was sent that was not shown, and that everything was sent that was shown as certain. */
export function expectSentAsShown({ review, sent = [], failed }: AppliedReview): void {
  const shown = shownIn(review);
  expect(failed).toBe("");
  expect(sent.filter((request) => !shown.includes(request) && !shown.includes(`may ${request}`))).toEqual([]);
  expect(shown.filter((request) => !request.startsWith("may ") && !sent.includes(request))).toEqual([]);
}

/** Runs with a variable in the environment of the CLI. */
async function withVariable<T>(name: string, value: string, run: () => Promise<T>): Promise<T> {
  process.env[name] = value;
  try {
    return await run();
  } finally {
    delete process.env[name];
  }
}
