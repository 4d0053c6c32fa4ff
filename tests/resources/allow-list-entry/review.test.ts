import { secretText } from "../../../provider/announce/lines";
import { addressOf, allowListEntryFacts as facts, entriesPath } from "../../../provider/resources/allow-list-entry/review";

const path = "/workgroups/wg/allow_list";
const [cidr, sent] = ["203.0.113.77/24", "203.0.113.0/24"];
const inputs = { workgroupId: "wg", cidr };
const changed = (...names: string[]) => names.map((name) => ({ path: [name], value: "x" }));

test("equal ranges have one address, and headlines show the range as it is declared", () => {
  expect(addressOf(inputs)).toBe(`${path}/203.0.113.0%2F24`);
  expect(addressOf({ ...inputs, cidr: sent })).toBe(addressOf(inputs));
  expect(addressOf({ ...inputs, cidr: secretText })).toBe(`${path}/[secret]`);
  expect(addressOf({ workgroupId: "wg" })).toBe(`${path}/…`);
  expect(facts.subject(inputs, {})).toEqual([
    ["range", cidr],
    ["workgroup", "wg"],
  ]);
  expect([entriesPath(inputs), entriesPath(inputs, "e-1")]).toEqual([path, `${path}/e-1`]);
});

test.each<[string, unknown, object]>([
  ["the range as it is declared", { cidr: sent, note: "office" }, { cidr, note: "office" }],
  ["another range as it is sent", { cidr: "192.0.2.0/24" }, { cidr: "192.0.2.0/24" }],
  ["no range where there is none", { note: "office" }, { note: "office" }],
  ["nothing of a body that was cut", '{"cidr":"203.0', {}],
])("the values of a request show %s", (_, body, shown) => {
  expect(facts.argumentsOf(body, inputs)).toEqual(shown);
});

test.each<[string, string[], object, object | undefined]>([
  ["adds a new entry", ["workgroupId", "cidr"], { exists: false }, { method: "POST", path, body: { cidr: sent } }],
  [
    "changes the note of an entry",
    ["note"],
    { exists: true, inputs: { ...inputs, note: "office" }, outputs: { entryId: "e-1" } },
    { method: "PUT", path: `${path}/e-1`, body: { cidr: sent, note: "office" } },
  ],
  [
    "sends an empty note",
    ["note"],
    { exists: false, inputs: { ...inputs, note: "" } },
    { method: "POST", path, body: { cidr: sent, note: "" } },
  ],
])("a review foresees that an update %s", (_, names, resource, request) => {
  expect(facts.requestFor(changed(...names), { inputs, outputs: {}, exists: false, ...resource })).toStrictEqual(request);
});

test.each([
  ["0.0.0.0/0", "IPv4"],
  ["::/0", "IPv6"],
])("the consequences of %s name every %s address, for new and for changed entries", (value, version) => {
  const rows = facts.consequences.filter((row) => "field" in row && row.value === value);
  expect(rows).toMatchObject([
    { method: "POST", says: expect.stringContaining(`every ${version} address`) as string },
    { method: "PUT", differs: true, says: expect.stringContaining(`every ${version} address`) as string },
  ]);
});
