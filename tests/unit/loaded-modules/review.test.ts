import { consequencesOf } from "../../../provider/messages/consequences";
import { highestImpactOf, registry, reviewFactsOf } from "../../../provider/registry";

test("the provider's part of a review loads no client, no schema and no engine", () => {
  const rows = Object.keys(registry).flatMap((kind) => reviewFactsOf(kind)?.consequences ?? []);
  expect(highestImpactOf(consequencesOf(rows, { method: "DELETE", path: "/" }))).toBeDefined();
  const loaded = Object.keys(require.cache).filter((file) => /node_modules\/(axios|zod|@pulumi)\//.test(file));
  expect(loaded).toEqual([]);
  expect(Object.keys(require.cache).some((file) => file.endsWith("provider/registry.ts"))).toBe(true);
});
