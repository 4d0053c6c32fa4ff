import type { Listed } from "../../../client";
import { allowListAdoption } from "../../../provider/resources/allow-list/adopt";
import { declare, groupOf, readerOf } from "../../support/adopt-reading";

test("only lists that are enforced are adopted", async () => {
  const workgroups = [
    { workgroup_id: "on", enable_allow_list: true },
    { workgroup_id: "off", enable_allow_list: false },
    { workgroup_id: "unknown" },
  ] as Listed[];
  const { reader } = readerOf({});
  expect(await allowListAdoption.read?.(reader, { workgroups, named: [], addons: new Map() })).toEqual(["on"]);
});

test("a list whose workgroup id cannot be declared is left out", () => {
  const workgroups = ["wg", "a/b", "\ud800"].map((id) => groupOf(id));
  expect(declare(allowListAdoption, ["wg", "a/b", "\ud800", "gone"], { workgroups })).toEqual({
    declared: [
      { name: { name: "group wg", qualifier: "wg", id: "wg", kind: "allow-list" }, id: "wg", args: { workgroupId: "wg", enabled: true } },
    ],
    leftOut: ["a/b", "\ud800"].map((id) => `the allow list of group ${id}: the identifier of its workgroup cannot be declared.`),
  });
  expect(declare(allowListAdoption, ["other"]).declared.map(({ id }) => id)).toEqual(["other"]);
});
