import { released } from "../../../../cli/review/consequences";
import { formats } from "../../../../cli/review/formats";
import type { Change } from "../../../../cli/review/model";
import { rowsOf } from "../../../../cli/review/rows";
import { absent, at, change, deleting, field, lossOf, opening, pointed, reverting, review, sending, several, value } from "./constructed";

const handover = change("old", { action: "stop managing", managedBy: "new" });
const releasing = { ...pointed("b"), consequences: [lossOf("offline"), released] };
const unsent = field("y", { isUnsent: true });

test.each<[string, readonly Change[], readonly string[]]>([
  ["a setting that the program changes", [change("c", { fields: [field("x")] })], ["x program"]],
  ["a setting that someone changed", [change("c", { fields: [field("x", reverting)] })], ["x reverts"]],
  [
    "a setting whose change the program accepts",
    [change("c", { fields: [field("x", { labels: ["adopts an outside change"] })] })],
    ["x accepts"],
  ],
  ["a setting of another service", [change("c", { fields: [field("x", { labels: ["differs at the new address"] })] })], ["x moved"]],
  ["a setting that an update resumes", [change("c", { fields: [field("x", { labels: ["resumes a failed update"] })] })], ["x resumes"]],
  [
    "a setting that an update resumes, although nothing sends it",
    [change("c", { fields: [field("x", { labels: ["resumes a failed update"], isUnsent: true })] })],
    ["x resumes"],
  ],
  ["a resumed update without values", [change("c", { resumesFailedUpdate: true })], ["c resumes"]],
  ["a resumed creation with values", [change("c", { action: "create", resumesFailedUpdate: true, fields: [field("x")] })], ["c program"]],
  ["an object that is created again", [change("c", { action: "create", isRecreated: true })], ["c reverts"]],
  ["an adoption", [change("c", { action: "adopt" })], ["c adopted"]],
  ["live values that the state takes over", [change("c", { action: "keep live values" })], ["c accepts"]],
  ["a handover, which the row about the old manager contains", [handover, change("new", { action: "adopt" })], ["old program"]],
  [
    "a handover with an effect of its own",
    [handover, change("new", { action: "adopt", consequences: [lossOf("offline")] })],
    ["new adopted", "old program"],
  ],
  ["a handover to a resource that exists", [handover, change("new", { action: "keep live values" })], ["old program", "new accepts"]],
  ["a setting that nothing sends", [change("c", { fields: [unsent] })], []],
  ["a request without a value of its own", [change("c", { fields: [unsent], ...sending })], ["c program"]],
  [
    "a replacement that creates an object",
    [change("c", { action: "replace", fields: [field("x")], replaced: { was: [], now: [], adopts: false } })],
    ["c program"],
  ],
  [
    "a replacement that adopts an object and sets a value",
    [
      change("c", {
        action: "replace",
        fields: [field("x"), unsent, field("z", { forcesReplacement: true })],
        replaced: { was: [], now: [], adopts: true },
      }),
    ],
    ["x program"],
  ],
  ["a replacement that releases an object", [releasing], ["b program", "b program (released)"]],
  [
    "a replacement whose old object another resource manages",
    [{ ...pointed("b"), consequences: [], managedBy: "c" }],
    ["b program (released)", "b program"],
  ],
])("the rows of %s", (_, changes, expected) => {
  const rows = rowsOf(changes).map(
    (row) => `${row.field?.path.join(".") ?? row.change.name} ${row.reason}${row.isReleased ? " (released)" : ""}`,
  );
  expect(rows).toEqual(expected);
});

test("the rows of a replacement divide its consequences", () => {
  expect(rowsOf([releasing]).map(({ impact, isReleased }) => [impact, isReleased])).toEqual([
    ["⏸️ in short", false],
    [`⚠️ ${released.summary}`, true],
  ]);
});

const stopping = (live: readonly number[], more: Partial<Change> = {}) =>
  live.map((minutes, index) => change(`n${index}`, { fields: [field("autoStopMinutes", { live: value(minutes) })], ...more }));
const replacedSame = { replaced: { was: [], now: [], adopts: true } };

