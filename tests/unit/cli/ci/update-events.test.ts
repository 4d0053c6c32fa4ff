import { progressOf } from "../../../../cli/ci/update-events";
import type { ReviewedChange } from "../../../../cli/review/fingerprint";
import { type EngineEvent, parseEvents } from "../../../../cli/review/inputs";
import { unknownText } from "../../../support/provider";
import { urnOf } from "../review/samples";

const urn = urnOf({ name: "main" });
const step = (
  kind: "resOutputsEvent" | "resOpFailedEvent",
  op: string,
  { of = urn, id = "ws-1", ...more }: { of?: string; id?: string; planning?: boolean } = {},
): EngineEvent => {
  const metadata = { op, urn: of, ...(op !== "create" && { old: { id } }) };
  return { [kind]: { metadata, ...more } };
};
const done = (op: string, more?: object) => step("resOutputsEvent", op, more);
const failed = (op: string, more?: object) => step("resOpFailedEvent", op, more);
const said = (message: string, more: object = {}): EngineEvent => ({ diagnosticEvent: { severity: "error", message, ...more } });

/** One change, as far as it counts here. */
const of = (key: string, isRemoval = false) =>
  ({ change: { key, urn: key.split(" ")[0] }, isRemoval, digests: [], text: "" }) as unknown as ReviewedChange;
const [main, removal, waiting] = [of(urn), of(urn, true), of(`${urn} ws-0`, true)];
const all = { changes: [main, waiting].flatMap(({ change }) => change ?? []) };

test.each<[string, readonly EngineEvent[], ReviewedChange, boolean]>([
  ["a step that succeeded", [done("update")], main, true],
  ["a step that was only previewed", [done("update", { planning: true })], main, false],
  ["a step that failed", [failed("update")], main, false],
  ["a step that succeeded before another of its kind failed", [done("create-replacement"), failed("update")], main, false],
  ["a step of another resource", [done("update", { of: urnOf({ name: "other" }) })], main, false],
  ...["same", "refresh", "read", "replace", "remove-pending-replace"].map((op): [string, EngineEvent[], ReviewedChange, boolean] => [
    `the step ${op}, which sends nothing`,
    [done(op)],
    main,
    false,
  ]),
  ["a creation whose deletion failed", [done("create-replacement"), failed("delete-replaced")], main, true],
  ["the deletion that failed after the creation", [done("create-replacement"), failed("delete-replaced")], removal, false],
  ["a deletion", [done("delete")], removal, true],
  ["a creation is no deletion", [done("create")], removal, false],
  ["the deletion of an object that waits", [done("delete-replaced", { id: "ws-0" })], waiting, true],
  ["the deletion of an object with the same URN", [done("delete-replaced", { id: "ws-1" })], waiting, false],
  ["the deletion of an object that waits is not that of its successor", [done("delete-replaced", { id: "ws-0" })], removal, false],
  ["a deletion beside one that failed", [done("delete-replaced", { id: "ws-0" }), failed("delete", { id: "ws-1" })], waiting, true],
])("counts as applied: %s", (_, events, change, expected) => expect(progressOf(events, all).isDone(change)).toBe(expected));

test("a change of the service's address alone is never applied", () => {
  expect(progressOf([done("update")], all).isDone({ ...main, change: undefined })).toBe(false);
});

test.each<[string, readonly EngineEvent[], object[]]>([
  ["no failure", [done("update")], []],
  [
    "the cause of each step, whole",
    [said("1 error: no quota\n", { urn }), said("update failed")],
    [{ name: "main", cause: "1 error: no quota" }],
  ],
  ["an error of the whole update", [said("the stack is locked\n")], [{ name: "", cause: "the stack is locked" }]],
  ["no warning", [{ diagnosticEvent: { severity: "warning", message: "panic: locked", urn } }], []],
  [
    "no marker of the engine",
    [said(`value {${unknownText}}`, { urn })],
    [{ name: "main", cause: expect.not.stringContaining(unknownText) as string }],
  ],
])("the failures of an update have %s", (_, events, failures) => expect(progressOf(events, all).failures).toEqual(failures));

test.each<[string, readonly EngineEvent[], string[]]>([
  ["a resource that the preview did not show", [done("update", { of: urnOf({ name: "other" }) })], ["other"]],
  ["each once", [done("create", { of: urnOf({ name: "other" }) }), done("delete", { of: urnOf({ name: "other" }) })], ["other"]],
  ["no reviewed resource", [done("update"), done("delete-replaced", { id: "ws-0" })], []],
  ["no resource that stays", [done("same", { of: urnOf({ name: "other" }) }), done("refresh", { of: urnOf({ name: "other" }) })], []],
  [
    "no stack and no provider",
    ["pulumi:pulumi:Stack::movies-dev", "pulumi:providers:graphplane::default"].map((name) =>
      done("update", { of: `urn:pulumi:dev::movies::${name}` }),
    ),
    [],
  ],
])("names what changed unseen: %s", (_, events, unseen) => expect(progressOf(events, all).unreviewed).toEqual(unseen));

test.each([
  ["", false],
  ["error: the stack is locked by 1 update", false],
  ['{"sequence":1,"preludeEvent":{"config":{}}}', true],
])("an update whose log is %j has begun: %s", (log, expected) => expect(progressOf(parseEvents(log), all).hasStarted).toBe(expected));
