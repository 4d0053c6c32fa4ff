import { makeClient, serve, success } from "../fixture";

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
