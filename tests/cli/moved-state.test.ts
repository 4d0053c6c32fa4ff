import { embedded, type Operation } from "../../testing/driver";
import { closeAfterTest } from "../support/close-after-test";
import { fillAccount, programHead } from "../support/scenario";
import { chosenDriver, StackFixture } from "../support/stack-fixture";

const program = (minutes: number) => `${programHead}
  const main = settings("main", {
    autoStopMinutes: ${minutes},
    addons: { insights: { enable: true, enableConfiguration: pulumi.secret({ password: "confidential-word" }) } },
  });
  settings("reporting", { workspaceName: pulumi.interpolate\`copy of \${main.name}\` });
  exports.host = pulumi.secret(main.host);
`;

test("a state moves from the embedded engine to the Pulumi CLI and back, and each continues where the other stopped", async () => {
  const here = await StackFixture.open({ driver: embedded, service: { account: fillAccount, dataPlane: "nowhere" } });
  closeAfterTest(here);
  const there = here.drivenBy(await chosenDriver());
  const move = async (from: StackFixture, to: StackFixture) => (await to.stack()).import(await (await from.stack()).export());
  const ran = async (fixture: StackFixture, operation: Operation) => {
    const { failed, done, writes } = await fixture.run(operation, {});
    return { failed, done, writes: writes.length };
  };
  const nothing = { failed: "", done: ["same main", "same reporting"], writes: 0 };
  const changed = { failed: "", done: ["update main", "same reporting"], writes: 1 };

  await here.write(program(60));
  expect(await ran(here, "up")).toEqual({ failed: "", done: ["create main", "create reporting"], writes: 2 });
  await move(here, there);
  expect(await ran(there, "up")).toEqual(nothing);
  expect(await (await there.stack()).outputs()).toEqual({ host: "main.data.example" });
  await there.write(program(45));
  expect(await ran(there, "up")).toEqual(changed);

  await move(there, here);
  expect(await ran(here, "up")).toEqual(nothing);
  expect(await ran(here, "refresh")).toEqual({ ...nothing, done: ["refresh:same main", "refresh:same reporting"] });
  await here.write(program(30));
  expect(await ran(here, "up")).toEqual(changed);
  expect(await ran(here, "destroy")).toEqual({ failed: "", done: ["delete main", "delete reporting"], writes: 0 });
});
