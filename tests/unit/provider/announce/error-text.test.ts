import { type Failure, ServiceError } from "../../../../client";
import { describeFailure } from "../../../../provider/announce/error-text";

test.each<readonly [Partial<Failure>, string]>([
  [{}, "was refused"],
  [{ message: "no" }, 'was refused, saying "no"'],
  [{ requestId: "r-1" }, "was refused, RequestID: r-1"],
  [{ message: "no", requestId: "r-1" }, 'was refused, saying "no", RequestID: r-1'],
])("describes %j as %j", (failure, text) => {
  const whole: Failure = { outcome: "refused", summary: "was refused", ...failure };
  expect(describeFailure(new ServiceError(whole, "PUT", "/p", 1, { kind: "K", operation: "update" }))).toBe(text);
});
