import { configOf, makeProvider, type Properties, VirtualClock } from "../../../../support/provider";
import { scripted } from "../../../../support/settings-fixture";
import { addon } from "./fixture";

const program = (more: Properties = {}): Properties => ({ installedAddonId: addon, configName: "limits", configValue: "one", ...more });

/** A service that finds names in any capitals, and shows what it holds in its own. */
async function service(live: readonly Properties[], made: unknown = undefined) {
  const held = [...live];
  const sent: string[] = [];
  const engine = await scripted((method) => {
    if (method === "GET") return held;
    sent.push(method);
    if (method !== "POST") return null;
    held.push({ id: "made", name: "LIMITS", value: "one" });
    return made;
  }, "AddonConfiguration");
  return { engine, held, sent };
}

describe.each([
  ["an equal value", "one"],
  ["another value", "two"],
  ["a value that is not shown", "***"],
])("a configuration whose name differs in capitals, of %s,", (_, value) => {
  test.each([undefined, true])("is not taken over (adopt: %s), and the fix is told", async (adopt) => {
    const { engine, sent } = await service([{ id: "7", name: "LIMITS", value }]);
    for (const operation of ["preview", "up"] as const) {
      const { failures, lines } = await engine[operation](program({ adopt }));
      expect(failures).toMatchObject([{ property: "configName" }]);
      expect(failures[0]?.reason).toMatch(
        /^there is "LIMITS" \(7\), which differs from "limits" in capitals only.*declare configName as it is/,
      );
      expect(lines).toEqual([]);
    }
    expect(sent).toEqual([]);
  });
});

test("all that differ in capitals are named; one of the very name is taken", async () => {
  const others = ["LIMITS", "Limits"].map((name) => ({ id: `of ${name}`, name, value: "one" }));
  const { failures } = await (await service(others)).engine.up(program());
  expect(failures[0]?.reason).toContain('"LIMITS" (of LIMITS), "Limits" (of Limits)');
  const { engine, sent } = await service([...others, { id: "7", name: "limits", value: "one" }]);
  expect((await engine.up(program())).error).toBe("");
  expect(engine.known["configId"]).toBe("7");
  expect(sent).toEqual([]);
});

test("a creation that was not checked before refuses it too", async () => {
  const { engine, sent } = await service([{ id: "7", name: "LIMITS", value: "one" }]);
  const resource = makeProvider("AddonConfiguration", new VirtualClock(), () => undefined);
  await resource.configure?.({ config: configOf(engine.config) });
  await expect(resource.create({ ...program({ adopt: true }), __provider: "p" })).rejects.toThrow(/in capitals only/);
  expect(sent).toEqual([]);
});

test.each([
  ["tells it", { id: "made", name: "LIMITS", value: "one" }],
  ["tells nothing", null],
])("a service that changes the capitals of what was made, and whose POST %s, is understood", async (_, made) => {
  const { engine, held, sent } = await service([], made);
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(engine.state?.id).toBe(`${addon}/made`);
  expect((await engine.refresh()).op).toBe("read");
  held[0] = { id: "made", name: "LIMITS", value: "drifted" };
  await engine.refresh();
  expect(engine.declared["configValue"]).toBe("drifted");
  held[0] = { id: "made", name: "LIMITS", value: "one" };
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(sent).toEqual(["POST"]);
});

test("two of the name after a POST that tells nothing are an error with their ids", async () => {
  const { engine, held } = await service([], null);
  const push = held.push.bind(held);
  held.push = (one) => push(one, { id: "theirs", name: "LIMITS", value: "two" });
  expect((await engine.up(program())).error).toMatch(/there are 2 configurations named "limits" \(made, theirs\): delete all but one/);
});
