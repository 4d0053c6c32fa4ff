import { canonicalJson, equals, identical } from "../../../../provider/values/json";

const signature = "4dabf18193072939515e22adb298388d";
const asset = { [signature]: "c44067f5952c0a294b673a41bacd8c17", hash: "7692" };
const archive = { [signature]: "0def7320c3a5731c473e5ecbe6d01bc7", hash: "3fc4" };
const unhashed = { ...asset, hash: "" };

test.each<[string, unknown, unknown, boolean]>([
  ["a file with its contents, and as its hash", { ...asset, text: "a" }, asset, true],
  ["an archive", { ...archive, assets: { a: { ...asset, path: "a" } } }, archive, true],
  ["files at any depth", [{ a: [{ ...asset, text: "a" }] }], [{ a: [asset] }], true],
  ["files of different hashes", { ...asset, text: "a" }, { ...asset, text: "a", hash: "7693" }, false],
  ["a file and an archive", asset, { ...archive, hash: asset.hash }, false],
  ["files without hashes", { ...unhashed, text: "a" }, { ...unhashed, text: "b" }, false],
  ["files whose hash is no text", { ...asset, hash: 1, text: "a" }, { ...asset, hash: 1, text: "b" }, false],
  ["data with a hash", { hash: "a", text: "b" }, { hash: "a", text: "c" }, false],
])("assets are compared by hash: %s", (_, one, other, isEqual) => {
  expect([equals(one, other), identical(one, other), canonicalJson(one) === canonicalJson(other)]).toEqual(Array(3).fill(isEqual));
});
