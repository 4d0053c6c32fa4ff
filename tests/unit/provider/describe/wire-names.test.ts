import { prefix } from "../../../../client/http/endpoint";
import { wireNames } from "../../../../provider/describe/resource";
import { argumentsOf, registry } from "../../../../provider/registry";
import { shortPath, uses } from "../../../../scripts/docs/conformance";
import { pageCalls, pageRecords } from "../../../support/api-page";

/** The fields that docs/internals/api.md documents for the calls of a kind. */
const documentedFor = (kind: string) =>
  pageCalls.flatMap(({ method, path, fields }) => {
    const users = uses[`${method} ${shortPath(path.replace(prefix, ""))}`] ?? [];
    return users.includes(kind) ? fields : [];
  });

test.each(Object.keys(registry))("the API documents every field that an argument of %s is sent as", (kind) => {
  const documented = documentedFor(kind);
  const isDocumented = (name: string) => documented.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name));
  const unknown = Object.values(wireNames(argumentsOf(kind))).filter((path) => {
    const [field = "", ...inner] = path.split(".");
    const record = pageRecords()[pageRecords()["Workspace"]?.[field] ?? ""] ?? {};
    return !isDocumented(field) || inner.some((name) => !Object.hasOwn(record, name));
  });
  expect(unknown).toEqual([]);
});
