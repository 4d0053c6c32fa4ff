import type { Message } from "../../../../provider/messages/message";
import { ProviderProcess } from "../../../../provider/lifecycle/process";
import { RunLog } from "../../../../provider/lifecycle/run-log";

test("resources get different short names as owners", () => {
  const process = new ProviderProcess();
  expect(process.newOwner()).toMatch(/^[0-9a-f]{8}$/);
  expect(process.newOwner()).not.toBe(process.newOwner());
});

test("the same notice is printed only for the first object; requests and drift for each", () => {
  const log = new RunLog();
  const lines = (["notice", "drift"] as const).flatMap((is) =>
    ["/a", "/b", "/a"].map((object): Message => ({ is, object, text: "the record does not return pause" })),
  );
  const request: Message = { is: "request", method: "PUT", path: "/a", later: [] };
  const news = [...lines, request, request].map((line) => log.shouldEmitOnce(line));
  expect(news).toEqual([true, false, true, true, true, true, true, true]);
});

test("each later version of a state causes one warning", () => {
  const process = new ProviderProcess(undefined, undefined, "0.2.0");
  const warnings = ["0.1.0", "0.3.0", "", "0.3.0", "0.4.0"].map((version) => process.warnOfLater(version));
  const text = (version: string) =>
    `graphplane: version ${version} wrote this state, and this version, 0.2.0, might not understand all of it. Update pulumi-graphplane`;
  expect(warnings).toEqual([undefined, text("0.3.0"), undefined, undefined, text("0.4.0")]);
});
