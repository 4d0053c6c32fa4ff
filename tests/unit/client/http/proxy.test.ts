import { findProxy } from "../../../../client/http/proxy";

const [upper, lower] = ["http://upper:3128", "http://lower:3128"];

test.each<[string, Record<string, string>, object | undefined]>([
  ["HTTPS_PROXY", { HTTPS_PROXY: upper }, { variable: "HTTPS_PROXY", address: "upper:3128" }],
  ["https_proxy before HTTPS_PROXY", { HTTPS_PROXY: upper, https_proxy: lower }, { variable: "HTTPS_PROXY", address: "lower:3128" }],
  ["HTTPS_PROXY before all_proxy", { HTTPS_PROXY: upper, all_proxy: lower }, { variable: "HTTPS_PROXY", address: "upper:3128" }],
  ["all_proxy", { all_proxy: lower }, { variable: "ALL_PROXY", address: "lower:3128" }],
  ["no proxy if no_proxy exempts the host", { HTTPS_PROXY: upper, no_proxy: "service.test" }, undefined],
])("a request uses %s", (_, environment, expected) => {
  const found = findProxy("https://service.test", environment);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expected);
});

test.each<[string, string, boolean]>([
  ["https://service.test", "*", true],
  ["https://service.test", "service.test", true],
  ["https://Service.Test", "SERVICE.test", true],
  ["https://service.test", "other.test, ,\tservice.test ", true],
  ["https://service.test", "other.test service.test", true],
  ["https://service.test", " , ", false],
  ["https://api.service.test", "service.test", true],
  ["https://api.service.test", ".service.test", true],
  ["https://api.service.test", "*.service.test", true],
  ["https://service.test", "vice.test", false],
  ["https://service.test", "*vice.test", false],
  ["https://service.test", "service.test.example", false],
  ["https://service.test", "api.service.test", false],
  ["https://service.test", "service.test:443", true],
  ["https://service.test:8443", "service.test:443", false],
  ["https://service.test:8443", "service.test:8443", true],
  ["https://service.test:8443", "service.test", true],
  ["https://service.test", "*:8443", false],
  ["https://service.test", "ser*vice.test", false],
  ["https://[::1]", "[::1]", true],
  ["https://[::1]", "[::1]:443", true],
])("a request to %s with NO_PROXY=%j is exempt: %s", (address, exempt, isExempt) => {
  for (const name of ["NO_PROXY", "no_proxy"])
    expect(findProxy(address, { HTTPS_PROXY: upper, [name]: exempt })).toEqual(isExempt ? undefined : expect.anything());
});

test.each<[string, object]>([
  ["http://proxy.test", { address: "proxy.test", proxy: { protocol: "http:", host: "proxy.test", port: 80 } }],
  ["https://proxy.test", { address: "proxy.test", proxy: { protocol: "https:", host: "proxy.test", port: 443 } }],
  ["proxy.test:3128", { address: "proxy.test:3128", proxy: { protocol: "https:", host: "proxy.test", port: 3128 } }],
  [
    "http://an%40n:p%3Aw@proxy.test:3128",
    {
      address: "proxy.test:3128",
      proxy: { protocol: "http:", host: "proxy.test", port: 3128, auth: { username: "an@n", password: "p:w" } },
    },
  ],
  [
    "http://ann@proxy.test",
    { address: "proxy.test", proxy: { protocol: "http:", host: "proxy.test", port: 80, auth: { username: "ann", password: "" } } },
  ],
  [
    "http://:pw@proxy.test",
    { address: "proxy.test", proxy: { protocol: "http:", host: "proxy.test", port: 80, auth: { username: "", password: "pw" } } },
  ],
  ["socks5://proxy.test:1080", { address: "proxy.test:1080" }],
  ["http://", { address: "" }],
])("the proxy %s is read", (text, expected) =>
  expect(findProxy("https://service.test", { HTTPS_PROXY: text })).toEqual({ variable: "HTTPS_PROXY", ...expected }),
);
