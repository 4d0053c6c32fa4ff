import { type OperationResult, render, type Step } from "../../../../testing/engine";

const urn = (name: string) => `urn:pulumi:dev::p::t:m:Thing::${name}`;
const root = "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev";
const step = (op: Step["op"], name: string, more: Partial<Step> = {}): Step => ({
  op,
  urn: urn(name),
  type: "t:m:Thing",
  name,
  parent: root,
  diff: {},
  replaceKeys: [],
  ...more,
});
const stack: Step = { op: "same", urn: root, type: "pulumi:pulumi:Stack", name: "p-dev", diff: {}, replaceKeys: [] };
const result = (more: Partial<OperationResult>): OperationResult => ({
  kind: "up",
  dryRun: false,
  ok: true,
  exitCode: 0,
  steps: [],
  diagnostics: [],
  outputs: {},
  outputsDiff: {},
  changes: {},
  duration: 2100,
  project: "p",
  stack: "dev",
  ...more,
});

describe("drawing a result", () => {
  test("an update with steps of every kind", () => {
    const drawn = render(
      result({
        ok: false,
        steps: [
          stack,
          step("create", "new", { new: { size: 1 } }),
          step("update", "changed", { diff: { "a.b": { kind: "update", old: 1, new: [true, null] }, gone: { kind: "delete", old: "x" } } }),
          step("update", "hidden", { diff: { key: { kind: "update", old: "[secret]", new: "[secret]" }, __provider: { kind: "update" } } }),
          step("create-replacement", "swapped"),
          step("replace", "swapped", { diff: { id: { kind: "update", old: 1, new: 2 } }, replaceKeys: ["id"] }),
          step("delete-replaced", "swapped"),
          step("delete", "kept", { retained: true }),
          step("same", "untouched"),
          step("same", "mother", { type: "t:m:Group" }),
          step("update", "child", { parent: urn("mother"), old: { x: 1 }, new: { x: 2 } }),
          step("update", "broken", { failed: true, initErrors: ["no"] }),
        ],
        outputs: { url: "http://x", token: "[secret]", same: 1 },
        outputsDiff: { url: { kind: "add", new: "http://x" }, token: { kind: "update", old: "[secret]", new: "[secret]" } },
        diagnostics: [
          { severity: "error", urn: urn("broken"), message: "it broke\n  twice" },
          { severity: "info", message: "hello" },
        ],
        changes: { create: 1, update: 3, replace: 1, delete: 1, same: 3 },
      }),
      { color: false },
    );
    expect(drawn).toBe(`Updating (dev):

     Type                 Name     Status               Info
     pulumi:pulumi:Stack  p-dev
 +   ├─ t:m:Thing         new      created
 ~   ├─ t:m:Thing         changed  updated              [diff: -gone~a]
            ~ a.b: 1 => [true, null]
            - gone: "x"
 ~   ├─ t:m:Thing         hidden   updated              [diff: ~key]
            ~ key: [secret] => [secret]
 +-  ├─ t:m:Thing         swapped  replaced             [diff: ~id]
            ~ id: 1 => 2 (forces replacement)
 -   ├─ t:m:Thing         kept     deleted[retain]
     ├─ t:m:Group         mother
 ~   │  └─ t:m:Thing      child    updated              [diff: ~x]
               ~ x: 1 => 2
 ~   └─ t:m:Thing         broken   **updating failed**  1 error

Outputs:
    same: 1
  + url: "http://x"
  ~ token: [secret] => [secret]

Diagnostics:
  t:m:Thing (broken):
    error: it broke
      twice
  pulumi:pulumi:Stack (p-dev):
    hello

Resources:
    + 1 created
    ~ 3 updated
    - 1 deleted
    +-1 replaced
    6 changes. 3 unchanged
    1 errored

Duration: 2s
`);
  });

  test.each<[sentence: string, more: Partial<OperationResult>, expected: string]>([
    [
      "a preview",
      { dryRun: true, steps: [stack, step("create", "a", { new: { n: 1 } })], changes: { create: 1, same: 1 } },
      "    + 1 to create\n    1 unchanged\n",
    ],
    ["nothing to do", { changes: { same: 2 } }, "Updating (dev):\n\nResources:\n    2 unchanged\n\nDuration: 2s\n"],
    [
      "a refresh that found drift",
      { kind: "refresh", steps: [stack, step("refresh", "a", { found: "update" })], changes: { update: 1 } },
      " ~   └─ t:m:Thing         a      updated\n",
    ],
  ])("%s", (_, more, expected) => expect(render(result(more), { color: false })).toContain(expected));

  test.each([
    ["FORCE_COLOR is set", "", "1", true],
    ["FORCE_COLOR is 0", "", "0", false],
    ["NO_COLOR takes precedence over FORCE_COLOR", "1", "1", false],
  ])("colours: %s", (_, NO_COLOR, FORCE_COLOR, coloured) => {
    const env = jest.replaceProperty(process, "env", { ...process.env, NO_COLOR, FORCE_COLOR });
    expect(render(result({ steps: [step("create", "new")] })).includes("\u001b[32m")).toBe(coloured);
    env.restore();
  });
});
