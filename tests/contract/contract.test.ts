import { registry } from "../../provider/registry";
import { allRows } from "./rows";
import "./columns/approvals";
import "./columns/by-id";
import "./columns/empty-read";
import "./columns/failed-reads";
import "./columns/deleted";
import "./columns/hidden-parts";
import "./columns/hostile-texts";
import "./columns/lagging-reads";
import "./columns/later-version";
import "./columns/provider-only-arguments";
import "./columns/lost-creation";
import "./columns/created-twice";
import "./columns/missing-calls";
import "./columns/pending";
import "./columns/one-read";
import "./columns/other-service";
import "./columns/overwritten";
import "./columns/owner";
import "./columns/previews";
import "./columns/refusals";
import "./columns/review-facts";
import "./columns/rotated-key";
import "./columns/secret-arguments";
import "./columns/secret-values";
import "./columns/shared-reads";
import "./columns/serialized-creations";
import "./columns/two-at-once";
import "./columns/undeclared-secrets";
import "./columns/unfulfilled";
import "./columns/assumed-live";
import "./columns/write-results";

/** Every protection, tried on every resource: rows are the resources, columns the protections. */
test("every kind of resource has a row", () =>
  expect(allRows.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(registry).toSorted()));
