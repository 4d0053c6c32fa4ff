import { released } from "../../../../cli/review/consequences";
import { formats } from "../../../../cli/review/formats";
import type { Change, Field, Request, Review, ShownValue } from "../../../../cli/review/model";

/** Changes and reviews that no preview was read for. */

export const value = (of: unknown): ShownValue => ({ is: "value", value: of });
export const absent: ShownValue = { is: "absent" };
export const field = (name: string, more: Partial<Field> = {}): Field => {
  const [before, live, after] = [15, 30, 45].map(value) as [ShownValue, ShownValue, ShownValue];
  return { path: name.split("."), before, live, after, labels: ["new"], forcesReplacement: false, ...more };
};
export const request = (method: string, path: string, more: Partial<Request> = {}): Request => {
  return { method, path, body: undefined, was: undefined, later: [], ...more };
};
export const change = (name: string, more: Partial<Change> = {}): Change => ({
  key: `urn:${name}`,
  urn: `urn:${name}`,
  name,
  kind: "WorkspaceSettings",
  isGraphplane: true,
  action: "change",
  subject: [],
  stillDeclared: true,
  fields: [],
  matching: [],
  resumesFailedUpdate: false,
  losses: [{ is: "possible" }],
  dependsOn: [],
  requests: [],
  unannounced: false,
  consequences: [],
  remarks: [],
  ...more,
});
export const review = (changes: readonly Change[], more: Partial<Review> = {}): Review => ({
  project: "movies",
  stack: "dev",
  complete: true,
  failed: false,
  refreshed: true,
  changes,
  unchanged: 0,
  outputs: [],
  messages: [],
  strayRequests: [],
  services: [],
  newHosts: [],
  violations: [],
  settings: [],
  ...more,
});
export const several = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => of(index));
export const at = (line: number) => ({ declaredAt: { file: "index.ts", line } });

export const numbers = (count: number, before = "") => several(count, (index) => `${before}${index}`);
export const longField = (before: unknown, after: unknown, live = before) => {
  const [old, now, next] = [before, live, after].map((of) => (of === undefined ? absent : value(of))) as [
    ShownValue,
    ShownValue,
    ShownValue,
  ];
  return field("config", { before: old, live: now, after: next });
};

export const [sending, deleting] = [{ requests: [request("PUT", "/w/1")] }, { requests: [request("DELETE", "/w/1")] }];
export const reverting = { labels: ["reverts an outside change"] } as const;

/** A change that points to another object, and releases the one named `old`. */
export const pointed = (name: string) =>
  change(name, {
    action: "replace",
    subject: [["workspace", `new-${name}`]],
    consequences: [released],
    replaced: { was: [["workspace", "old"]], now: [["workspace", `new-${name}`]], adopts: true },
  });
export const lossOf = (severity: "destroys" | "offline" | "care", more: object = {}) => {
  return {
    id: severity,
    severity,
    summary: "in short",
    description: "It does.",
    source: "s",
    headline: [`${severity} %`, `${severity} % objects`],
    ...more,
  } as const;
};

/** What a comment shows before its details. */
export const opening = (changes: readonly Change[], more: Partial<Review> = {}) =>
  formats.markdown(review(changes, more), { directory: "" }).split("<details>")[0] ?? "";
