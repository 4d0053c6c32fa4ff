import { BlockList } from "node:net";
import { fc } from "../../support/random";
import { admits, canonicalRange, rangeProblem } from "../../../provider/cidr";

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
])("%s is %s", (text, canonical) => {
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
  "203.0.113.0/255.255.255.0",
  "203.0.113.010",
  "0xcb.0.113.0",
  " 203.0.113.0/24",
  "2001:db8::/129",
  "2001:db8:::1",
  "fe80::1%eth0",
  "::203.0.113.7",
  "[secret]",
])("%j is no range, and stays as it is", (text) => {
  expect(canonicalRange(text)).toBe(text);
  expect(rangeProblem(text)).toMatch(/^must be a range of addresses/);
});

test.each(["::ffff:203.0.113.7", "::FFFF:CB00:7107/120", "::ffff:0:0/96"])(
  "%s is refused, without the range, which may be secret",
  (text) => {
    expect(rangeProblem(text)).toBe('is an IPv4 range written as IPv6. Fix: write it as IPv4, e.g. "203.0.113.0/24"');
  },
);

test.each([
  ["203.0.113.0/24", "203.0.113.7", true],
  ["203.0.113.0/24", "203.0.114.7", false],
  ["203.0.113.0/24", "::ffff:203.0.113.7", true],
  ["0.0.0.0/0", "2001:db8::1", false],
  ["::/0", "203.0.113.7", false],
  ["::/0", "2001:db8::1", true],
  ["2001:db8::/32", "2001:DB8:1::", true],
  ["203.0.113.7", "203.0.113.7", true],
  ["office", "203.0.113.7", false],
  ["203.0.113.0/24", "not told", false],
])("%s admits %s: %s", (range, address, isAdmitted) => {
  expect(admits(range, address)).toBe(isAdmitted);
});

const addresses = fc.oneof(
  fc.ipV4().map((address) => ({ address, most: 32, family: "ipv4" as const })),
  fc
    .ipV6()
    .filter((address) => !/^::\d+\./.test(address))
    .map((address) => ({ address, most: 128, family: "ipv6" as const })),
);

test("any address has a range that Node takes for the same, and that admits it", () => {
  fc.assert(
    fc.property(addresses, fc.nat(128), ({ address, most, family }, any) => {
      const text = `${address}/${any % (most + 1)}`;
      const [network = "", bits] = canonicalRange(text).split("/");
      const block = new BlockList();
      block.addSubnet(network, Number(bits), family);
      expect(block.check(address, family)).toBe(true);
      expect(canonicalRange(canonicalRange(text))).toBe(canonicalRange(text));
      if (rangeProblem(address) === undefined) expect(admits(text, address)).toBe(true);
    }),
  );
});
