import { secretText } from "../../../provider/messages/message";
import { addressOf, allowListEntryDescription, entriesPath } from "../../../provider/resources/allow-list-entry/description";

const { review: facts } = allowListEntryDescription;

const path = "/workgroups/wg/allow_list";
const [cidr, sent] = ["203.0.113.77/24", "203.0.113.0/24"];
const inputs = { workgroupId: "wg", cidr };

test("equivalent ranges have one address, and headlines show the range as declared", () => {
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

test.each([
  ["0.0.0.0/0", "IPv4"],
  ["::/0", "IPv6"],
])("the consequences of %s name any %s address, for new and for changed entries", (value, version) => {
  const rows = facts.consequences.filter((row) => "field" in row && row.value === value);
  expect(rows).toMatchObject([
    { method: "POST", description: expect.stringContaining(`any ${version} address`) as string },
    { method: "PUT", differs: true, description: expect.stringContaining(`any ${version} address`) as string },
  ]);
});
