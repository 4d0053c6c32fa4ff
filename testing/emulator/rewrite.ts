import { isIPv6 } from "node:net";
import { type Behaviour } from "./profile";

/** The normalized form of a field's text. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  time: (text) => text.replace(/^\d\d:\d\d$/, "$&:00"),
  timezone: zone,
  maintenance_window_time_zone: zone,
  cidr: range,
  schedule: (text) => text.replace(/^(\S+ \S+ \S+ \S+) \*$/, "$1 ?"),
};

/** Returns a body as the service stores it. */
export function rewrite<Body extends Readonly<Record<string, unknown>>>({ texts }: Behaviour, body: Body): Body {
  if (texts === "as-sent") return body;
  const kept = Object.entries(body).map(([field, value]) => [field, typeof value === "string" ? (forms[field]?.(value) ?? value) : value]);
  return Object.fromEntries(kept) as Body;
}

function zone(name: string): string {
  return name === "UTC" ? "Etc/UTC" : name;
}

/** Returns a range with its prefix length, and IPv6 addresses in full. */
function range(text: string): string {
  const [address = "", prefix] = text.split("/");
  return isIPv6(address) ? `${spellOut(address)}/${prefix ?? 128}` : `${address}/${prefix ?? 32}`;
}

function spellOut(address: string): string {
  const [before = [], after = []] = address.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join(":");
}
