import { withoutContents } from "../../../../provider/values/assets";

const signature = "4dabf18193072939515e22adb298388d";
const asset = { [signature]: "c44067f5952c0a294b673a41bacd8c17", hash: "7692" };
const archive = { [signature]: "0def7320c3a5731c473e5ecbe6d01bc7", hash: "3fc4" };

test.each([
  ["a file", { ...asset, text: "a" }, asset],
  ["a file without contents", asset, asset],
  ["an archive", { ...archive, assets: { a: { ...asset, path: "a" } } }, archive],
  ["files at any depth", [{ a: [{ ...asset, text: "a" }] }], [{ a: [asset] }]],
  ["a file without a hash", { ...asset, hash: "", text: "a" }, { ...asset, hash: "", text: "a" }],
  ["data", { hash: "a", text: "b", list: [1, null] }, { hash: "a", text: "b", list: [1, null] }],
])("%s compares by its hash", (_, value, expected) => expect(withoutContents(value)).toEqual(expected));