test.each<[string, readonly Change[], number]>([
  ["two equal settings", stopping([30, 30]), 2],
  ["three equal settings", stopping([30, 30, 30]), 1],
  ["three settings of different values", stopping([10, 20, 30]), 3],
  ["four settings of different values", stopping([10, 20, 30, 40]), 1],
  ["four settings of replaced objects", stopping([30, 30, 30, 30], replacedSame), 4],
  ["thirty settings", [change("c", { fields: several(30, (index) => field(`v${index}`)) })], 30],
  ["thirty-one settings", [change("c", { fields: several(31, (index) => field(`v${index}`)) })], 30],
])("the table has a row for each of %s, or for all of them", (_, changes, rows) => {
  const text = opening(changes);
  expect(text.match(/^\| (?!impact|what).*$/gm)).toHaveLength(rows);
  expect(text.includes("… and 1 more row, in the details below.")).toBe(changes[0]?.fields.length === 31);
});

const rowsIn = (changes: readonly Change[]) => opening(changes).match(/^\| (?!impact|what|---).*$/gm) ?? [];
const creation = (name: string, more: Partial<Change> = {}) => change(name, { action: "create", ...sending, ...more });
const newField = (name: string, after: unknown) => field(name, { before: absent, live: absent, after: value(after) });

test.each<[string, readonly Change[], readonly string[]]>([
  [
    "the range of numbers",
    stopping([10, 40, 20, 30]),
    ["| – | 4 × auto-stop: `n0`, `n1`, `n2` and 1 more | `15` | `10`–`40` | **`45`** |"],
  ],
  [
    "no range of other values",
    ["a", "b", "c", "d"].map((live, index) => change(`n${index}`, { fields: [field("workspaceTypeName", { live: value(live) })] })),
    ["| effect not documented | 4 × size: `n0`, `n1`, `n2` and 1 more | `15` | each its own | **`45`** |"],
  ],
  [
    "no range if a value is unknown",
    [...stopping([10, 20, 30]), change("n3", { fields: [field("autoStopMinutes", { live: { is: "unread" } })] })],
    ["| – | 4 × auto-stop: `n0`, `n1`, `n2` and 1 more | `15` | each its own | **`45`** |"],
  ],
  [
    "the place that several objects share",
    stopping([30, 30, 30], at(9)),
    ["| – | 3 × auto-stop: `n0`, `n1`, `n2` | `15` | `30` | **`45`** | `index.ts:9` |"],
  ],
  [
    "no place if each has its own",
    stopping([30, 30, 30]).map((one, index) => ({ ...one, ...at(index) })),
    ["| – | 3 × auto-stop: `n0`, `n1`, `n2` | `15` | `30` | **`45`** |"],
  ],
  [
    "the names of resources if their objects have one name",
    stopping([30, 30, 30], { subject: [["workspace", "main"]] }),
    ["| – | 3 × auto-stop: `n0`, `n1`, `n2` | `15` | `30` | **`45`** |"],
  ],
  [
    "the settings that new objects share",
    several(3, (index) => creation(`n${index}`, { fields: [newField("autoStopMinutes", 5)] })),
    ["| effect not documented | 3: `n0`, `n1`, `n2` | **created**: auto-stop `5` |"],
  ],
  [
    "no settings if new objects have their own",
    several(3, (index) => creation(`n${index}`, { fields: [newField("autoStopMinutes", index)] })),
    ["| effect not documented | 3: `n0`, `n1`, `n2` | **created** |"],
  ],
  [
    "three settings of a new object, named ones first",
    [
      creation("c", {
        fields: ["a", "b", "deletionPolicy", "workspaceTypeName"].map((name) => newField(name, "x")),
        matching: [newField("autoStopMinutes", 5)],
      }),
    ],
    ["| effect not documented | `c` | **created**: size `x`, auto-stop `5`, `a` `x` and 1 more |"],
  ],
  [
    "no other settings of a new object if it has up to three",
    [creation("c", { fields: ["a", "b", "c"].map((name) => newField(name, "x")) })],
    ["| effect not documented | `c` | **created**: `a` `x`, `b` `x`, `c` `x` |"],
  ],
  [
    "no settings of a new object if all are identifiers",
    [creation("c", { fields: [newField("a", "00000000-0000-4000-8000-000000000000"), field("b", { after: { is: "later" } })] })],
    ["| effect not documented | `c` | **created** |"],
  ],
  [
    "a value in the code that is neither live nor new",
    [
      change("c", {
        fields: [field("x"), field("y", { live: value(15) }), field("z", { after: value(15) }), field("w", { before: absent })],
      }),
    ],
    [
      "| effect not documented | `c`: `x` | `15` | `30` | **`45`** |",
      "| effect not documented | `c`: `y` |  | `15` | **`45`** |",
      "| effect not documented | `c`: `z` |  | `30` | **`15`** |",
      "| effect not documented | `c`: `w` |  | `30` | **`45`** |",
    ],
  ],
  [
    "no value in the code of what is no longer declared, which stays",
    [change("c", { fields: [field("x", { after: absent }), field("y", { after: absent, live: { is: "unread" } })] })],
    [
      "| effect not documented | `c`: `x` | no longer managed (stays `30`) |",
      "| effect not documented | `c`: `y` | no longer managed (stays unchanged) |",
    ],
  ],
  [
    "the database of a deleted workspace",
    [
      change("c", {
        action: "delete",
        subject: [
          ["workspace", "w"],
          ["database", "d"],
        ],
        ...deleting,
      }),
    ],
    ["| effect not documented | workspace `w` (database `d`) | **deleted** with its users, backups and schedules |"],
  ],
  [
    "no database of a deleted workspace if it is not known",
    [change("c", { action: "delete", subject: [["workspace", "w"]], ...deleting })],
    ["| effect not documented | workspace `w` | **deleted** with its users, backups and schedules |"],
  ],
  [
    "no database of a workspace that stays",
    [
      change("c", {
        action: "stop managing",
        subject: [
          ["workspace", "w"],
          ["database", "d"],
        ],
      }),
    ],
    ["| – | workspace `w` | no longer managed, stays unchanged |"],
  ],
  [
    "a consequence of a request at its first setting",
    [change("c", { fields: [field("x"), field("y")], consequences: [lossOf("care")] })],
    ["| ℹ️ in short | `c`: `x` | `15` | `30` | **`45`** |", "| effect not documented | `c`: `y` | `15` | `30` | **`45`** |"],
  ],
  [
    "what is undone before what is not documented",
    [change("a", { fields: [field("x")] }), change("b", { fields: [field("y", reverting)] })],
    [
      "| effect not documented | `b`: `y` | `15` | `30` | **`45`** | ⚠️ undoes an outside change |",
      "| effect not documented | `a`: `x` | `15` | `30` | **`45`** | changed in the program |",
    ],
  ],
  [
    "the shared path of a setting with an identifier in short",
    [change("c", { fields: [field("addons.00000000-0000-4000-8000-000000000000.enable")] })],
    ['| effect not documented | `c`: `addons["00000000…"].enable` | `15` | `30` | **`45`** |'],
  ],
])("the table shows %s", (_, changes, expected) => expect(rowsIn(changes)).toEqual(expected));

test.each([
  [{}, "| impact | what | code before | live now | after |  |"],
  [{ merges: true }, "| impact | what | code before | live now | after merge |  |"],
  [{ drift: true }, "| what | live now | declared | next `pulumi up` |  |"],
])("with %j, the columns of the table are %s", (options, head) => {
  const text = formats.markdown(review([change("c", { fields: [field("x")], ...at(9) })]), { directory: "", ...options });
  expect(text.split("\n").find((line) => line.startsWith("| "))).toBe(head);
});

test("the table has its first row, however long it is", () => {
  const long = "<".repeat(200);
  const fields = several(3, (index) => field(`${long}${index}`, { before: absent, live: absent }));
  const subject = ["user", "workspace"].map((word) => [word, long] as const);
  const rows = opening([change(long, { action: "create", subject, fields }), change("b")]).match(/^\| [^iw-].*$/gm) ?? [];
  expect(rows.map((row) => row.length > 3_500)).toEqual([true]);
});
