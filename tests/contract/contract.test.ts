import { registry } from "../../provider/registry";
import type { Column } from "./column";
import { approvals } from "./columns/approvals";
import { byId } from "./columns/by-id";
import { emptyRead } from "./columns/empty-read";
import { failedReads } from "./columns/failed-reads";
import { gone } from "./columns/gone";
import { hiddenParts } from "./columns/hidden-parts";
import { hostileTexts } from "./columns/hostile-texts";
import { laggingReads } from "./columns/lagging-reads";
import { laterVersion } from "./columns/later-version";
import { localArguments } from "./columns/local-arguments";
import { lostCreation } from "./columns/lost-creation";
import { madeTwice } from "./columns/made-twice";
import { missingCalls } from "./columns/missing-calls";
import { oneRead } from "./columns/one-read";
import { onItsWay } from "./columns/on-its-way";
import { otherService } from "./columns/other-service";
import { owner } from "./columns/owner";
import { overwritten } from "./columns/overwritten";
import { previews } from "./columns/previews";
import { refused } from "./columns/refusals";
import { reviewFacts } from "./columns/review-facts";
import { secretArguments } from "./columns/secret-arguments";
import { secretValues } from "./columns/secret-values";
import { sharedReads } from "./columns/shared-reads";
import { turns } from "./columns/turns";
import { undeclaredSecrets } from "./columns/undeclared-secrets";
import { twoAtOnce } from "./columns/two-at-once";
import { unfulfilled } from "./columns/unfulfilled";
import { unseen } from "./columns/unseen";
import { writeResults } from "./columns/write-results";
import { allRows, rows } from "./rows";

/** Every protection, tried on every resource: rows are the resources, columns the protections. */
const columns: readonly Column[] = [
  emptyRead,
  gone,
  oneRead,
  lostCreation,
  madeTwice,
  onItsWay,
  laggingReads,
  hiddenParts,
  undeclaredSecrets,
  owner,
  otherService,
  overwritten,
  previews,
  hostileTexts,
  localArguments,
  secretArguments,
  secretValues,
  laterVersion,
  unfulfilled,
  unseen,
  twoAtOnce,
  failedReads,
  missingCalls,
  refused,
  writeResults,
  reviewFacts,
  approvals,
  byId,
  turns,
  sharedReads,
];

test("every resource is a row", () => {
  expect(allRows.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(registry).toSorted());
});

test.each(rows)("$kind has cases in each column that it does not say why to leave out", (row) => {
  const differing = columns.filter((column) => column.applies(row) !== column.cases(row).length > 0);
  expect(differing.map(({ name }) => name)).toEqual([]);
});

for (const { name, cases } of columns) {
  describe(name, () => {
    for (const row of rows) for (const { name: sentence, play } of cases(row)) test(`${row.kind}: ${sentence}`, play);
  });
}
