import { problemOf } from "../../../../cli/ci/examine";
import type { Review } from "../../../../cli/review/model";

const incomplete = { complete: false, failed: true, violations: [], messages: [] };
const problem = (review: object, missingSecret?: string) =>
  problemOf({ review: { ...incomplete, ...review } as unknown as Review, missingSecret });
const failedWith = (...messages: readonly [severity: string, text: string][]) =>
  problem({ messages: messages.map(([severity, text]) => ({ severity, text })) });

test.each<[string, readonly [string, string][], string]>([
  ["the first error line", [["error", "\n  update\nupdating failed: error: no login: error 3\nerror: other"]], "no login: error 3"],
  ["the first line, if none is an error", [["error", "\n   \n  no login  \nmore"]], "no login"],
  [
    "an error line of a later message",
    [
      ["error", "update"],
      ["error", "error: no login"],
    ],
    "no login",
  ],
  [
    "no line of a warning",
    [
      ["warning", "error: old version"],
      ["error", "no login"],
    ],
    "no login",
  ],
  ["where the cause is, if nothing is printed", [["info", "done"]], "the log contains the cause"],
  ["the line with the whole word", [["error", "terror: a film\nerror: no login"]], "no login"],
])("the problem of a failed preview contains %s", (_, messages, cause) => expect(failedWith(...messages)).toBe(`failed: ${cause}`));

test("the problem of a preview is a missing secret, then a violated policy, then that it is incomplete", () => {
  const violations = [
    { mandatory: true, policy: "size" },
    { mandatory: false, policy: "name" },
    { mandatory: true, policy: "size" },
  ];
  expect([
    problem({ violations }, "PULUMI_ACCESS_TOKEN"),
    problem({ violations }),
    problem({ failed: false }),
    problem({ complete: true, violations }),
  ]).toEqual([
    "failed: PULUMI_ACCESS_TOKEN is missing. Add it to the job's `env`.",
    "violates a mandatory policy: size.",
    "is incomplete, so an update could send other requests.",
    undefined,
  ]);
});
