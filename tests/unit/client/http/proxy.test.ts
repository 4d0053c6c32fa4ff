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
