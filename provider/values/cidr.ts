import * as ipaddr from "ipaddr.js";

/** Address ranges (CIDR), compared by the addresses that they contain. Pure. */

const { IPv4, IPv6 } = ipaddr;

interface Range {
  /** The first address, without host bits. */
  readonly network: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/**
 * Returns the same string for equal ranges, e.g. `203.0.113.0/24`. A single address becomes a range, and a netmask becomes a prefix length.
 * Returns any other string unchanged.
 */
export function canonicalRange(text: string): string {
  const range = parseRange(text);
  if (range === undefined) return text;
  const { network, bits } = range;
  return `${network instanceof IPv6 ? network.toRFC5952String() : network.toString()}/${bits}`;
}

/** Explains why a string is not a valid range; undefined if it is. */
export function rangeProblem(text: string): string | undefined {
  const range = parseRange(text);
  // Services can return a netmask, whereas programs declare a prefix length.
  if (range === undefined || /\/.*\./.test(text))
    return 'must be an address range, e.g. "203.0.113.0/24" or "2001:db8::/32", or a single address';
  const { network, bits } = range;
  if (!(network instanceof IPv6) || !network.isIPv4MappedAddress()) return undefined;
  return `is an IPv4 range in IPv6 notation. Write it as IPv4: "${network.toIPv4Address().toString()}/${bits - 96}"`;
}

/**
 * Parses the caller's addresses in the format of the service: a single address, possibly with a prefix length, a port or a zone, or several
 * addresses in a list or a JSON array. Undefined if any part is not an address.
 */
export function parseAddresses(text: string): readonly string[] | undefined {
  if (text.length > 1000) return undefined;
  const addresses = listItems(text.trim()).map(parseAddress);
  const known = addresses.filter((address) => address !== undefined);
  return known.length < addresses.length ? undefined : [...new Set(known)];
}

/** Formats addresses for a message. A string that cannot be parsed is quoted. */
export function showAddresses(text: string): string {
  return parseAddresses(text)?.join(", ") ?? JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** Returns true if the range contains an address from {@link parseAddresses}. */
export function admits(range: string, address: string): boolean {
  const [parsed, caller] = [parseRange(range), parseRange(address)?.network];
  return parsed !== undefined && caller?.kind() === parsed.network.kind() && caller.match(parsed.network, parsed.bits);
}

/** Returns the items of a JSON array of strings, or of a list separated by commas or spaces. Returns at least one item. */
function listItems(text: string): string[] {
  const inner = /^\[\s*(".*")\s*\]$/.exec(text)?.[1] ?? text;
  return inner.split(/\s*,\s*|\s+/).map((item) => /^"(.*)"$/.exec(item)?.[1] ?? item);
}

function parseAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^[\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  const range = parseRange((bracketed ?? withPort ?? text).replace(/%[^/%]+/, ""));
  if (range === undefined || range.bits < (range.network instanceof IPv6 ? 128 : 32)) return undefined;
  // A server that listens on IPv6 receives IPv4 callers at mapped addresses.
  return ipaddr.process(range.network.toString()).toString();
}

function parseRange(text: string): Range | undefined {
  const [, address = "", length, netmask] = /^([^/%]+)(?:\/(?:(\d{1,3})|([\d.]+)))?$/.exec(text) ?? [];
  const isIPv4 = IPv4.isValidFourPartDecimal(address);
  // The library parses the deprecated notation ::203.0.113.7 as a mapped address, whereas other implementations parse it as an IPv6
  // address.
  const isIPv6 = IPv6.isValid(address) && !/^::\d+\./.test(address) && netmask === undefined;
  if (!isIPv4 && !isIPv6) return undefined;
  const [version, max] = isIPv4 ? ([IPv4, 32] as const) : ([IPv6, 128] as const);
  const bits = netmask === undefined ? Number(length ?? max) : netmaskLength(netmask);
  return bits <= max ? { network: version.networkAddressFromCIDR(`${address}/${bits}`), bits } : undefined;
}

/** Returns the prefix length of a netmask such as `255.255.255.0`; NaN for any other string. */
function netmaskLength(text: string): number {
  return (IPv4.isValidFourPartDecimal(text) ? IPv4.parse(text).prefixLengthFromSubnetMask() : null) ?? NaN;
}
