import { expectGolden } from "./golden";
import { comment, reviewWith, type Step } from "./samples";

test("shows an allow list whose enforcement locks out clients at other addresses", () => {
  const before = { workgroupId: "wg-1", enabled: false };
  const list = { kind: "AllowList", name: "list", before };
  const steps: readonly Step[] = [
    { ...list, op: "refresh", after: before },
    { ...list, after: { ...before, enabled: true } },
  ];
  expectGolden("lockout.md", comment(reviewWith(steps, [`PUT /workgroups/wg-1/allow_list/enable was {"enable_allow_list":false}`])));
});
