import { type Properties } from "../../support/provider";
import { scripted } from "../../support/settings-fixture";

const addon = "addon";
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

test.each([["tells nothing", null]])(
  "a service that changes the capitals of what was made, and whose POST %s, is understood",
  async (_, made) => {
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
  },
);

test("the drift of an object shows both values as objects", async () => {
  const { engine, held } = await service([{ id: "c1", name: "limits", value: '{"most":2}' }]);
  await engine.up(program({ configValue: { most: 2 } }));
  held[0] = { id: "c1", name: "limits", value: '{"most":3}' };
  expect((await engine.refresh()).lines.at(-1)).toMatch(/ is \{"most":3\}, last applied \{"most":2\}$/);
});
