import { inspect } from "node:util";
import { freshFor } from "../../../../client/http/read-cache";
import { failureOf, makeClient, refusal, serve, success } from "../fixture";

const id = { installedAddonsID: "ad/d" };
const name = { ...id, configName: "größe?#/x" };

test.each([null, "", "text", '[{"id":1}]', true, false, 7, {}, [], [{ id: 1 }]])(
  "a Result of any shape is handed on as it is: %j",
  async (result) => {
    const { addons } = makeClient(await serve(success(result))).client;
    await expect(addons.list()).resolves.toEqual(result);
    await expect(addons.get(id)).resolves.toEqual(result);
    await expect(addons.configurations(name)).resolves.toEqual(result);
    await expect(addons.createConfiguration(id, { config_name: "n", config_value: "v" })).resolves.toEqual(result);
    await expect(addons.updateConfiguration({ ...id, configID: "c" }, { config_value: "v" })).resolves.toEqual(result);
    await expect(addons.deleteConfiguration({ ...id, configID: "c" })).resolves.toEqual(result);
  },
);

test("a look-up is shared: one request for many askers; a write to the name, or by an id alone, ends it; another name's does not", async () => {
  const service = await serve(success([]));
  const { client, clock } = makeClient(service);
  const asked = async (configName = "n") => {
    const before = service.requests.length;
    await Promise.all([1, 2, 3].map(() => client.withContext({}).sharedConfigurations({ ...id, configName })));
    return service.requests.length - before;
  };
  expect(await asked()).toBe(1);
  expect(await asked()).toBe(0);
  expect(await asked("other")).toBe(1);
  await client.addons.createConfiguration(id, { config_name: "other", config_value: "v" });
  await client.addons.updateConfiguration({ ...id, configID: "c", configName: "other" }, { config_value: "v" });
  expect(await asked()).toBe(0);
  await client.addons.createConfiguration(id, { config_name: "n", config_value: "v" });
  expect(await asked()).toBe(1);
  await client.addons.deleteConfiguration({ ...id, configID: "c", configName: "n" });
  expect(await asked()).toBe(1);
  await client.addons.updateConfiguration({ ...id, configID: "c" }, { config_value: "v" });
  expect([await asked(), await asked("other")]).toEqual([1, 1]);
  await client.addons.updateConfiguration({ installedAddonsID: "another", configID: "c" }, { config_value: "v" });
  expect(await asked()).toBe(0);
  clock.time += freshFor;
  expect(await asked()).toBe(1);
});

test("a poll accepts no earlier answer, and a failed one rejects each caller with an error of its own", async () => {
  const service = await serve(success([]), success([]), refusal(400, { Message: "no" }));
  const { client } = makeClient(service);
  await client.sharedConfigurations(name);
  await client.sharedConfigurations(name, { skipCache: true });
  expect(service.requests).toHaveLength(2);
  const purpose = { kind: "Kind", operation: "read", object: "the thing" };
  const failed = [
    client.sharedConfigurations(name, { skipCache: true }),
    client.withContext({ purpose }).sharedConfigurations(name, { skipCache: true }),
  ];
  const [first, second] = await Promise.all(failed.map(failureOf));
  expect(service.requests).toHaveLength(3);
  expect(second?.message).toMatch(/^Kind: read of the thing failed: GET \/installed-addons/);
  expect(inspect(first)).not.toContain("the thing");
});
