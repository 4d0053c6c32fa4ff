import { BlockList } from "node:net";
import { fc } from "../../../support/random";
import { definitionOf } from "../../../../provider/registry";
import { admits, canonicalRange, parseAddresses, rangeProblem, showAddresses } from "../../../../provider/values/cidr";
import { problemsOf } from "../../../../provider/values/validation";

test.each([
  ["203.0.113.0/24", "203.0.113.0/24"],
  ["203.0.113.77/24", "203.0.113.0/24"],
  ["203.0.113.77", "203.0.113.77/32"],
  ["203.0.113.77/032", "203.0.113.77/32"],
  ["10.1.2.3/0", "0.0.0.0/0"],
  ["2001:DB8::/32", "2001:db8::/32"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1/128"],
  ["2001:db8:0:0:1::ff/64", "2001:db8::/64"],
  ["2001:db8::198.51.100.7", "2001:db8::c633:6407/128"],
  ["::1/0", "::/0"],
])("the range %s is normalized to %s", (text, canonical) => {
  expect(canonicalRange(text)).toBe(canonical);
  expect(rangeProblem(text)).toBeUndefined();
});

test.each([
  "",
  "office",
  "203.0.113",
  "203.0.113.0/33",
  "203.0.113.256",
  "203.0.113.0/",
  "203.0.113.0/24/8",
  "203.0.113.0/255.0.255.0",
  "203.0.113.0/255.255.255",
  "2001:db8::/255.255.255.0",
  "203.0.113.010",
  "0xcb.0.113.0",
  " 203.0.113.0/24",
  "2001:db8::/129",
  "2001:db8:::1",
  "fe80::1%eth0",
  "::203.0.113.7",
  "[secret]",
])("%j is not a range and is left unchanged", (text) => {
  expect(canonicalRange(text)).toBe(text);
  expect(rangeProblem(text)).toMatch(/^must be an address range/);
});

test.each([
  ["203.0.113.7/255.255.255.0", "203.0.113.0/24"],
  ["203.0.113.7/255.255.255.255", "203.0.113.7/32"],
  ["203.0.113.7/0.0.0.0", "0.0.0.0/0"],
])("%s, which a service can return, is normalized to %s, and cannot be declared", (text, canonical) => {
  expect(canonicalRange(text)).toBe(canonical);
  expect(rangeProblem(text)).toMatch(/^must be an address range/);
});

test.each([
  ["::ffff:203.0.113.7", "203.0.113.7/32"],
  ["::FFFF:CB00:7107/120", "203.0.113.0/24"],
  ["::ffff:0:0/96", "0.0.0.0/0"],
])("%s is refused with its IPv4 form, %s, which a secret one does not return", (cidr, form) => {
  const reason = "is an IPv4 range in IPv6 notation. Write it as IPv4";
  expect(rangeProblem(cidr)).toBe(`${reason}: "${form}"`);
  const { schema } = definitionOf("AllowListEntry");
  expect(problemsOf(schema, { workgroupId: "wg", cidr }, {}, () => true)).toEqual([{ property: "cidr", reason }]);
});

test.each([
  ["203.0.113.0/24", "203.0.113.7", true],
  ["203.0.113.0/24", "203.0.114.7", false],
  ["0.0.0.0/0", "2001:db8::1", false],
  ["::/0", "203.0.113.7", false],
  ["::/0", "2001:db8::1", true],
  ["2001:db8::/32", "2001:DB8:1::", true],
  ["203.0.113.7", "203.0.113.7", true],
  ["office", "203.0.113.7", false],
  ["203.0.113.0/24", "not told", false],
])("%s allows %s: %s", (range, address, isAdmitted) => expect(admits(range, address)).toBe(isAdmitted));

const [v4, v6] = ["203.0.113.7", "2001:db8::7"] as const;

test.each<[string, string, readonly string[]]>([
  ["alone", v4, [v4]],
  ["between blanks", ` ${v4}\t\n`, [v4]],
  ["as a range of one", `${v4}/32`, [v4]],
  ["as an IPv6 range of one", `${v6}/128`, [v6]],
  ["with a port", `${v4}:51234`, [v4]],
  ["in brackets", `[${v6}]`, [v6]],
  ["in brackets with a port", `[${v6}]:443`, [v6]],
  ["in capitals and in full", "2001:0DB8:0:0:0:0:0:7", [v6]],
  ["mapped to IPv6", `::ffff:${v4}`, [v4]],
  ["mapped, in brackets with a port", `[::ffff:${v4}]:443`, [v4]],
  ["mapped, as a range of one", `::ffff:${v4}/128`, [v4]],
  ["with a zone", "fe80::1%eth0", ["fe80::1"]],
  ["with a zone, in brackets with a port", "[fe80::1%25eth0]:443", ["fe80::1"]],
  ["with a zone, as a range of one", "fe80::1%eth0/128", ["fe80::1"]],
  ["in quotes", `"${v4}"`, [v4]],
  ["in a list by commas", `${v4},${v6}`, [v4, v6]],
  ["in a list by commas and blanks", `${v4}:51234, 10.0.0.1 ,${v6}/128`, [v4, "10.0.0.1", v6]],
  ["in a list by blanks", `${v4}  ${v6}`, [v4, v6]],
  ["twice in a list", `${v4}, ::ffff:${v4}`, [v4]],
  ["in a JSON array", `["${v4}/32", "[${v6}]:443"]`, [v4, v6]],
  ["in a JSON array of one", `[ "${v6}" ]`, [v6]],
  ["in a text of 1000 characters", v4.padEnd(1000), [v4]],
])("an address is read %s: %j", (_, text, addresses) => expect(parseAddresses(text)).toEqual(addresses));

test("a text without an address is shown up to 100 characters", () => {
  const [most, more] = ["x".repeat(100), "x".repeat(101)];
  expect([`${v4},${v6}`, most, more].map(showAddresses)).toEqual([`${v4}, ${v6}`, `"${most}"`, `"${most}…"`]);
});

test.each([
  "",
  " ",
  "unknown",
  `${v4}, unknown`,
  `${v4},`,
  `,${v4}`,
  ...`[] null 203.0.113.0/24 ${v6}/64 ${v4}/ ${v4}: ${v4}:http ${v4}:123456 [${v6}`.split(" "),
  ...`${v6}]:443 [${v6}]443 ::ffff:${v4}:443 ::${v4} 203.0.113 0xcb.0.113.7 203.0.113.010 3405803783 fe80::1%`.split(" "),
  `["${v4}", 7]`,
  `{"ip":"${v4}"}`,
  `for=${v4}`,
  `x["${v4}"]`,
  `["${v4}"]x`,
  `x"${v4}"`,
  `"${v4}"x`,
  `${v4},`.repeat(200) + v4,
])("a text with a part that is not an address yields no address: %j", (text) => expect(parseAddresses(text)).toBeUndefined());

const addresses = fc.oneof(
  fc.ipV4().map((address) => ({ address, most: 32, family: "ipv4" as const })),
  fc
    .ipV6()
    .filter((address) => !/^::\d+\./.test(address))
    .map((address) => ({ address, most: 128, family: "ipv6" as const })),
);

test("Node agrees on the range of any address, and the range allows the address", () => {
  fc.assert(
    fc.property(addresses, fc.nat(128), ({ address, most, family }, any) => {
      const text = `${address}/${any % (most + 1)}`;
      const [network = "", bits] = canonicalRange(text).split("/");
      const block = new BlockList();
      block.addSubnet(network, Number(bits), family);
      expect(block.check(address, family)).toBe(true);
      expect(canonicalRange(canonicalRange(text))).toBe(canonicalRange(text));
      const [read = ""] = parseAddresses(address) ?? [];
      if (rangeProblem(address) === undefined) expect(admits(text, read)).toBe(true);
    }),
  );
});
